"""Discord's ids: 64-bit integers that carry the time at which they were made."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""Discord's epoch, 2015-01-01, in milliseconds since 1970."""

LONGEST = 20
"""Digits of an id."""


class Snowflakes:
    """Makes ids that strictly increase, so that sorting by id is sorting by time."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A new id."""
        now = int(time.time() * 1000) - EPOCH_MS
        self._last = max(self._last + 1, now << 22)
        return self._last


def time_of(snowflake: int) -> datetime:
    """When this id was made (UTC)."""
    return datetime.fromtimestamp(((snowflake >> 22) + EPOCH_MS) / 1000, UTC)


def fixed(number: int) -> int:
    """The id of something that exists since 2020: the same at every start, older than anything made
    later.

    Consecutive numbers lie on consecutive shards.
    """
    return (157_766_400_000 + number) << 22


def is_snowflake(text: str) -> bool:
    """Whether a text can be an id: longer numbers are none, and take their time to be read."""
    return text.isdecimal() and len(text) <= LONGEST
