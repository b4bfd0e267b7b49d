"""Moves of Tyr and their tokens: `4@63=8` places a die, `4-63=8` moves and turns one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from games.errors import unknown_notation
from games.protocol import Part
from games.tyr.board import DIE_NAMES, FIELD, NAMES
from games.tyr.position import TyrPosition
from games.tyr.texts import EXAMPLE

_DICE = {"3": 0, "iii": 0, "4": 1, "iv": 1, "5": 2, "v": 2}
_MOVE = re.compile(r"([345]|iii|iv|v)([-@x:>])\[?([1-9]),?([1-9])\]?(?:=([1-9]))?")


@dataclass(frozen=True, slots=True)
class Place:
    """A die is placed on a field and shows a number."""

    die: int
    field: int
    face: int
    """0 if the token has none."""

    def __str__(self) -> str:
        return f"{DIE_NAMES[self.die]}@{NAMES[self.field]}{_face(self.face)}"


@dataclass(frozen=True, slots=True)
class Shift:
    """A die is moved to a field and turned. Without a face it wins there unturned."""

    die: int
    field: int
    face: int
    """0 if the token has none."""

    def __str__(self) -> str:
        return f"{DIE_NAMES[self.die]}-{NAMES[self.field]}{_face(self.face)}"


Move: TypeAlias = Place | Shift


def _face(face: int) -> str:
    return f"={face}" if face else ""


def spellings(move: Move) -> tuple[tuple[Part, ...], ...]:
    """A move's parts. There is only one order: die, field, face."""
    name = NAMES[move.field]
    kind, sign = ("place", "@") if isinstance(move, Place) else ("target", "-")
    parts = (Part("die", DIE_NAMES[move.die]), Part(kind, sign + name, name))
    return ((*parts, Part("face", _face(move.face))) if move.face else parts,)


def read(position: TyrPosition, text: str) -> Move:
    """The move that a token means, whatever the position. Raises InvalidMove."""
    found = _MOVE.fullmatch(text.lower())
    if found is None:
        raise unknown_notation(text, position, EXAMPLE)
    die, sign, row, column, face = found.groups()
    kind = Place if sign == "@" else Shift
    return kind(_DICE[die], FIELD[row + column], int(face or 0))
