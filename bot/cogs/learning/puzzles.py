"""Puzzles on request, and a puzzle of the day in a channel."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.cogs.learning import _exercise, _puzzle, _puzzle_choice, _puzzle_stock
from bot.cogs.learning._daily import Dailies
from bot.cogs.learning._pictures import Reader
from bot.cogs.learning._puzzle import Place
from bot.commands import destinations, options
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions.contexts import everywhere, require_server, servers_only, user_of
from bot.interactions.locale import language_of, preferences_of
from bot.interactions.ways_out import Refusal, lead
from bot.thinkers.puzzle_searches import PuzzleSearches
from bot.ui import modals
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.learning import daily
from matches.model.ids import ChannelId
from storage.dailies import Daily

FORM = "puzzle-form"
YOUR_TURN = N_("Your turn")
ELSEWHERE = N_(
    "I post daily puzzles only on servers I've been added to, and `/daily` only works there. "
    "`/puzzle` gives you one here and now."
)
PUZZLE = N_("A puzzle")
lead(ELSEWHERE, destinations.to(PUZZLE, "puzzle-any"))


def _another(refusal: Refusal) -> Iterator[ui.DynamicItem[Any]]:
    """To another puzzle of the same game."""
    yield from destinations.to(_puzzle.ANOTHER, "puzzle-any", str(refusal.fields["key"]))(refusal)


lead(_puzzle_stock.GONE, _another)
NONE = N_("This server has no daily puzzles. Start one with `/daily game:…`.")
LISTED = N_("{game}: every day in {channel}. Next puzzle: {time}.")
NO_MORE = N_("{game}: no more daily puzzles.")
NOT_WANTED = N_("{game}: there was no daily puzzle to stop.")
WHICH = N_("For which game? Choose it with the `game` option.")
HOUR = 16
"""The hour (UTC) at which puzzles are posted by default."""


class Puzzles(commands.Cog):
    """The commands about puzzles."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("puzzle"), description=N_("A puzzle that suits your strength"))
    @app_commands.describe(game=N_("The game (default: any)"))
    @app_commands.choices(game=options.GAMES)
    async def puzzle(self, interaction: Interaction, game: str | None = None) -> None:
        """Shows a puzzle."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        key = None if game is None else options.game_of(game).info.key
        await _show_fresh(interaction, key)

    @servers_only(ELSEWHERE)
    @app_commands.command(name=N_("daily"), description=N_("Post a puzzle in a channel every day"))
    @app_commands.describe(
        game=N_("The game"),
        channel=N_("Where to post it (default: here)"),
        hour=N_("The hour of the day, in UTC"),
        off=N_("Stop the daily puzzle of this game"),
    )
    @app_commands.choices(game=options.GAMES)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.checks.has_permissions(manage_guild=True)
    async def daily(
        self,
        interaction: Interaction,
        game: str | None = None,
        channel: discord.TextChannel | None = None,
        hour: app_commands.Range[int, 0, 23] = HOUR,
        off: bool = False,
    ) -> None:
        """Changes or shows the server's puzzles of the day."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        guild, database = require_server(interaction, ELSEWHERE), self.bot.database
        if game is None:
            if off or channel is not None:
                raise Refused(WHICH)
            found = await daily.wanted(database, guild)
            lines = [_listed(interaction, one) for one in found]
            text = "\n".join(lines) or language_of(interaction).gettext(NONE)
            await answers.show_reply(interaction, Reply(text))
            return
        key = options.game_of(game).info.key
        if off:
            gone = await daily.unwant(database, guild, key)
            await answers.show_reply(interaction, Reply(_said(interaction, key, gone=gone)))
            return
        where = channel.id if channel is not None else interaction.channel_id or 0
        wanted = await daily.want(database, guild, key, ChannelId(where), hour)
        await answers.show_reply(interaction, Reply(_listed(interaction, wanted)))


def _listed(interaction: Interaction, one: Daily) -> str:
    language = language_of(interaction)
    moment = datetime.combine(date.fromordinal(one.day), time(one.hour), UTC)
    fields = {
        "game": language.gettext(options.game_of(one.game).info.name),
        "channel": f"<#{one.channel}>",
        "time": discord.utils.format_dt(moment),
    }
    return say(LISTED, fields, language=language)


def _said(interaction: Interaction, key: str, *, gone: bool) -> str:
    language = language_of(interaction)
    name = language.gettext(options.game_of(key).info.name)
    return say(NO_MORE if gone else NOT_WANTED, {"game": name}, language=language)


# A puzzle


async def _place(press: Press) -> Place:
    """Where the solver is. Raises Refused for a puzzle that is gone."""
    key = press.rest.partition("/")[0]
    return Place.read(press.rest, await _puzzle_stock.find(press.interaction.client.database, key))


async def _show_fresh(interaction: Interaction, key: str | None) -> None:
    reader, player = await Reader.of(interaction), user_of(interaction)
    found = await _puzzle_choice.fresh(interaction.client.database, player, key)
    await answers.show_reply(interaction, await _puzzle.puzzle_page(reader, Place(found)))


async def _show(interaction: Interaction, place: Place, hints: int = 0) -> None:
    reader = await Reader.of(interaction)
    await answers.show_reply(interaction, await _puzzle.puzzle_page(reader, place, hints=hints))


async def _answer(interaction: Interaction, place: Place, text: str) -> None:
    reader = await Reader.of(interaction)
    reply = await _puzzle.answer(reader, user_of(interaction), place, text)
    await answers.show_reply(interaction, reply)


async def _pick(press: Press, place: Place, picked: str, *, confirmed: bool) -> None:
    reader = await Reader.of(press.interaction)
    reply = await _puzzle.picked(reader, press.player, place, picked, confirmed=confirmed)
    await answers.show_reply(press.interaction, reply)


@on("puzzle")
async def begin(press: Press) -> None:
    """Shows the channel's puzzle to the user alone."""
    place = await _place(press)
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _show(press.interaction, place)


@on("puzzle-any")
async def fresh(press: Press) -> None:
    """Shows a puzzle of any game, or of one, in a new message."""
    key = options.game_of(press.rest).info.key if press.rest else None
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _show_fresh(press.interaction, key)


@on("puzzle-next")
async def another(press: Press) -> None:
    """Shows another puzzle of the same game."""
    key = options.game_of(press.rest).info.key
    await press.interaction.response.defer()
    await _show_fresh(press.interaction, key)


@on("puzzle-page")
@on("puzzle-page-on")
async def turn_page(press: Press) -> None:
    """Shows the puzzle with other menus."""
    place = await _place(press)
    await press.interaction.response.defer()
    await _show(press.interaction, place)


@on("puzzle-pick")
async def pick(press: Press) -> None:
    """Adds the choice. The last one waits to be confirmed, unless the player plays immediately."""
    place, picked = await _place(press), press.choice
    await press.interaction.response.defer()
    await _pick(press, place, picked, confirmed=preferences_of(press.interaction).instant)


@on("puzzle-confirm")
async def confirm(press: Press) -> None:
    """Checks the turn that was picked."""
    place = await _place(press)
    await press.interaction.response.defer()
    await _pick(press, place, place.stem, confirmed=True)


@on("puzzle-end")
async def end(press: Press) -> None:
    """Ends the turn, and checks it."""
    place = await _place(press)
    turn = _exercise.ended(place)
    if turn is None:
        raise Outdated
    await press.interaction.response.defer()
    await _answer(press.interaction, place, turn)


@on("puzzle-back")
async def back(press: Press) -> None:
    """Takes back the last choice."""
    place = _exercise.earlier(await _place(press))
    await press.interaction.response.defer()
    await _show(press.interaction, place)


@on("puzzle-hint")
async def hint(press: Press) -> None:
    """Says where the solution begins."""
    place = await _place(press)
    await press.interaction.response.defer()
    await _show(press.interaction, place, 1)


@on("puzzle-hint-more")
async def hint_more(press: Press) -> None:
    """Says the first point of the solution."""
    place = await _place(press)
    await press.interaction.response.defer()
    await _show(press.interaction, place, 2)


@on("puzzle-show")
async def show_solution(press: Press) -> None:
    """Shows the solution."""
    place = await _place(press)
    await press.interaction.response.defer()
    reader = await Reader.of(press.interaction)
    await answers.show_reply(press.interaction, await _puzzle.reveal(reader, press.player, place))


@on("puzzle-type")
async def ask(press: Press) -> None:
    """Opens the form, filled with the picked moves."""
    place = await _place(press)
    reader = await Reader.of(press.interaction)
    title, label = reader.say(YOUR_TURN), reader.say(_exercise.NOTATED)
    to = place.restarted().to(FORM)
    more = _exercise.example(place, place.puzzle.solution, reader)
    await modals.ask(press.interaction, title, label, to, more=more, filled=place.done)


@modals.on(FORM)
async def _typed(press: Press, text: str) -> None:
    place = await _place(press)
    await press.interaction.response.defer()
    await _answer(press.interaction, place, text)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Puzzles(bot))
    bot.keep(Dailies(bot).rounds)
    if bot.settings.role != "gateway":
        bot.keep(bot.service(PuzzleSearches).rounds)
