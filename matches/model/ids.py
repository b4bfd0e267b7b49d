"""Public ids of matches, such as `K7F2`: short, easy to type, one for each number."""

from __future__ import annotations

from typing import NewType

from storage.ids import (
    ChannelId,
    GuildId,
    MatchNumber,
    MessageId,
    PlayerId,
    StudyNumber,
    WishNumber,
)

__all__ = [
    "NO_ID",
    "ChannelId",
    "GuildId",
    "MatchId",
    "MatchNumber",
    "MessageId",
    "PlayerId",
    "StudyNumber",
    "WishNumber",
    "number_of",
    "public_id",
]

MatchId = NewType("MatchId", str)
"""The public id of a match, in its canonical form, or as somebody typed it."""

NO_ID = MatchId("-")
"""The id of a match that was read from a file, and is in no database."""

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without the letters that look like digits, and without U."""
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)} | {"O": 0, "I": 1, "L": 1}
_SHORTEST = 4
_LONGEST = 12
_STRIDE = 0.6180339887


def public_id(number: MatchNumber) -> MatchId:
    """The id of a match's number. Neighbouring numbers look different, so that ids don't mix up."""
    rest, length = int(number), _SHORTEST
    while rest >= (size := 1 << 5 * length):
        rest, length = rest - size, length + 1
    mixed = rest * _factor(size) % size
    digits = (_DIGITS[mixed >> 5 * place & 31] for place in reversed(range(length)))
    return MatchId("".join(digits))


def number_of(text: str) -> MatchNumber:
    """The number of an id, typed in any case and with O, I and L for digits. Raises ValueError."""
    letters = text.strip().removeprefix("#").upper()
    if not _SHORTEST <= len(letters) <= _LONGEST or not set(letters) <= _VALUES.keys():
        raise ValueError(f"not an id of a match: {text!r}")
    number = 0
    for letter in letters:
        number = number << 5 | _VALUES[letter]
    size = 1 << 5 * len(letters)
    number = number * pow(_factor(size), -1, size) % size
    shorter = sum(1 << 5 * length for length in range(_SHORTEST, len(letters)))
    return MatchNumber(number + shorter)


def _factor(size: int) -> int:
    """Odd, so that multiplying by it is one-to-one modulo a power of two."""
    return int(size * _STRIDE) | 1
