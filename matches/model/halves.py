"""Two matches at once with exchanged seats, as one contest: a match and its return match."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from matches.model.ids import MatchId, number_of
from matches.model.match import Listing

Score: TypeAlias = tuple[Fraction, Fraction]
"""The points of the players of the first and the second seat."""

_WIN, _DRAW, _LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


def first_half(match: Listing) -> MatchId:
    """The match itself, or its other half if that was opened first."""
    if match.other_half is None:
        return match.id
    return min(match.id, match.other_half, key=number_of)


def total(match: Listing, other: Listing) -> Score | None:
    """The combined result of both halves, by the seats of the first argument. None unless both have
    a result.
    """
    here, there = _score(match), _score(other)
    if here is None or there is None:
        return None
    return here[0] + there[1], here[1] + there[0]


def _score(match: Listing) -> Score | None:
    if match.ending is None or not match.ending.ranks:
        return None
    first, second = match.ending.ranks
    if first == second:
        return _DRAW, _DRAW
    return (_WIN, _LOSS) if first < second else (_LOSS, _WIN)
