"""Requests that need consent: taking turns back, adjourning; and resuming."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

import matches
from bot.cogs.agreements import _answered
from bot.commands import acts
from bot.commands.which_match import MATCH, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery.matches import publication, questions
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.messages import consent as consent_message
from bot.text import match as match_text
from bot.text.numbers import listed
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.consent import asked
from matches.model.errors import NoRequest, StaleMatch
from matches.model.ids import MatchId
from matches.model.played import Played

ASKED = {
    "takeback": N_("{match}: you've asked {players} for a takeback."),
    "adjourn": N_("{match}: you've asked {players} to adjourn."),
}


class Consent(commands.Cog):
    """The commands that ask for consent, and the one that resumes."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("takeback"), description=N_("Ask to take back your last turn"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def takeback(self, interaction: Interaction, typed: str | None = None) -> None:
        """Asks the opponents."""
        await run_in_match(interaction, "takeback", typed)

    @everywhere
    @app_commands.command(name=N_("adjourn"), description=N_("Ask to adjourn the match"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def adjourn(self, interaction: Interaction, typed: str | None = None) -> None:
        """Asks all others, or agrees."""
        await run_in_match(interaction, "adjourn", typed)

    @everywhere
    @app_commands.command(name=N_("resume"), description=N_("Resume an adjourned match"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def resume(self, interaction: Interaction, typed: str | None = None) -> None:
        """Resumes an adjourned match."""
        await run_in_match(interaction, "resume", typed, status="adjourned")


@in_match("takeback")
async def ask_to_take_back(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Asks the opponents to take back the user's last turn."""
    database, player = interaction.client.database, user_of(interaction)
    await _asked(
        interaction,
        await matches.ask_to_take_back(database, match_id, player, interaction=interaction.id),
    )


@in_match("adjourn")
async def ask_to_adjourn(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Asks all others to adjourn, or agrees to that."""
    bot, player = interaction.client, user_of(interaction)
    before = await matches.get(bot.database, match_id)
    played = await matches.ask_to_adjourn(
        bot.database, match_id, player, interaction=interaction.id
    )
    await _asked(interaction, played)
    if before.request is not None and played.match.request is None:
        public = await answers.public_language(interaction, before.place)
        agreed = consent_message.agreed(before, before.request, public)
        await questions.settle(bot, played.match, before.request, agreed)


async def _asked(interaction: Interaction, played: Played) -> None:
    """Shows everybody the request, or its outcome. The button below the answer withdraws a request
    made by mistake.
    """
    match = played.match
    if match.request is None:
        await turn_delivery.tell_played(interaction, played)
        return
    public = await answers.public_language(interaction, match.place)
    language = language_of(interaction)
    whom = [match_text.mention(match.players[seat - 1], language) for seat in asked(match)]
    fields = {"match": match_text.title(match, language), "players": listed(whom, language)}
    text = say(ASKED[match.request.kind], fields, language=language)
    withdraw = acts.buttons("deny", match, user_of(interaction), language)
    reply, nonce = consent_message.request(match, public), f"{match.id}.{match.seq}.ask"
    await publication.publish(interaction, match, reply, nonce, Reply(text, tuple(withdraw)))


@in_match("resume")
async def resume(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Resumes the match."""
    database, player = interaction.client.database, user_of(interaction)
    await turn_delivery.tell_played(
        interaction, await matches.resume(database, match_id, player, interaction=interaction.id)
    )


@on("resume")
async def resume_by_button(press: Press) -> None:
    """Resumes the match whose board is above the button."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await resume(press.interaction, press.match_id, "")


@on("request-accept")
async def accept(press: Press) -> None:
    """Agrees to the request above the button."""
    interaction, database = press.interaction, press.interaction.client.database
    await interaction.response.defer()
    before = await matches.get(database, press.match_id)
    played = await matches.grant(
        database, press.match_id, press.player, request=press.seq, interaction=interaction.id
    )
    match = played.match
    public = await answers.public_language(interaction, match.place)
    if match.request is not None:
        await answers.show_reply(interaction, consent_message.request(match, public))
        return
    done = consent_message.agreed(before, before.request, public)
    await turn_delivery.publish_board(interaction, match, done, played.turns, played.events)


@on("request-decline")
async def decline(press: Press) -> None:
    """Declines the request above the button, or takes it back."""
    interaction, database = press.interaction, press.interaction.client.database
    await interaction.response.defer()
    before = await matches.get(database, press.match_id)
    try:
        played = await matches.deny(
            database, press.match_id, press.player, request=press.seq, interaction=interaction.id
        )
    except (NoRequest, StaleMatch) as error:
        await _answered.tell(press, error, draw=False)
        return
    match = played.match
    public = await answers.public_language(interaction, match.place)
    reply = consent_message.declined(before, before.request, press.player, public, draw=False)
    await turn_delivery.replace_question(interaction, match, reply.text, before.request)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Consent(bot))
