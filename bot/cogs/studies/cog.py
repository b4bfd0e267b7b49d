"""`/whatif`, and the buttons that open a study."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.studies import _list
from bot.cogs.studies._at_hand import match_of, show
from bot.cogs.studies._message import View
from bot.cogs.studies._start import at_stop, open_at, start_of
from bot.commands import options
from bot.commands.which_match import MATCH, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.errors import Outdated, Refused
from bot.interactions import access
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.interactions.response import acknowledge_in_time
from bot.records.refused import refused
from bot.records.source import FILE, Source
from bot.ui.dispatch import Press, on
from games import play
from games.record import LIMIT, RecordError
from games.words import N_, Term
from matches.model.ids import NO_ID, MatchId, StudyNumber
from matches.model.requirements import require_begun
from matches.studies import stored
from matches.studies.shelf import Start

STUDY = N_("One of your studies")
RECORD = N_("A record made by `/export`: try out turns from its last position")
GAME = N_("The game of the position; alone: try out turns from its start")
POSITION = N_("A position as text, as computer programs write it")
TOO_LARGE = N_("This file is too large to be a match record.")
NO_POSITION = N_(
    "In {game}, that isn't a position in which somebody can move. Check the text and try again."
)
WHICH_GAME = N_("Which game is the position from? Choose it with the `game` option.")
_LONGEST = 2_000
"""The most characters of a position."""


class Studies(commands.Cog):
    """The command."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(
        name=N_("whatif"), description=N_("Try out turns on a board that only you can see")
    )
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH, study=STUDY, file=RECORD, game=GAME, position=POSITION)
    @app_commands.choices(game=options.GAMES)
    @app_commands.autocomplete(typed=complete_match, study=_list.complete)
    async def whatif(
        self,
        interaction: Interaction,
        *,
        typed: str | None = None,
        study: str | None = None,
        file: discord.Attachment | None = None,
        game: str | None = None,
        position: app_commands.Range[str, 1, _LONGEST] | None = None,
    ) -> None:
        """Opens a study of a match, a file or a position, or one that the user has."""
        if study is not None:
            acknowledge_in_time(interaction)
            await _open(interaction, _list.chosen(study))
        elif file is not None:
            acknowledge_in_time(interaction)
            await _open_file(interaction, file)
        elif position is not None:
            acknowledge_in_time(interaction)
            if game is None:
                raise Refused(WHICH_GAME)
            await open_at(interaction, await asyncio.to_thread(_read, game, position))
        elif game is not None and typed is None:
            acknowledge_in_time(interaction)
            await open_at(interaction, _beginning(game))
        else:
            await run_in_match(interaction, "whatif", typed)


async def _open(interaction: Interaction, wanted: StudyNumber) -> None:
    player = user_of(interaction)
    study = await stored.get(interaction.client.database, player, wanted)
    await show(interaction, View(study, await match_of(interaction, study)))


async def _open_file(interaction: Interaction, file: discord.Attachment) -> None:
    if file.size > LIMIT:
        raise Refused(TOO_LARGE)
    source = Source.of_file(file)
    try:
        match, last = await source.at(interaction, LIMIT)
    except RecordError as error:
        raise refused(error, language_of(interaction)) from error
    if last.position.to_move is None:
        match, last = await source.at(interaction, last.number - 1)
    await open_at(interaction, await at_stop(match, last))


def _read(key: str, text: str) -> Start:
    """The position of a text. Raises Refused unless somebody can move there, at the beginning of a
    turn.
    """
    game = options.game_of(key)
    no_position = partial(Refused, NO_POSITION, game=Term(game.info.name))
    try:
        position = game.position(" ".join(text.split()))
    except ValueError as error:
        raise no_position() from error
    if position.to_move is None or position.mid_turn or not game.legal_moves(position):
        raise no_position()
    setup = play.setup(game, position.seats, rng=Random(0))
    return Start(game, setup, str(position))


def _beginning(key: str) -> Start:
    """The first position of a game with its usual options; what has to be drawn is drawn."""
    game = options.game_of(key)
    setup = play.setup(game, rng=Random())
    return Start(game, setup, str(game.start(setup)))


@in_match("whatif")
async def whatif(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Opens the user's study of a match, where it stands."""
    match = await access.require(interaction, match_id)
    require_begun(match)
    await open_at(interaction, await start_of(interaction, match), match)


@on("try")
async def try_it_out(press: Press) -> None:
    """Opens the user's study at the stop of a replay that the button's `seq` names."""
    interaction = press.interaction
    acknowledge_in_time(interaction)
    if press.match_id == NO_ID:
        source = Source.of_file(_kept(interaction))
        match = None
    else:
        match = await access.require(interaction, press.match_id)
        require_begun(match)
        source = Source.stored(match)
    seen, stop = await source.at(interaction, press.seq)
    if stop.position.to_move is None:
        seen, stop = await source.at(interaction, stop.number - 1)
    await open_at(interaction, await at_stop(seen, stop), match)


def _kept(interaction: Interaction) -> discord.Attachment:
    """The record of the message with the button."""
    files = interaction.message.attachments if interaction.message else []
    found = next((file for file in files if file.filename == FILE), None)
    if found is None:
        raise Outdated
    return found


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Studies(bot))
