"""Moves of Die Drei and their tokens: `d5` places a piece, `c2-e7` relocates one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from games.die_drei.board import NAMES, SQUARE
from games.die_drei.position import DieDreiPosition
from games.errors import unknown_notation
from games.protocol import Part

_PLACE = re.compile(r"([a-h][1-8])")
_RELOCATE = re.compile(r"([a-h][1-8])[-x:>]?([a-h][1-8])")


@dataclass(frozen=True, slots=True)
class Place:
    """The next piece is placed on a square."""

    square: int

    def __str__(self) -> str:
        return NAMES[self.square]


@dataclass(frozen=True, slots=True)
class Relocate:
    """A piece is lifted from a square and placed on another."""

    source: int
    square: int

    def __str__(self) -> str:
        return f"{NAMES[self.source]}-{NAMES[self.square]}"


Move: TypeAlias = Place | Relocate


def spellings(move: Move) -> tuple[tuple[Part, ...], ...]:
    """A move's parts. There is only one order."""
    at = NAMES[move.square]
    if isinstance(move, Place):
        return ((Part("place", at, at),),)
    source = NAMES[move.source]
    return ((Part("lift", source, source), Part("place", "-" + at, at)),)


def read(position: DieDreiPosition, text: str) -> Move:
    """The move that a token means, whatever the position. Raises InvalidMove."""
    token = text.lower()
    if found := _PLACE.fullmatch(token):
        return Place(SQUARE[found[1]])
    if found := _RELOCATE.fullmatch(token):
        return Relocate(SQUARE[found[1]], SQUARE[found[2]])
    raise unknown_notation(text, position)
