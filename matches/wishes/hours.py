"""The hours at which somebody usually moves, from the times of their turns.

They are hours of UTC: it matters what two people have in common, not what their clocks show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TypeAlias

Hours: TypeAlias = tuple[float, ...]
"""By hour, the share of somebody's turns; together 1."""

DAY = 24
FEWEST = 20
"""From fewer turns nothing is concluded."""
MATCHES, TURNS = 20, 400
"""How many of somebody's last matches are looked at, and the most turns of them."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST = len(_DIGITS) - 1


def of_turns(times: Sequence[datetime]) -> Hours | None:
    """When somebody usually moves who has moved at these times; None if those are too few."""
    if len(times) < FEWEST:
        return None
    counted = Counter(time.astimezone(UTC).hour for time in times)
    return shares(counted[hour] for hour in range(DAY))


def shares(weights: Iterable[float]) -> Hours:
    """The weights of the hours as shares, half of each spread over the hours beside it: people are
    not as punctual as numbers.
    """
    known = [*weights]
    beside = [known[hour - 1] + known[(hour + 1) % DAY] for hour in range(DAY)]
    return _whole(one / 2 + two / 4 for one, two in zip(known, beside, strict=True))


def together(found: Iterable[Hours | None]) -> Hours | None:
    """When several people usually move, as far as that is known."""
    known = [one for one in found if one is not None]
    return _whole(map(sum, zip(*known, strict=True))) if known else None


def common(one: Hours, other: Hours) -> float:
    """How much two people have in common: 1 for the same hours, 0 if they never meet."""
    return sum(map(min, one, other))


def write(found: Hours) -> str:
    """Hours as they are stored: a digit for each, in proportion to the busiest one."""
    most = max(found)
    return "".join(_DIGITS[round(_MOST * one / most)] for one in found)


def read(text: str) -> Hours:
    """The inverse of `write`, as exactly as that is."""
    return _whole(_DIGITS.index(digit) for digit in text)


def _whole(weights: Iterable[float]) -> Hours:
    known = [*weights]
    total = sum(known)
    return tuple(one / total for one in known)
