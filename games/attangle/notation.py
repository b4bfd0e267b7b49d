"""Moves of Attangle and their tokens: `c3` places a piece, `b2,e2-c3` captures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from games.attangle.board import NAMES, POINT
from games.protocol import Part

_PLACE = re.compile(r"([a-g]\d)")
_CAPTURE = re.compile(r"([a-g]\d)[,+]([a-g]\d)[-x:>]([a-g]\d)")
_LONE = re.compile(r"([a-g]\d)[-x:>]?([a-g]\d)")


@dataclass(frozen=True, slots=True)
class Place:
    """A piece from the stock is placed on a point."""

    point: int

    def __str__(self) -> str:
        return NAMES[self.point]


@dataclass(frozen=True, slots=True)
class Capture:
    """The pieces on two points, `first` < `second`, move together to the target."""

    first: int
    second: int
    target: int

    def __str__(self) -> str:
        return f"{NAMES[self.first]},{NAMES[self.second]}-{NAMES[self.target]}"


Move: TypeAlias = Place | Capture


def syntax(text: str) -> Move | None:
    """The move that a token means by its syntax, or None."""
    token = text.lower()
    try:
        if found := _PLACE.fullmatch(token):
            return Place(POINT[found[1]])
        if found := _CAPTURE.fullmatch(token):
            first, second = sorted((POINT[found[1]], POINT[found[2]]))
            return Capture(first, second, POINT[found[3]])
    except KeyError:
        pass
    return None


def spellings(move: Move) -> tuple[tuple[Part, ...], ...]:
    """A move's parts. The attackers may be named in either order."""
    if isinstance(move, Place):
        return ((Part("place", NAMES[move.point], NAMES[move.point]),),)
    target = Part("target", "-" + NAMES[move.target], NAMES[move.target])
    first, second = NAMES[move.first], NAMES[move.second]
    return tuple(
        (Part("attacker", one, one), Part("second-attacker", "," + other, other), target)
        for one, other in ((first, second), (second, first))
    )


def lone_attacker(text: str) -> tuple[int, int] | None:
    """The attacker and the target of a token that is a capture but for its second attacker."""
    found = _LONE.fullmatch(text.lower())
    if found is None or not {found[1], found[2]} <= POINT.keys():
        return None
    return POINT[found[1]], POINT[found[2]]
