"""Shows the boards that a match owes.

An owed board is a row of the outbox. Boards are shown in the order of their turns: overdue ones go
first. If one still can't be shown, the next board tells its news.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations
from typing import TypeAlias

import matches
from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery.matches import board_answers, channels, past_boards, questions
from bot.delivery.matches.board_answers import (
    Awaited,
    Following,
    SentElsewhere,
    TakenElsewhere,
    Way,
)
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import Sent
from bot.interactions.locale import language_at
from bot.messages import board as board_message
from bot.text.discord_codes import TROUBLES
from bot.ui.message import Reply
from matches.effects.notices import board_key, table_key
from matches.model.errors import TableError
from matches.model.match import LoggedEvent, Match, PlayedTurn
from matches.outbox import queue
from matches.outbox.queue import Notice

log = logging.getLogger(__name__)

_TROUBLE = (*TROUBLES, TableError, TakenElsewhere)


@dataclass(frozen=True, slots=True)
class News:
    """What a board tells: the match, with the turns and events since the last board."""

    match: Match
    turns: Sequence[PlayedTurn] = ()
    events: Sequence[LoggedEvent] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A board that is ready to be sent, and the `line` about its turn for places where one board is
    kept up to date: empty if nobody has to be told, or if everybody has had it (`lined` is set).
    The sender calls `seen` with the messages once the board is sent.
    """

    match: Match
    reply: Reply
    line: Reply
    nonce: str
    seen: Callable[[Sequence[Sent]], Awaitable[None]]
    lined: asyncio.Event


Send: TypeAlias = Callable[[Board], Awaitable[list[Sent]]]
"""Sends a board, and returns the messages that can be seen. Raises TROUBLES, TableError,
TakenElsewhere."""


async def show_board(
    bot: Bot,
    key: str,
    owed: Sequence[Notice],
    send: Send,
    *,
    news: News | None = None,
    language: NullTranslations | None = None,
) -> list[Sent]:
    """Shows the board that is owed under this key: the last one of those `owed`, after the others.
    Returns the messages that can be seen.

    The caller holds the lock of the match. The board's content is looked up if there is no `news`,
    or if earlier boards can't be shown. The default `language` is that of the place. Raises the
    same as `send`, and SentElsewhere.
    """
    left, answered = await _catch_up(bot, owed[:-1]), news is not None
    if news is None:
        await _require_open(bot, owed[-1])
    if news is None or left:
        told = await queue.told(bot.database, owed[-1], left)
        news = News(news.match if news else told.match, told.turns, told.events)
    match = news.match
    language = language or await _language(bot, match)
    kept = await channels.keeps_board(bot, match)
    reply = await board_message.public_board(
        bot, match, language, news.turns, news.events, kept=kept
    )
    line, lined = Reply(""), asyncio.Event()
    if owed and owed[-1].line_sent:
        lined.set()
    else:
        line = board_message.line(
            match, language, news.turns, news.events, reply, answered=answered
        )
    seen = partial(note_shown, bot, match, (key, *(one.key for one in left)))
    sent = await send(Board(match, reply, line, key, seen, lined))
    if kept and sent:
        await _bring_up_to_date(bot, match, language)
    return sent


async def _bring_up_to_date(bot: Bot, match: Match, language: NullTranslations) -> None:
    """Updates a kept board once more if the match has gone on and all of that has been shown:
    another process may have done so before this process's edit came through. Raises nothing.
    """
    shown = match
    try:
        while (now := await matches.get(bot.database, match.id)).base > shown.base:
            if await queue.boards(bot.database, match.id, now.base):
                return  # A board that follows is still to be shown.
            turns = [one for one in now.recent if one.turn.seq > match.seq]
            events = [one for one in now.events if one.seq > match.seq]
            reply = await board_message.public_board(bot, now, language, turns, events, kept=True)
            await channels.update_board(bot, now, reply)
            shown = now
        if shown is not match:
            await channels.close(bot, shown)
    except (*TROUBLES, TableError) as error:
        log.log(level_of(error), "match=%s its kept board: %s", match.id, error)


async def show_left_board(bot: Bot, owed: Sequence[Notice], *, taken: bool = False) -> list[Sent]:
    """Shows the last one of the boards owed, where the match is played. `taken`: the caller has
    taken it from the outbox. It is held until it is shown, however long that takes. Otherwise like
    `show_board`; raises TakenElsewhere, too, unless it is `taken`, and SentElsewhere.
    """
    notice = owed[-1]
    way = await board_answers.way_of(bot, notice, taken=taken)
    ours, attempt = not isinstance(way, Awaited), notice.attempts
    if isinstance(way, Following):
        ours, attempt = way.attempts is not None, way.attempts or 0
    with bot.service(Outbox).busy_with(notice.key, ours=ours, attempt=attempt):
        return await show_board(bot, notice.key, owed, partial(_send, bot, notice, way))


async def _send(bot: Bot, notice: Notice, way: Way | None, board: Board) -> list[Sent]:
    if not await queue.is_pending(bot.database, notice.key):
        return []  # One before it has been found in a later board, which tells of this one, too.
    sent = await channels.send_board(
        bot, board.match, board.reply, board.line, board.nonce, way=way, lined=board.lined
    )
    if way is not None and way.until > notice.base:
        # A later board that nobody could note tells of this one, and of all between them. Once it
        # is the last board it gives up its buttons to the next, and couldn't be found any more.
        told = await queue.boards(bot.database, notice.match_id, way.until)
        await queue.done(bot.database, *(one.key for one in told if one.base > notice.base))
    await board.seen(sent)
    await channels.close(bot, board.match)
    return sent


async def is_unshown(bot: Bot, match: Match) -> bool:
    """Whether a match still needs its first public board and its thread. False while its channel
    refuses the bot: nobody should wait for that.
    """
    if match.apart or bot.shut.holds(match.place):
        return False
    return await queue.is_pending(bot.database, board_key(match))


async def note_shown(bot: Bot, match: Match, keys: Sequence[str], sent: Sequence[Sent]) -> None:
    """Removes the buttons from the board before this one, and notes that this one, and with it
    everything owed under these `keys` of the outbox, has been shown.

    In this order, because if the process dies in between, the next one does both again. The table's
    message shows the result as soon as there is a last board to link to. Questions that nobody can
    answer any more say so.
    """
    newest, outbox = await past_boards.retire_for(bot, match, sent), bot.service(Outbox)
    await outbox.done(*keys, boards={match.id: newest} if newest is not None else None)
    if match.ending is not None:
        with suppress(TableError):  # If this fails, it is sent some seconds later.
            await outbox.send_now(table_key(match))
    await questions.settle_lapsed(bot, match)


async def _catch_up(bot: Bot, owed: Sequence[Notice]) -> list[Notice]:
    """Shows overdue boards, so that none of them follows a later one.

    Stops at the first failure, so that trouble costs only one request per turn. Returns the boards
    that were not shown: the next board has to tell their news, too. Raises SentElsewhere.
    """
    outbox = bot.service(Outbox)
    unsent = [one for one in owed if not outbox.has_sent(one.key)]
    if len(unsent) < len(owed):  # What was sent is noted first: the next board has to know of it.
        with suppress(TableError):
            await outbox.keep()
    for at, one in enumerate(unsent):
        try:
            await show_left_board(bot, [one])
        except SentElsewhere:
            raise
        except _TROUBLE as error:
            log.log(level_of(error), "notice=%s before a later one: %s", one.key, error)
            return unsent[at:]
    return []


async def _require_open(bot: Bot, notice: Notice) -> None:
    """Raises StillShut if the board couldn't be sent, before it is painted."""
    match = await matches.get(bot.database, notice.match_id)
    if not match.apart:
        bot.shut.require(match.place)


async def _language(bot: Bot, match: Match) -> NullTranslations:
    """The language of the place; in direct messages, that of the host."""
    host = await bot.preferences.by_player(match.host)
    return await language_at(bot, match.place, host.spoken)
