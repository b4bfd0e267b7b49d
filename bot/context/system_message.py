"""Discord's own message in a channel about a thread that the bot has created there.

Of a message only ids are read, as in `bot.context.addressed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.model.ids import ChannelId, MessageId

_THREAD_CREATED = 18
"""The type of these messages. Threads created from a message cause none."""


@dataclass(frozen=True, slots=True)
class SystemMessage:
    """Such a message: its id, its channel, and the thread."""

    id: MessageId
    channel: ChannelId
    thread: ChannelId


def of_thread(data: Mapping[str, Any], own: int) -> SystemMessage | None:
    """The system message of a MESSAGE_CREATE, if it is about a thread of the bot, whose id is
    `own`.

    Raises KeyError, TypeError or ValueError for a message that can't be read.
    """
    if data.get("type") != _THREAD_CREATED or int(data["author"]["id"]) != own:
        return None
    channel, thread = int(data["channel_id"]), int(data["message_reference"]["channel_id"])
    return SystemMessage(MessageId(int(data["id"])), ChannelId(channel), ChannelId(thread))
