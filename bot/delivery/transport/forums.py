"""Posts in forums: of tournaments that are announced in a forum, and of their matches.

Discord has no nonce for posts. A post's name ends with the id of what it is about, by which a
second attempt finds what the first one has made.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import discord
from discord.http import handle_message_parameters

from bot.context import Bot
from bot.interactions.archived_threads import in_unarchived_thread
from bot.text import forum_tags
from bot.text.discord_limits import TAGS, THREAD_NAME
from bot.text.forum_tags import Words
from bot.text.match import cut
from bot.ui.message import Reply
from matches.model.ids import ChannelId, GuildId
from matches.model.match import Place

IDLE: Literal[10080] = 10080
"""Minutes after which Discord archives a silent post."""
_WANTS_TAG = 1 << 4
"""A forum's flag: each post has to have a tag."""
_DOT = " · "
"""Stands before the id in a name."""
_POST, _FORUM = discord.ChannelType.public_thread.value, discord.ChannelType.forum.value


@dataclass(frozen=True, slots=True)
class Forum:
    """A forum with the tags that the bot may use there, by their ids; one of them is required in
    each post if it `wants_tag`.
    """

    guild: GuildId
    id: ChannelId
    tags: dict[int, str]
    wants_tag: bool

    def chosen(self, wanted: Sequence[Words]) -> list[int]:
        """For each of these, the tag of that name, if there is one."""
        found = [self._called(words) for words in wanted]
        return [one for one in dict.fromkeys(found) if one is not None][:TAGS]

    def _called(self, words: Words) -> int | None:
        names = self.tags.items()
        return next((one for one, name in names if name.casefold() in words), None)


async def forum_of(bot: Bot, place: Place) -> Forum | None:
    """The forum in which what is announced at this place gets a post of its own: the channel, or
    the forum of a post that the bot has made. None for other channels, mostly without asking
    Discord. Raises TROUBLES.
    """
    assert place.guild is not None
    guild = bot.get_guild(place.guild)
    known = None if guild is None else guild.get_channel_or_thread(place.channel)
    if known is not None and not isinstance(known, discord.ForumChannel | discord.Thread):
        return None
    found = await _asked(bot, place.channel)
    if found["type"] == _POST and _is_own(bot, found):
        found = await _asked(bot, ChannelId(int(found["parent_id"])))
    return _read(bot, place.guild, found) if found["type"] == _FORUM else None


async def _asked(bot: Bot, channel_id: ChannelId) -> Any:
    """A channel or a thread as Discord describes it. Raises TROUBLES."""
    with bot.shut.reaching(channel_id):
        return await bot.http.get_channel(channel_id)


def _is_own(bot: Bot, thread: Any) -> bool:
    assert bot.user is not None
    return str(thread["owner_id"]) == str(bot.user.id)


def _read(bot: Bot, guild_id: GuildId, found: Any) -> Forum:
    """The forum that Discord has described. Its moderated tags are for those who manage threads."""
    guild, id_ = bot.get_guild(guild_id), ChannelId(int(found["id"]))
    known = None if guild is None else guild.get_channel(id_)
    moderates = known is not None and known.permissions_for(known.guild.me).manage_threads
    tags = {
        int(tag["id"]): str(tag["name"])
        for tag in found.get("available_tags") or ()
        if moderates or not tag["moderated"]
    }
    return Forum(guild_id, id_, tags, bool((found.get("flags") or 0) & _WANTS_TAG))


def called(name: str, id_: str) -> str:
    """The name of a post about what has this id."""
    return f"{cut(name, THREAD_NAME - len(_DOT) - len(id_))}{_DOT}{id_}"


async def make(
    bot: Bot, forum: Forum, name: str, wanted: Sequence[Words], reply: Reply
) -> ChannelId:
    """Makes a post with the reply as its first message and the tags with the `wanted` names. If
    there is a post already whose name ends with the same id, that one is kept. Returns the post's
    id, which is also that of its first message. Raises TROUBLES.
    """
    tags = forum.chosen(wanted)
    if not tags and forum.wants_tag:
        tags = [*forum.tags][:1]
    post = {
        "name": name,
        "type": _POST,
        "auto_archive_duration": IDLE,
        "applied_tags": [str(one) for one in tags],
    }
    with bot.shut.reaching(forum.id, sending=True):
        found = await made_before(bot, forum.guild, forum.id, name.rpartition(_DOT)[2])
        if found is not None:
            return found
        with handle_message_parameters(
            channel_payload=post, previous_allowed_mentions=bot.allowed_mentions, **reply.sent()
        ) as given:
            made = await bot.http.start_thread_in_forum(forum.id, params=given)
    return ChannelId(int(made["id"]))


async def made_before(bot: Bot, guild: GuildId, parent: ChannelId, id_: str) -> ChannelId | None:
    """A post or thread of the bot's own, in a forum or below a channel, about what has this id,
    unless it is archived. Raises TROUBLES.
    """
    found: Any = await bot.http.get_active_threads(guild)
    for thread in found["threads"]:
        below = str(thread["parent_id"]) == str(parent)
        if below and str(thread["name"]).endswith(_DOT + id_) and _is_own(bot, thread):
            return ChannelId(int(thread["id"]))
    return None


async def keep(bot: Bot, place: Place, name: str, wanted: Sequence[Words]) -> None:
    """Brings the name and the tags of a post up to date. Tags that tell another state go; all
    others stay. Raises TROUBLES.
    """
    forum = await forum_of(bot, place)
    if forum is None:
        return
    post = await _asked(bot, place.channel)
    before = [int(one) for one in post.get("applied_tags") or ()]
    after = _with(forum, before, wanted)
    changes: dict[str, Any] = {}
    if post["name"] != name:
        changes["name"] = name
    if {*before} != {*after}:
        changes["applied_tags"] = [str(one) for one in after]
    if changes:
        await bot.pace.spare()
        await in_unarchived_thread(
            bot,
            place.channel,
            forum.id,
            lambda: bot.http.edit_channel(place.channel, reason=None, **changes),
        )


def _with(forum: Forum, before: Collection[int], wanted: Sequence[Words]) -> list[int]:
    """The tags that a post has had, and those that are wanted, without those of other states."""
    states, chosen = forum_tags.of_states(), forum.chosen(wanted)
    kept = [one for one in before if forum.tags.get(one, "").casefold() not in states]
    after = [*dict.fromkeys((*chosen, *kept))][:TAGS]
    return after if after or not forum.wants_tag else [*before]
