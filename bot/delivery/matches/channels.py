"""Public messages about a match: in its channel or thread, or as direct messages."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from gettext import NullTranslations
from weakref import WeakValueDictionary

import discord

import matches
from bot.context import Bot
from bot.context.shut_channels import StillShut
from bot.delivery.matches import threads
from bot.delivery.matches.board_answers import ByAnswer, Found, Way, is_board
from bot.delivery.matches.direct_boards import by_answers
from bot.delivery.transport.direct_messages import to_players
from bot.delivery.transport.posts import Sent, once, post
from bot.delivery.transport.tokens import VALID, HistoryHidden, Tokens
from bot.interactions.archived_threads import in_unarchived_thread
from bot.interactions.locale import language_at
from bot.messages.board import TO_BOARD, tells_all
from bot.text import match as match_text
from bot.text import permissions
from bot.text.discord_codes import INVALID, MISSING, TROUBLES, meaning_of
from bot.ui.controls import link
from bot.ui.message import Reply
from games.words import N_, say
from matches.effects.notices import board_key
from matches.model.errors import TableError
from matches.model.ids import ChannelId, MessageId
from matches.model.match import Listing, Match
from matches.model.turns import pause
from matches.outbox import queue

log = logging.getLogger(__name__)


MOVED = N_("I can no longer post in this match's thread, so the match goes on here.")

MOVED_ON = N_("The board is in a newer message now, and is updated there. The button leads to it.")
LIVE = timedelta(seconds=VALID)
"""The longest pause between two turns after which a kept board may go on in another message."""

_LOCKS: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def in_order(id_: str) -> asyncio.Lock:
    """The lock under which messages about a match or a competition are sent, so that they keep the
    order of what happens there.
    """
    return _LOCKS.setdefault(id_, asyncio.Lock())


async def broadcast(
    bot: Bot, match: Listing, reply: Reply, nonce: str, way: Way | None = None
) -> list[Sent]:
    """Sends a reply to the match's channel, in another `way` where that is possible; if the match
    is private, or played where the bot is not a member, to each of its players.

    Raises TROUBLES, TableError.
    """
    if match.apart:
        return (await to_players(bot, match, reply, nonce))[0]
    return [await _to_place(bot, await _now(bot, match), reply, nonce, way)]


async def send_board(
    bot: Bot,
    match: Match,
    reply: Reply,
    line: Reply,
    nonce: str,
    *,
    now: Listing | None = None,
    way: Way | None = None,
    lined: asyncio.Event,
) -> list[Sent]:
    """Sends a board, or updates the one that is kept up to date and sends the `line` for the turn
    unless it is empty. While play is live, the kept board goes on as an answer. With the first
    board the match gets its thread. Returns the messages that show the board.

    `now` is the match as it is now, if the caller has just read it. What everybody should read is
    shown in another `way` where that is possible. `lined` is set once everybody has the line, if
    only the kept board is behind it; it is set already if they have had the line before, which is
    empty then. Raises the same as `broadcast`.
    """
    if match.apart:
        instead = by_answers(bot, match, way)
        return (await to_players(bot, match, reply, nonce, instead=instead))[0]
    now = now or await _now(bot, match)
    first = match.status == "running" and match.turn_count == 0
    settings = await bot.preferences.in_guild(match.place.guild)
    if first and now.place.thread is None and settings.threads:
        now, reply = await _with_thread(bot, now, reply)
    if await keeps_board(bot, match):
        told = lined.is_set() or bool(line.text)
        stays = isinstance(now, Match) and await _is_overtaken(bot, match, now, told=told)
        anew = not (stays or lined.is_set()) and _goes_on_anew(bot, match, now, reply, way)
        sent = await _keep(
            bot,
            now,
            reply,
            line,
            nonce,
            way=way,
            lined=lined,
            stays=stays,
            anew=anew,
            until=match.base,
        )
    else:
        sent = [await _to_place(bot, now, reply, nonce, way)]
    return sent


async def _is_overtaken(bot: Bot, match: Match, now: Match, *, told: bool) -> bool:
    """Whether updating the kept board is left to a later turn: because a line has `told` everybody
    of this one, or because the later board has been shown already.
    """
    if now.base == match.base:
        return False
    return told or not await queue.is_pending(bot.database, board_key(now))


def _goes_on_anew(bot: Bot, match: Match, now: Listing, reply: Reply, way: Way | None) -> bool:
    """Whether a kept board goes on in a new message: as an answer, which is edited at no expense,
    where its own message can't be any more. Only while play is live, since people would have to
    look for it elsewhere each time; and not if the line has to tell of more than the board.
    """
    if now.board is None or match.status != "running" or not isinstance(way, ByAnswer):
        return False
    if bot.service(Tokens).edits(now.board) or not way.is_possible(now.place.where, reply):
        return False
    paused = pause(match)
    return paused is not None and paused <= LIVE and tells_all(match)


async def keeps_board(bot: Bot, match: Match) -> bool:
    """Whether this board is kept up to date in one message: because the guild has chosen this, or
    because the phase is gradual. Boards in direct messages never are.
    """
    if match.apart:
        return False
    if match.position.phase in match.game.info.gradual:
        return True
    return (await bot.preferences.in_guild(match.place.guild)).boards == "kept"


async def update_board(bot: Bot, match: Listing, reply: Reply) -> None:
    """Updates the board that is kept up to date, without a line about it. Raises TROUBLES,
    Unavailable.
    """
    if match.board is not None:
        line, lined = Reply(""), asyncio.Event()
        await _keep(bot, match, reply, line, "", way=None, lined=lined, stays=False, until=0)


async def close(bot: Bot, match: Listing) -> None:
    """Closes the thread of a match that is over, after everything else has been sent there."""
    if match.ending is not None and not match.apart:
        now = await _now(bot, match)
        await threads.close(bot, now, await language_at(bot, now.place))


async def _now(bot: Bot, match: Listing) -> Listing:
    """The match as it is now, since its place may have changed."""
    try:
        return await matches.get(bot.database, match.id)
    except TableError:
        return match


async def _with_thread(bot: Bot, match: Listing, reply: Reply) -> tuple[Listing, Reply]:
    """The match in its new thread, and the reply with mentions that add its players to it."""
    language = await language_at(bot, match.place)
    try:
        thread = await threads.make(bot, match, language)
    except threads.NoThread as error:
        if not error.lacks:
            return match, reply.adding(f"-# {language.gettext(error.sentence)}")
        lacking = threads.lacking(error, language)
        reply = _complaining(bot, match, reply, lacking, language)
        bot.complained.add((match.place.channel, lacking))
        return match, reply
    if thread is None:
        return match, reply
    match = await matches.move_to(bot.database, match.id, thread=thread)
    return match, replace(reply, mentions=await bot.preferences.called(match.seated))


async def _keep(
    bot: Bot,
    match: Listing,
    reply: Reply,
    line: Reply,
    nonce: str,
    *,
    way: Way | None,
    lined: asyncio.Event,
    stays: bool,
    until: int,
    anew: bool = False,
) -> list[Sent]:
    """Updates the kept board and announces the turn in a line with a link to it. Sends a new board
    if there is none (any more). Returns the board.

    The line is sent first, because it unarchives a thread. With `stays` the board is left as it is.
    With `anew` a board takes the place of both, if it can be an answer. So what is found in place
    of a line may be one, also if nobody has to be told. The line follows it then, since each turn
    has one; it calls nobody, and is neither owed nor looked for.
    """
    if match.board is None:
        return await _kept_from_now_on(bot, match, await _to_place(bot, match, reply, nonce, way))
    place = match.place
    channel = bot.get_partial_messageable(place.where, guild_id=place.guild)
    kept, shown = channel.get_partial_message(match.board), Sent(match.board, place.where)
    bare, language = line, await language_at(bot, place)
    if line.text:
        line = _leading(line, kept, language)
    answer = replace(reply, mentions=line.mentions) if anew else line
    told: Sent | None = None
    if line.text:
        told = await _to_place(bot, match, line, nonce, way, answer=answer)
        lined.set()
    elif way is not None and (anew or (isinstance(way, Found) and not lined.is_set())):
        with suppress(HistoryHidden):  # Then the board is edited, which shows nothing twice.
            told = await way.send(place.where, answer)
    if told is not None and is_board(told, match.id):
        shown_in = await _takes_over(bot, match, told)
        if line.text and isinstance(way, ByAnswer):
            text = f"{match_text.title(match, language)}\n-# {language.gettext(MOVED_ON)}"
            beside = _leading(bare, channel.get_partial_message(told.id), language)
            await way.add(replace(beside, text=text, mentions=()))
        return shown_in
    if stays or await bot.service(Tokens).edit(match.board, **reply.edited()):
        return [shown]
    if line.text:
        await bot.pace.spare()
    try:
        return await _update(bot, match, kept, reply, nonce)
    except TROUBLES:
        if line.text:  # Its nonce is good for some minutes only.
            with suppress(TableError):
                await queue.note_line_sent(bot.database, match.id, until)
        raise


def _leading(line: Reply, board: discord.PartialMessage, language: NullTranslations) -> Reply:
    """The line about a turn, with a link to the board."""
    to_board = link(language.gettext(TO_BOARD), board.jump_url)
    return replace(line, controls=(*line.controls, to_board))


async def _update(
    bot: Bot, match: Listing, kept: discord.PartialMessage, reply: Reply, nonce: str
) -> list[Sent]:
    """Updates the kept board, or replaces it if it is gone. Returns the board."""
    place, shown = match.place, Sent(MessageId(kept.id), match.place.where)
    try:
        with bot.shut.reaching(place.where, place.above):
            await in_unarchived_thread(
                bot, place.where, place.above, lambda: kept.edit(**reply.edited())
            )
    except discord.HTTPException as error:
        meaning = meaning_of(error)
        beyond = error.code == INVALID and not reply.parts
        if beyond and (await _now(bot, match)).ending is not None:
            # It shows the result already, which is laid out.
            log.info("match=%s board=%d is beyond this turn", match.id, kept.id)
            return [shown]
        log.log(meaning.level, "match=%s board=%d: %s", match.id, kept.id, error)
        if meaning.bears_words and reply.picture is not None:
            await in_unarchived_thread(
                bot, place.where, place.above, lambda: kept.edit(**reply.in_words().edited())
            )
            return [shown]
        moves = meaning.shuts and place.own_thread is not None
        if meaning.again != "resent" and not moves:
            raise
        new = await _to_place(
            bot, await _now(bot, match), replace(reply, mentions=()), f"{nonce}.b"
        )
        return await _kept_from_now_on(bot, match, new)
    return [shown]


async def _kept_from_now_on(bot: Bot, match: Listing, board: Sent) -> list[Sent]:
    """From now on this is the board that is kept."""
    await matches.move_to(bot.database, match.id, board=board.id)
    return [board]


async def _takes_over(bot: Bot, match: Listing, board: Sent) -> list[Sent]:
    """From now on this is the board that is kept, unless a later one already is. Returns that.

    The last board so far is noted, if it is known only as the one that was kept: whoever notes that
    this one is shown takes its buttons.
    """
    before = await queue.last_board(bot.database, match.id)
    if before is not None:
        await queue.done(bot.database, boards={match.id: before})
    kept = (await matches.move_to(bot.database, match.id, board=board.id)).board
    return [Sent(kept or board.id, board.channel)]


async def _to_place(
    bot: Bot,
    match: Listing,
    reply: Reply,
    nonce: str,
    way: Way | None = None,
    *,
    answer: Reply | None = None,
) -> Sent:
    """Sends to the match's thread or channel, in another `way` an `answer` in its place if there is
    one. If the thread refuses messages, the match moves to the channel.
    """
    place = match.place
    try:
        shown = None if way is None else await way.send(place.where, answer or reply)
        if shown is not None:
            return shown
        return await _send(bot, match, place.where, reply, nonce)
    except discord.HTTPException as error:
        if place.own_thread is None or not meaning_of(error).shuts:
            raise
        language = await language_at(bot, place)
        reply = reply.adding(f"-# {language.gettext(MOVED)}")
        sent = await _send(bot, match, place.channel, reply, nonce)
        log.info("match=%s leaves thread=%d: %s", match.id, place.where, error)
        await matches.move_to(bot.database, match.id, thread=place.channel)
        return sent


async def _send(bot: Bot, match: Listing, where: ChannelId, reply: Reply, nonce: str) -> Sent:
    """Sends to a channel, as text if pictures are not allowed."""
    parent = match.place.above if where == match.place.where else None
    send = partial(post, bot, where, nonce, parent)
    if reply.picture is None:
        return await once(send, reply)
    try:
        return await once(send, reply)
    except discord.HTTPException as error:
        meaning = meaning_of(error)
        if not meaning.bears_words or isinstance(error, StillShut):
            raise
        language = await language_at(bot, match.place)
        words = reply.in_words()
        if meaning.sentence != MISSING:
            log.log(meaning.level, "match=%s without its picture: %s", match.id, error)
            return await once(send, words.adding(f"-# {language.gettext(meaning.sentence)}"))
        lacking = language.gettext(permissions.ATTACH_FILES)
        sent = await once(send, _complaining(bot, match, words, lacking, language))
        bot.complained.add((match.place.channel, lacking))
        return sent


def _complaining(
    bot: Bot, match: Listing, reply: Reply, lacking: str, language: NullTranslations
) -> Reply:
    """The reply with a line about missing permissions, unless these were mentioned there before."""
    where = match.place.channel
    if (where, lacking) in bot.complained:
        return reply
    fields = {"channel": f"<#{where}>", "permissions": lacking}
    return reply.adding(f"-# {say(MISSING, fields, language=language)}")
