"""Ending a match alone: resigning and aborting, each with a confirmation."""

from __future__ import annotations

from discord import ButtonStyle, app_commands
from discord.ext import commands

import matches
from bot.commands.which_match import MATCH, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.messages.competitions.tournament import Belongings
from bot.text import match as match_text
from bot.ui.controls import button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.model.ids import MatchId
from matches.model.match import Match
from matches.model.ratings import FEWEST_TURNS

SURE_RESIGN = N_("Do you really want to resign match {match}?")
SURE_RESIGN_RATED = N_("Do you really want to resign match {match}? It's rated.")
SURE_RESIGN_SHORT = N_(
    "Do you really want to resign match {match}? A match of fewer than {turns} turns is too short "
    "to count for ratings."
)
SURE_ABORT = N_("Do you really want to abort match {match}? It will have no result.")
RESIGN, ABORT, CANCEL = N_("Resign"), N_("Abort match"), N_("Cancel")
KEPT = N_("Match {match} goes on.")


class Endings(commands.Cog):
    """The commands that end a match."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("resign"), description=N_("Resign a match"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def resign(self, interaction: Interaction, typed: str | None = None) -> None:
        """Asks whether the user means it."""
        await run_in_match(interaction, "resign", typed, own=True)

    @everywhere
    @app_commands.command(
        name=N_("abort"), description=N_("Abort a match before everyone has moved")
    )
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def abort(self, interaction: Interaction, typed: str | None = None) -> None:
        """Asks whether the user means it."""
        await run_in_match(interaction, "abort", typed, own=True)


async def _ask(
    interaction: Interaction, match: Match, question: str, action: str, label: str
) -> None:
    """Asks a question about a match, and names who plays it, and for what."""
    language = language_of(interaction)
    yes = custom_id(action, match.id, match.seq)
    controls = (
        button(language.gettext(label), yes, style=ButtonStyle.danger),
        button(language.gettext(CANCEL), custom_id("cancel", match.id, match.seq)),
    )
    lines = [match_text.header(match, language)]
    if belongs := await interaction.client.service(Belongings).line(match, language):
        lines.append(belongs)
    fields: Fields = {"match": match.id, "turns": FEWEST_TURNS}
    lines.append(say(question, fields, language=language))
    await answers.show_reply(interaction, Reply("\n".join(lines), controls))


@in_match("resign")
async def ask_to_resign(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Asks for confirmation before resigning."""
    played = await matches.played_by(
        interaction.client.database, match_id, user_of(interaction), adjourned=True
    )
    rated = SURE_RESIGN_SHORT if played.turn_count < FEWEST_TURNS else SURE_RESIGN_RATED
    question = SURE_RESIGN if played.hints_allowed else rated
    await _ask(interaction, played, question, "resign", RESIGN)


@in_match("abort")
async def ask_to_abort(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Asks for confirmation before aborting, unless it is too late for that."""
    played = await matches.played_by(interaction.client.database, match_id, user_of(interaction))
    matches.require_beginning(played)
    await _ask(interaction, played, SURE_ABORT, "abort", ABORT)


@on("cancel")
async def cancel(press: Press) -> None:
    """Nothing happens."""
    await press.interaction.response.defer()
    language = language_of(press.interaction)
    text = say(KEPT, {"match": press.match_id}, language=language)
    await answers.show_reply(press.interaction, Reply(text))


@on("resign")
async def resign(press: Press) -> None:
    """Resigns, unless the match has moved on since the question."""
    await press.interaction.response.defer()
    database, interaction = press.interaction.client.database, press.interaction.id
    played = await matches.resign(
        database, press.match_id, press.player, seq=press.seq, interaction=interaction
    )
    await turn_delivery.tell_played(press.interaction, played)


@on("abort")
async def abort(press: Press) -> None:
    """Aborts the match."""
    await press.interaction.response.defer()
    database, interaction = press.interaction.client.database, press.interaction.id
    match = await matches.abort(database, press.match_id, press.player, interaction=interaction)
    await turn_delivery.publish_ending(press.interaction, match)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Endings(bot))
