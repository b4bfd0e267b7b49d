"""Discord's ids: 64-bit integers that contain the time of their creation."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""Discord's epoch, 2015-01-01, in milliseconds since 1970."""

LONGEST = 20
"""The most digits of an id."""


class Snowflakes:
    """Makes strictly increasing ids, so that sorting by id is sorting by time."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A new id."""
        now = int(time.time() * 1000) - EPOCH_MS
        self._last = max(self._last + 1, now << 22)
        return self._last


def time_of(snowflake: int) -> datetime:
    """The time of creation (UTC)."""
    return datetime.fromtimestamp(((snowflake >> 22) + EPOCH_MS) / 1000, UTC)


def fixed(number: int) -> int:
    """The id of something that has existed since 2020: the same at every start, and older than
    anything made later.

    Consecutive numbers belong to consecutive shards.
    """
    return (157_766_400_000 + number) << 22


def is_snowflake(text: str) -> bool:
    """Whether a text can be an id. Longer numbers cannot, and would be slow to parse."""
    return text.isdecimal() and len(text) <= LONGEST
