"""The hours at which somebody usually moves, from the times of their turns.

They are hours of UTC, because only what two people have in common matters, not what their clocks
show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TypeAlias

Hours: TypeAlias = tuple[float, ...]
"""The share of somebody's turns in each hour of the day; the sum is 1."""

DAY = 24
FEWEST = 20
"""Fewer turns are too few to conclude anything."""
MATCHES, TURNS = 20, 400
"""The number of somebody's last matches that are looked at, and the most turns of them."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST = len(_DIGITS) - 1


def of_turns(times: Sequence[datetime]) -> Hours | None:
    """The hours at which somebody usually moves, from the times of their turns; None if there are
    fewer than `FEWEST`.
    """
    if len(times) < FEWEST:
        return None
    counted = Counter(time.astimezone(UTC).hour for time in times)
    return shares(counted[hour] for hour in range(DAY))


def shares(weights: Iterable[float]) -> Hours:
    """The weights of the hours as shares, half of each spread over the neighbouring hours: people
    are not as punctual as numbers.
    """
    known = [*weights]
    beside = [known[hour - 1] + known[(hour + 1) % DAY] for hour in range(DAY)]
    return _whole(one / 2 + two / 4 for one, two in zip(known, beside, strict=True))


def together(found: Iterable[Hours | None]) -> Hours | None:
    """The hours at which several people usually move, as far as they are known; None if none
    are.
    """
    known = [one for one in found if one is not None]
    return _whole(map(sum, zip(*known, strict=True))) if known else None


def common(one: Hours, other: Hours) -> float:
    """The share of hours that two people have in common: 1 for the same hours, 0 for entirely
    different ones.
    """
    return sum(map(min, one, other))


def write(found: Hours) -> str:
    """Hours as they are stored: a digit for each, in proportion to the busiest one."""
    most = max(found)
    return "".join(_DIGITS[round(_MOST * one / most)] for one in found)


def read(text: str) -> Hours:
    """The inverse of `write`, with the precision that `write` keeps."""
    return _whole(_DIGITS.index(digit) for digit in text)


def _whole(weights: Iterable[float]) -> Hours:
    known = [*weights]
    total = sum(known)
    return tuple(one / total for one in known)
