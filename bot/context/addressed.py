"""Messages that people write to the bot: privately, or by mentioning it.

Only the ids in a message are read, never its words. Nothing about it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.model.ids import ChannelId, GuildId, MessageId, PlayerId

_PLAIN, _REPLY = 0, 19
"""The types of messages that people write; Discord's own notices have others."""


@dataclass(frozen=True, slots=True)
class Addressed:
    """A message that is meant for the bot. `guild_id` is None in direct messages."""

    id: MessageId
    person_id: PlayerId
    channel_id: ChannelId
    guild_id: GuildId | None


def addressed(data: Mapping[str, Any], own: int) -> Addressed | None:
    """The message of a MESSAGE_CREATE, if it is meant for the bot, whose id is `own`.

    Messages from bots and webhooks are not meant for it, nor are mentions of everyone or of a role,
    nor replies to its own posts, in which people talk about the match. Raises KeyError, TypeError
    or ValueError for a message that can't be read.
    """
    author = data["author"]
    if author.get("bot") or data.get("webhook_id") or data.get("type", 0) not in (_PLAIN, _REPLY):
        return None
    guild = data.get("guild_id")
    if guild is not None:
        if own not in (int(one["id"]) for one in data["mentions"]):
            return None
        replied = data.get("referenced_message")
        if replied is not None and int(replied["author"]["id"]) == own:
            return None
    return Addressed(
        id=MessageId(int(data["id"])),
        person_id=PlayerId(int(author["id"])),
        channel_id=ChannelId(int(data["channel_id"])),
        guild_id=None if guild is None else GuildId(int(guild)),
    )
