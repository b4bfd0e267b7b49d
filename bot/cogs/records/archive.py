"""Exporting matches as records, opening records, and stepping through matches."""

from __future__ import annotations

from functools import partial
from io import BytesIO

import discord
from discord import app_commands
from discord.ext import commands

import matches
from bot.cogs.records import _animation, _replay
from bot.commands.which_match import MATCH, choices, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.archived_threads import in_unarchived
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.interactions.response import answer
from bot.records import files
from bot.records.source import log_of
from bot.text import match as match_text
from bot.ui import modals
from bot.ui.controls import number
from bot.ui.dispatch import Press, on
from games.record import LIMIT, LONGEST
from games.words import N_, Fields, say
from matches.archive import records
from matches.model.ids import MatchId
from matches.model.requirements import require_begun

FILES = N_("{match}: the match as text, and as JSON for programs. `/import` opens either.")
LONG_FILES = N_(
    "{match}: the match as text, and as JSON for programs. It's too long for `/import`, which "
    "opens records of at most {count} turns. `/replay` shows all of it here."
)
TOO_LARGE = N_("This file is too large to be a match record.")
FILE = N_("A record made by `/export`")
TURN = N_("The turn to start at; 0 is the beginning")
ANIMATED = N_("Show the last turns as an animation instead: how many, or 0 for all")


async def _complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The user's own matches, including those that are over."""
    database, player = interaction.client.database, user_of(interaction)
    found = await matches.matches_of(database, player)
    found += await matches.matches_of(database, player, over=True)
    return choices(interaction, [one for one in found if one.started_at], current)


class Archive(commands.Cog):
    """The commands for records."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("export"), description=N_("Get a match as a file"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=_complete)
    async def export(self, interaction: Interaction, typed: str | None = None) -> None:
        """Sends the record of a match."""
        await run_in_match(interaction, "export", typed, status="begun")

    @everywhere
    @app_commands.command(name=N_("import"), description=N_("View a match from a file"))
    @app_commands.describe(file=FILE)
    async def open_file(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Opens an uploaded record."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        if file.size > LIMIT:
            raise Refused(TOO_LARGE)
        await _replay.open_record(interaction, await file.read())

    @everywhere
    @app_commands.command(name=N_("replay"), description=N_("Step through a match"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH, turn=TURN, animate=ANIMATED)
    @app_commands.autocomplete(typed=_complete)
    async def replay(
        self,
        interaction: Interaction,
        typed: str | None = None,
        turn: app_commands.Range[int, 0] | None = None,
        animate: app_commands.Range[int, 0] | None = None,
    ) -> None:
        """Shows a match from its start, at a turn, or as an animation."""
        if animate is None:
            await run_in_match(interaction, "replay", typed, str(turn or 0), status="begun")
        else:
            await run_in_match(interaction, "animate", typed, str(animate), status="begun")


@in_match("export")
async def export(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Sends the user the record in both forms."""
    require_begun(await access.require(interaction, match_id))
    match, record = await records.recorded(interaction.client.database, match_id)
    rest = (
        record.setup,
        record.turns,
        record.result,
        record.rules_version,
        record.ending,
        record.variations,
    )
    write = partial(files.of_record, record.game.info.key, rest)
    texts = await interaction.client.jobs.run(interaction.user.id, "record", write)
    too_long = record.length > LONGEST or len(texts[0]) > LIMIT
    language = language_of(interaction)
    fields: Fields = {"match": match_text.title(match, language), "count": LONGEST}
    said = say(LONG_FILES if too_long else FILES, fields, language=language)

    async def send() -> None:
        sent = [
            discord.File(BytesIO(text), f"{match.id}.{ending}")
            for ending, text in zip(("txt", "json"), texts, strict=True)
        ]
        await answer(interaction, content=said, attachments=sent)

    await in_unarchived(interaction, send)


@in_match("replay")
async def replay(interaction: Interaction, match_id: MatchId, turn: str) -> None:
    """Shows the match at a turn, with buttons to step on."""
    match = await access.require(interaction, match_id)
    await _replay.show_match(interaction, match, number(turn or "0"))


@in_match("animate")
async def animate(interaction: Interaction, match_id: MatchId, last: str) -> None:
    """Sends the user the last turns of the match as an animation."""
    match = await access.require(interaction, match_id)
    require_begun(match)
    log = log_of(match)
    reply = await _animation.animation(interaction, match, log, number(last))
    await answers.show_reply(interaction, reply)


@on("replay")
async def step(press: Press) -> None:
    """Shows the match at the button's stop."""
    await press.interaction.response.defer()
    await _replay.step(press)


@on("animate")
async def show_animation(press: Press) -> None:
    """Sends an animation of the match in a message of its own."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _replay.show_animation(press)


@on("replay-turn")
async def ask_for_turn(press: Press) -> None:
    """Opens the form for the number of a turn."""
    await _replay.ask_for_turn(press)


@modals.on(_replay.FORM)
async def go_to_turn(press: Press, typed: str) -> None:
    """Shows the match at the typed turn."""
    await press.interaction.response.defer()
    await _replay.go_to(press.interaction, press.match_id, typed)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Archive(bot))
