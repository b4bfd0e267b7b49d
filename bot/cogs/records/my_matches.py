"""The list of the user's own matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from gettext import NullTranslations
from itertools import groupby
from types import MappingProxyType

from discord import app_commands
from discord.ext import commands

import matches
from bot.context import Bot, Interaction
from bot.delivery.matches import past_boards
from bot.delivery.transport import answers
from bot.interactions import access
from bot.interactions.contexts import everywhere, guild_of, user_of
from bot.interactions.locale import language_of
from bot.messages import board as board_message
from bot.messages import table as table_message
from bot.messages.competitions.tournament import Belongings
from bot.messages.first_steps import COMPUTER, OPPONENT, first_steps
from bot.pictures.men import Emojis, badges
from bot.text import clock as clock_text
from bot.text import match as match_text
from bot.ui.controls import Control, custom_id, pager
from bot.ui.dispatch import Press, on
from bot.ui.layout import RULE, Part, Row, Text, heading, ruled
from bot.ui.message import Reply
from games.words import N_, NN_, say
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Listing

PAGE = 6
"""The most matches on a page, so that a message has room for them."""

JUMP = "https://discord.com/channels"
"""What links to channels begin with."""

MY_TURN, THEIR_TURN = N_("Your turn"), N_("Waiting for others")
STILL, TABLES = N_("Adjourned"), N_("Tables")
"""The headings, in the order in which matches are found."""

NO_MATCHES = N_("You have no matches right now. Play the computer, or find an opponent.")
NONE_OVER = N_("None of your matches is over yet.")
MINE, OVER = N_("Your matches"), N_("Your finished matches")
AS, TURN = N_("as {seat}"), N_("turn {number}")
LENGTH = NN_("{count} turn", "{count} turns")


class Records(commands.Cog):
    """The command that lists matches."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(
        name=N_("games"), description=N_("Your matches, starting with those where it's your turn")
    )
    @app_commands.describe(over=N_("Show your finished matches"))
    async def list_games(self, interaction: Interaction, over: bool = False) -> None:
        """Lists the user's matches."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.names.meet(guild_of(interaction), interaction.user)
        await _show(interaction, 0, over=over)


async def _show(interaction: Interaction, page: int, *, over: bool) -> None:
    database, player = interaction.client.database, user_of(interaction)
    found = await matches.matches_of(
        database, player, over=over, limit=PAGE + 1, offset=page * PAGE
    )
    if page and not found:  # The list has become shorter.
        await _show(interaction, 0, over=over)
        return
    language = language_of(interaction)
    bot = interaction.client
    reply = listed(
        found,
        player,
        database.now(),
        language,
        bot.service(Emojis),
        page=page,
        over=over,
        veiled=(await bot.preferences.by_player(player)).spoilers,
        belongs=await bot.service(Belongings).lines(found, language),
        boards=await past_boards.addresses(bot, found[:PAGE]),
    )
    await answers.show_reply(interaction, reply)


def listed(
    found: list[Listing],
    player: PlayerId,
    now: datetime,
    language: NullTranslations,
    emojis: Emojis,
    *,
    page: int = 0,
    over: bool = False,
    veiled: bool = False,
    belongs: Mapping[MatchId, str] = MappingProxyType({}),
    boards: Mapping[MatchId, str] = MappingProxyType({}),
) -> Reply:
    """A page of the list: each match has a button, and other buttons turn the page.

    Under headings, those where it is the player's turn come first. `belongs` says which
    tournament, ladder or league a match belongs to, `boards` where the newest board is.
    """
    if not found:
        none = language.gettext(NONE_OVER if over else NO_MATCHES)
        begin = first_steps(language, steps=(COMPUTER, OPPONENT))
        return Reply(none, (*begin, table_message.open_button(language))).laid_out()

    def row(one: Listing) -> Row:
        line = _line(
            one,
            player,
            now,
            language,
            veiled=veiled,
            belongs=belongs.get(one.id, ""),
            board=boards.get(one.id),
        )
        return Row(line, _to(one, player, language, emojis))

    groups = groupby(found[:PAGE], lambda one: "" if over else _group(one, player))
    parts: list[Part] = [heading(language.gettext(OVER if over else MINE))]
    for title, group in groups:
        if len(parts) > 1:
            parts.append(RULE)
        if title:
            parts.append(Text(f"**{language.gettext(title)}**"))
        parts += ruled(map(row, group))
    controls = pager(
        page,
        lambda number: custom_id("mine", rest=f"{number}/{int(over)}"),
        more=len(found) > PAGE,
    )
    return Reply("", tuple(controls), parts=tuple(parts))


def _group(match: Listing, player: PlayerId) -> str:
    """The heading for a match that is not over."""
    if match.status == "running":
        return MY_TURN if match.player_to_move == player else THEIR_TURN
    return TABLES if match.status == "open" else STILL


def _to(match: Listing, player: PlayerId, language: NullTranslations, emojis: Emojis) -> Control:
    """The button to a match, with the player's badge."""
    seat = match.seat_of(player)
    badge = emojis.of(badges(match.game, match.setup)[seat - 1]) if seat else None
    return board_message.to_match(match, player, language, badge)


@on("mine")
async def turn_page(press: Press) -> None:
    """Shows another page."""
    page, over = press.read(r"(\d{1,4})/([01])")
    await press.interaction.response.defer()
    await _show(press.interaction, int(page), over=over == "1")


@on("go")
async def open_match(press: Press) -> None:
    """Shows a match of the list: its board, or its table."""
    interaction, player = press.interaction, press.player
    await interaction.response.defer(ephemeral=True, thinking=True)
    language = language_of(interaction)
    named = MatchId(press.choice) if press.values else press.match_id  # Older messages have a menu.
    match = await access.require(interaction, named)
    reply = table_message.message(match, language)
    if match.started_at is not None:
        reply = await board_message.own_board(interaction.client, match, player, language)
    await answers.show_reply(interaction, reply)


def _line(
    match: Listing,
    player: PlayerId,
    now: datetime,
    language: NullTranslations,
    *,
    veiled: bool,
    belongs: str,
    board: str | None,
) -> str:
    """A match in a few lines: game and opponents, what has to be done by when, what it belongs to,
    where it is played, and how far it is. What its heading says is not repeated.
    """
    others = " ".join(match_text.mention(one, language) for one in match.seated if one != player)
    state = match_text.state(match, player, language).partition("\n")[0]
    if veiled and match.ending is not None:
        state = match_text.veiled(state)
    to_move = match.player_to_move
    if to_move == player or (to_move and match_text.mention(to_move, language) == others):
        state = ""  # The heading says whose turn it is.
    title = match_text.title(match, language)
    last = " · ".join((*_where(match, board, language), *_stage(match, player, language)))
    lines = [
        " · ".join(filter(None, (title, others))),
        " · ".join(filter(None, (state, clock_text.due(match, now, language)))),
        belongs,
        f"-# {last}" if last else "",
    ]
    return "\n".join(filter(None, lines))


def _where(match: Listing, board: str | None, language: NullTranslations) -> Iterator[str]:
    """A link to the newest board, or else to the match's thread, whose long name would only repeat
    what the line says; or its channel's name.
    """
    guild, thread = match.place.guild, match.place.own_thread
    if guild is not None and thread is not None:
        board = board or f"{JUMP}/{guild}/{thread}"
    if board is not None:
        yield f"[{language.gettext(board_message.TO_BOARD)}]({board})"
    elif guild is not None:
        yield f"<#{match.place.where}>"


def _stage(match: Listing, player: PlayerId, language: NullTranslations) -> Iterator[str]:
    """What tells matches of the same people apart: who sits where, how far it is, when it ended.

    Each stays whole at the end of a line, so that on a phone no number stands in a line of its own.
    """
    seat = match.seat_of(player)
    if match.started_at is None or seat is None:
        return
    yield _whole(say(AS, {"seat": seat}, match.game.seat_names(match.setup), language))
    if match.finished_at is None:
        yield _whole(say(TURN, {"number": match.turn_count + 1}, language=language))
    else:
        yield _whole(say(LENGTH, {"count": match.turn_count}, language=language))
        yield f"<t:{match.finished_at.timestamp():.0f}:d>"


def _whole(words: str) -> str:
    return words.replace(" ", "\u00a0")


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Records(bot))
