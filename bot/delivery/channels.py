"""Bringing messages to where they belong: the match's channel or thread, its players' own messages,
or the one who asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from gettext import NullTranslations
from typing import TypeAlias
from weakref import WeakValueDictionary

import discord

import matches
from bot.context import Bot, Interaction
from bot.context.shut_channels import StillShut, level_of
from bot.delivery import threads
from bot.delivery.direct_messages import people, to_players
from bot.delivery.posting import once, post
from bot.interactions import error_handler
from bot.interactions.archived_threads import in_unarchived, in_unarchived_thread
from bot.interactions.locale import language_at, language_of
from bot.interactions.response import answer
from bot.text import match as match_text
from bot.text import permissions
from bot.text.discord_codes import EXPIRED, MISSING, TROUBLES, meaning_of
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.model.errors import TableError
from matches.model.ids import PlayerId
from matches.model.match import Listing, Match, Place

log = logging.getLogger(__name__)


MOVED = N_("I can't write in the thread of this match any more. It goes on here.")
UNREACHED = NN_(
    "{players} gets no direct messages from me and hears nothing of this by itself. `/board` and "
    "`/games` always work.",
    "{players} get no direct messages from me and hear nothing of this by themselves. `/board` and "
    "`/games` always work.",
)
HIDDEN = N_(
    "Only you can see this here: the server hides from others what I answer, since I am no member "
    "of it."
)
BROUGHT = N_("By direct message it has reached {players}.")
NOBODY_ELSE = N_(
    "So nobody else can sit down at the table. Challenge somebody by name, play with the computer, "
    "or open the table where I am a member. Those who manage this server can add me, or allow “Use "
    "External Apps”."
)
TO_BOARD = N_("To the board: {link}")

PATIENCE = 5.0
"""Seconds after which somebody is told that Discord keeps the bot waiting."""

Sent: TypeAlias = discord.abc.Snowflake
"""A message that has been sent, by its id."""

_LOCKS: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def in_order(match_id: str) -> asyncio.Lock:
    """A lock for what is shown of a match, so that messages appear in the order of its turns."""
    return _LOCKS.setdefault(match_id, asyncio.Lock())


async def public_language(interaction: Interaction, place: Place) -> NullTranslations:
    """The language of what everybody reads of a match."""
    if place.guild is None:
        return language_of(interaction)
    return await language_at(interaction.client, place, interaction.locale)


async def show_reply(interaction: Interaction, reply: Reply) -> None:
    """Puts a reply in the place of the acknowledgement, or of the message with the button; in words
    where Discord takes no picture.
    """
    try:
        await in_unarchived(interaction, lambda: answer(interaction, **reply.edited()))
    except discord.HTTPException as error:
        meaning = meaning_of(error)
        if reply.picture is None or not meaning.bears_words:
            raise
        log.log(meaning.level, "an answer without its picture: %s", error)
        words = _in_words(reply)
        await in_unarchived(interaction, lambda: answer(interaction, **words.edited()))


async def tell(interaction: Interaction, done: Reply) -> None:
    """Says what has been done: as `show_reply`, once it is stored. Where that can't be shown it is
    said in a message of its own, as long as Discord waits for one. Nothing is raised.
    """
    try:
        await show_reply(interaction, done)
    except TROUBLES as error:
        meaning = meaning_of(error)
        log.log(meaning.level, "what counts can't be told so: %s", error)
        if meaning.sentence != EXPIRED:
            await error_handler.tell(interaction, match_text.cut(done.text))


async def publish(
    interaction: Interaction,
    match: Match,
    reply: Reply,
    nonce: str,
    done: Reply,
    *,
    line: Reply | None = None,
    now: Match | None = None,
    seen: Callable[[], Awaitable[None]] | None = None,
) -> list[Sent]:
    """Shows a reply to everybody whom the match is for, and then `done` to the user.

    A board is given with the `line` that tells of its turn and, if that has just been read, with
    the match as it is `now`: see `send_board`. Where the bot may not write in the channel it
    answers the interaction publicly instead, and says which permission it lacks. Whoever asked
    elsewhere gets the reply in their own answer. After some seconds the user is told that Discord
    keeps the bot waiting. Within some minutes Discord sends nothing twice with the same nonce.
    Returns the messages that can be seen now; `seen` is called as soon as there are any.
    """
    error_handler.stands(interaction)
    bot = interaction.client
    if match.apart:
        sending = asyncio.create_task(_apart(interaction, match, reply, nonce, done))
    elif line is not None:
        sending = asyncio.create_task(send_board(bot, match, reply, line, nonce, now=now))
    else:
        sending = asyncio.create_task(broadcast(bot, match, reply, nonce))
    try:
        finished, _ = await asyncio.wait({sending}, timeout=PATIENCE)
        if not finished:
            waiting = language_of(interaction).gettext(error_handler.WAITING)
            await tell(interaction, done.adding(waiting))
        sent = await sending
    except TROUBLES as error:
        sent = await _instead(interaction, match, reply, done, error)
        if sent and seen is not None:
            await seen()
        return sent
    finally:
        sending.cancel()
    if sent and seen is not None:
        await seen()
    if not match.apart:
        await tell(interaction, done)
        if line is not None:
            await close(bot, match)
    return sent


async def _instead(
    interaction: Interaction, match: Match, reply: Reply, done: Reply, error: BaseException
) -> list[Sent]:
    """Tells the user why the others don't see a reply, and shows it as far as an answer can:
    to all who are there, or to the user alone.
    """
    where, meaning = match.place.where, meaning_of(error)
    log.log(level_of(error), "match=%s channel=%d: %s", match.id, where, error)
    place = None if match.apart else where
    excused = done.adding(error_handler.excuse(interaction, error, place, language_of(interaction)))
    if interaction.channel_id != place or not meaning.shuts:
        await tell(interaction, excused if _is_public(interaction) else _with(excused, reply))
        return []
    await tell(interaction, excused)
    try:
        return [await interaction.followup.send(**reply.sent(), wait=True)]
    except TROUBLES as trouble:
        level = meaning_of(trouble).level
        log.log(level, "match=%s: not even as an answer: %s", match.id, trouble)
        return []


def _is_public(interaction: Interaction) -> bool:
    """Whether the answer takes the place of a message that others see, too."""
    message = interaction.message
    if message is None or message.flags.ephemeral:
        return False
    return interaction.response.type in (
        discord.InteractionResponseType.deferred_message_update,
        discord.InteractionResponseType.message_update,
    )


def _with(done: Reply, reply: Reply) -> Reply:
    """A word to the user with what the others should have seen."""
    return replace(reply, text=f"{done.text}\n\n{reply.text}", mentions=())


async def _apart(
    interaction: Interaction, match: Listing, reply: Reply, nonce: str, done: Reply
) -> list[Sent]:
    """As `publish`, for a match that no channel shows: everybody gets a direct message, and the
    user reads who takes none. Where the bot is no member, a table is an answer that all can read
    unless the guild hides it, and the user gets the board in an answer of their own. Raises as
    `broadcast`.
    """
    user, away = interaction.user.id, not match.private
    if away and match.started_at is None:
        await tell(interaction, done)
        table = await interaction.followup.send(**reply.sent(), wait=True)
        if table.flags.ephemeral:
            await tell(interaction, await _hidden(interaction, match, reply, nonce, done))
        return [table]
    sent, missed = await to_players(
        interaction.client, match, reply, nonce, without=user if away else None
    )
    if others := [one for one in missed if one != user]:
        remark = f"-# {_unreached(others, language_of(interaction))}"
        done, reply = (done, reply.adding(remark)) if away else (done.adding(remark), reply)
    await tell(interaction, done)
    if away:
        sent.append(await interaction.followup.send(**reply.sent(), ephemeral=True, wait=True))
    return sent


async def _hidden(
    interaction: Interaction, match: Listing, reply: Reply, nonce: str, done: Reply
) -> Reply:
    """What the user is told where nobody else sees what the bot answers. Whom it is for gets it by
    direct message instead.
    """
    user, language = interaction.user.id, language_of(interaction)
    wanted = [one for one in people(match) if one != user]
    _, missed = await to_players(interaction.client, match, reply, nonce, without=user)
    lines = [language.gettext(HIDDEN)]
    if reached := [f"<@{one}>" for one in wanted if one not in missed]:
        lines.append(say(BROUGHT, {"players": ", ".join(reached)}, language=language))
    if missed:
        lines.append(_unreached(missed, language))
    if not wanted:
        lines.append(language.gettext(NOBODY_ELSE))
    return done.adding("\n".join(lines))


def _unreached(players: Sequence[PlayerId], language: NullTranslations) -> str:
    """That these get no direct messages."""
    fields: Fields = {
        "players": ", ".join(f"<@{one}>" for one in players),
        "count": len(players),
    }
    return say(UNREACHED, fields, language=language)


# To everybody


async def broadcast(bot: Bot, match: Listing, reply: Reply, nonce: str) -> list[Sent]:
    """Sends a reply to the match's channel; of a private match, and of one that is played where the
    bot is no member, to each of its players himself.

    Raises TROUBLES, TableError.
    """
    if match.apart:
        return (await to_players(bot, match, reply, nonce))[0]
    return [await _to_place(bot, await _now(bot, match), reply, nonce)]


async def send_board(
    bot: Bot,
    match: Match,
    reply: Reply,
    line: Reply,
    nonce: str,
    *,
    now: Listing | None = None,
) -> list[Sent]:
    """Sends a board, or keeps the one that there is up to date and sends the `line` for the turn,
    as the guild has chosen; with the first one the match gets its thread. `now` is the match as it
    is by now, if the caller has just read it. Raises as `broadcast`.
    """
    if match.apart:
        return await broadcast(bot, match, reply, nonce)
    settings = await bot.preferences.in_guild(match.place.guild)
    now = now or await _now(bot, match)
    first = match.status == "running" and match.turn_count == 0
    if first and now.place.thread is None and settings.threads:
        now, reply = await _with_thread(bot, now, reply)
    if settings.boards == "kept":
        late = isinstance(now, Match) and now.base != match.base
        sent = await _keep(bot, now, reply, line, nonce, late=late)
    else:
        sent = [await _to_place(bot, now, reply, nonce)]
    return sent


async def close(bot: Bot, match: Listing) -> None:
    """Ends the thread of a match that is over. After all else has been said in it."""
    if match.ending is not None and not match.apart:
        now = await _now(bot, match)
        await threads.close(bot, now, await language_at(bot, now.place))


async def _now(bot: Bot, match: Listing) -> Listing:
    """The match as it is now: its place may have changed since it was read."""
    try:
        return await matches.get(bot.database, match.id)
    except TableError:
        return match


async def _with_thread(bot: Bot, match: Listing, reply: Reply) -> tuple[Listing, Reply]:
    """The match in its new thread, and the reply that brings its players there."""
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
    bot: Bot, match: Listing, reply: Reply, line: Reply, nonce: str, *, late: bool
) -> list[Sent]:
    """Brings the kept board up to date and tells of the turn in a line; sends the board anew where
    there is none (any more). The line goes first, since it wakes a thread in the archive. What is
    told so `late` that the match has moved on leaves the board as it is.
    """
    if match.board is None:
        sent = await _to_place(bot, match, reply, nonce)
        await matches.move_to(bot.database, match.id, board=sent.id)
        return [sent]
    place = match.place
    channel = bot.get_partial_messageable(place.where, guild_id=place.guild)
    kept = channel.get_partial_message(match.board)
    link = {"link": kept.jump_url}
    told = line.adding(f"-# {say(TO_BOARD, link, language=await language_at(bot, place))}")
    sent = await _to_place(bot, match, told, nonce)
    if late:
        return [sent]
    try:
        with bot.shut.reaching(place.where, place.channel):
            await in_unarchived_thread(bot, place.where, lambda: kept.edit(**reply.edited()))
    except discord.HTTPException as error:
        meaning = meaning_of(error)
        log.log(meaning.level, "match=%s board=%d: %s", match.id, match.board, error)
        if meaning.bears_words and reply.picture is not None:
            await in_unarchived_thread(
                bot, place.where, lambda: kept.edit(**_in_words(reply).edited())
            )
            return [sent]
        if meaning.again != "anew":
            raise
        anew = await _to_place(
            bot, await _now(bot, match), replace(reply, mentions=()), f"{nonce}.b"
        )
        await matches.move_to(bot.database, match.id, board=anew.id)
        return [sent, anew]
    return [sent]


async def _to_place(bot: Bot, match: Listing, reply: Reply, nonce: str) -> Sent:
    """Sends to the match's thread or channel; to the channel, for good, if the thread is shut."""
    place = match.place
    try:
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


async def _send(bot: Bot, match: Listing, where: int, reply: Reply, nonce: str) -> Sent:
    """Sends to a channel; in words where pictures are not allowed."""
    parent = match.place.channel if where != match.place.channel else None
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
        words = _in_words(reply)
        if meaning.sentence != MISSING:
            log.log(meaning.level, "match=%s without its picture: %s", match.id, error)
            return await once(send, words.adding(f"-# {language.gettext(meaning.sentence)}"))
        lacking = language.gettext(permissions.ATTACH_FILES)
        sent = await once(send, _complaining(bot, match, words, lacking, language))
        bot.complained.add((match.place.channel, lacking))
        return sent


def _in_words(reply: Reply) -> Reply:
    """A reply with what its picture shows."""
    assert reply.picture is not None
    return replace(reply.adding(f"\n{reply.picture.alt}"), picture=None)


def _complaining(
    bot: Bot, match: Listing, reply: Reply, lacking: str, language: NullTranslations
) -> Reply:
    """The reply with a line about permissions that are lacking, unless that has been said there."""
    where = match.place.channel
    if (where, lacking) in bot.complained:
        return reply
    fields = {"channel": f"<#{where}>", "permissions": lacking}
    return reply.adding(f"-# {say(MISSING, fields, language=language)}")
