"""Threads of matches. Where that is wanted and allowed a match gets its own, named after its
players. When it is over, the thread is renamed once, by the result, and archived.

In forums threads are posts: a match of a tournament that is announced in one gets a post there.

Threads are handled by their ids, since this process may not be connected to the guild.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from gettext import NullTranslations
from typing import Literal

import discord

from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery.transport import forums
from bot.interactions.archived_threads import in_unarchived_thread
from bot.interactions.retries import repeated
from bot.messages.competitions import tournament as competition
from bot.text import forum_tags
from bot.text import match as match_text
from bot.text.discord_codes import CROWDED, MISSING, NO_THREAD, TROUBLES, UNFIT, meaning_of
from bot.text.discord_limits import THREAD_NAME
from bot.text.numbers import listed
from bot.text.permissions import PERMISSIONS
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.model.computer_players import is_computer_player
from matches.model.ids import ChannelId, MessageId
from matches.model.match import Listing

log = logging.getLogger(__name__)


NEEDED = ("create_public_threads", "send_messages_in_threads")
PUBLIC: Literal[11] = 11
"""Discord's type of a public thread."""

WON = NN_("{players} wins", "{players} win")
DRAWN, NO_RESULT = N_("draw"), N_("no result")


class NoThread(Exception):
    """Discord doesn't let the bot make a thread. `sentence` says why; `lacks` names missing
    permissions, if that is the reason.
    """

    def __init__(self, sentence: str, lacks: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.lacks = lacks


async def make(bot: Bot, match: Listing, language: NullTranslations) -> ChannelId | None:
    """Makes the match's thread below its table; for a match of a tournament that has a post in a
    forum, a post beside it. Returns its id; None in channels without threads.

    Only text channels have threads: elsewhere Discord isn't asked, if this process knows the guild.
    Another attempt finds the thread of the first one: below a message always, elsewhere after
    Discord's reply was lost. Raises NoThread, and discord.HTTPException if the bot can't use the
    channel at all.
    """
    if match.official and (post := await _post(bot, match, language)) is not None:
        return post
    if _knows_of_none(bot, match):
        return None
    _require_permissions(bot, match)
    name = await name_of(bot, match, language)
    channel = match.place.channel
    try:
        with bot.shut.reaching(channel):
            if match.message is not None:
                with suppress(_Gone):
                    return await _below(bot, channel, match.message, name)
            return await _alone(bot, match, name)
    except TROUBLES as error:
        meaning = meaning_of(error)
        log.log(meaning.level, "match=%s gets no thread: %s", match.id, error)
        if meaning.hides:
            raise
        if meaning.sentence == UNFIT:
            return None
        if meaning.sentence == MISSING:
            raise NoThread(MISSING, NEEDED) from error
        known = meaning.sentence in (CROWDED, NO_THREAD)
        raise NoThread(meaning.sentence if known else NO_THREAD) from error


async def _post(bot: Bot, match: Listing, language: NullTranslations) -> ChannelId | None:
    """A post of its own in the forum in which its tournament has one. None where there is no such
    forum, or Discord doesn't let the bot: then the match is played in the tournament's post.
    """
    try:
        forum = await forums.forum_of(bot, match.place)
        if forum is None:
            return None
        name = await name_of(bot, match, language)
        belonging = await bot.service(competition.Belongings).of(match)
        first = Reply(name if belonging is None else competition.said(belonging, language))
        tags = [forum_tags.of_game(match.game)]
        return await repeated(lambda: forums.make(bot, forum, name, tags, first))
    except TROUBLES as error:
        log.log(level_of(error), "match=%s gets no post: %s", match.id, error)
        return None


class _Gone(Exception):
    """The table's message is gone."""


def _knows_of_none(bot: Bot, match: Listing) -> bool:
    """Whether the match's channel is known to have no threads: it is a thread, a forum post, or the
    chat of a voice channel.
    """
    guild = bot.get_guild(match.place.guild) if match.place.guild else None
    if guild is None or guild.unavailable:
        return False
    channel = guild.get_channel_or_thread(match.place.channel)
    return channel is not None and not isinstance(channel, discord.TextChannel)


async def _below(bot: Bot, channel_id: ChannelId, message_id: MessageId, name: str) -> ChannelId:
    try:
        made = await repeated(
            lambda: bot.http.start_thread_with_message(
                channel_id, message_id, name=name, auto_archive_duration=forums.IDLE
            )
        )
    except discord.HTTPException as error:
        again = meaning_of(error).again
        if again == "resent":
            raise _Gone from error
        if again != "done":
            raise
        return ChannelId(message_id)  # The thread of a message has its id.
    return ChannelId(int(made["id"]))


async def _alone(bot: Bot, match: Listing, name: str) -> ChannelId:
    """A thread that belongs to no message."""
    guild, channel, tried = match.place.guild, match.place.channel, False
    assert guild is not None

    async def attempt() -> ChannelId:
        nonlocal tried
        if tried and (found := await forums.made_before(bot, guild, channel, match.id)):
            return found
        tried = True
        made = await bot.http.start_thread_without_message(
            channel, name=name, auto_archive_duration=forums.IDLE, type=PUBLIC
        )
        return ChannelId(int(made["id"]))

    return await repeated(attempt)


def _require_permissions(bot: Bot, match: Listing) -> None:
    """Raises NoThread if a thread is known to be of no use."""
    guild = bot.get_guild(match.place.guild) if match.place.guild else None
    channel = guild.get_channel(match.place.channel) if guild else None
    if guild is None or channel is None:
        return
    have = channel.permissions_for(guild.me)
    lacking = tuple(name for name in NEEDED if not getattr(have, name))
    if lacking:
        raise NoThread(MISSING, lacking)


def lacking(error: NoThread, language: NullTranslations) -> str:
    """The missing permissions, in Discord's words."""
    return ", ".join(language.gettext(PERMISSIONS[name]) for name in error.lacks)


async def close(bot: Bot, match: Listing, language: NullTranslations) -> None:
    """Archives the thread of a match that is over, with the result in its name."""
    thread = match.place.own_thread
    if thread is None or match.ending is None:
        return
    result = await _result(bot, match, language)
    name = await name_of(bot, match, language, room=THREAD_NAME - len(result) - 3)
    await bot.pace.spare()

    async def change() -> None:
        await bot.http.edit_channel(thread, reason=None, name=f"{name} · {result}", archived=True)

    try:
        with bot.shut.reaching(thread, match.place.channel):
            await in_unarchived_thread(bot, thread, match.place.channel, change)
    except TROUBLES as error:
        level = meaning_of(error).level
        log.log(level, "match=%s thread=%d stays as it is: %s", match.id, thread, error)


async def name_of(
    bot: Bot, match: Listing, language: NullTranslations, room: int = THREAD_NAME
) -> str:
    """Players, game and id, as in “Anna – Ben · Attangle · 7K3F”, within `room` characters: a phone
    shows the beginning, and people look for their opponent. Whoever plays against the computer
    looks for the game, which comes first then.
    """
    names = [await bot.names.in_match(match, player, language) for player in match.players]
    game = language.gettext(match.game.info.name)
    said = match_text.opposed(match, names)
    most = max(room - len(game) - len(match.id) - 6, 1)
    said = match_text.cut(said, most)
    people = [one for one in match.players if one is not None and not is_computer_player(one)]
    alone = len(people) == 1 and None not in match.players
    return f"{game} · {said} · {match.id}" if alone else f"{said} · {game} · {match.id}"


async def _result(bot: Bot, match: Listing, language: NullTranslations) -> str:
    """The result, in a few words."""
    ranks = match.ending.ranks if match.ending else ()
    if not ranks:
        return language.gettext(NO_RESULT)
    best = [player for player, rank in zip(match.players, ranks, strict=True) if rank == 1]
    if len(best) == len(ranks):
        return language.gettext(DRAWN)
    names = listed([await bot.names.in_match(match, one, language) for one in best], language)
    fields: Fields = {"players": match_text.cut(names, 40), "count": len(best)}
    return say(WON, fields, language=language)
