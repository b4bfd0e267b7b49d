"""What Discord itself says in a channel of a thread that the bot has made there.

Of a message only ids are read, as in `bot.context.addressed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_THREAD_CREATED = 18
"""The type of these messages. There is none of a thread that was made at a message."""


@dataclass(frozen=True, slots=True)
class SystemMessage:
    """Such a message: its id, the channel in which it stands, and the thread."""

    id: int
    channel: int
    thread: int


def of_thread(data: Mapping[str, Any], own: int) -> SystemMessage | None:
    """The system message of a MESSAGE_CREATE, if it tells of a thread of the bot, whose id is
    `own`.

    Raises KeyError, TypeError or ValueError for a message that can't be read.
    """
    if data.get("type") != _THREAD_CREATED or int(data["author"]["id"]) != own:
        return None
    thread = int(data["message_reference"]["channel_id"])
    return SystemMessage(int(data["id"]), int(data["channel_id"]), thread)
