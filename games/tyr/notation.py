"""Moves of Tyr and their tokens: `4@63=8` places a die, `4-63=8` moves and turns one.

`4=8@63` is read like `4@63=8`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from games.errors import unknown_notation
from games.protocol import Part
from games.tyr.board import DIE_NAMES, FACES, FIELD, NAMES, ROMAN
from games.tyr.position import TyrPosition

_DICE = {"3": 0, "iii": 0, "4": 1, "iv": 1, "5": 2, "v": 2}
_MOVE = re.compile(r"([345]|iii|iv|v)([-@x:>])\[?([1-9]),?([1-9])\]?(?:=([1-9]))?")
_PLACE = re.compile(r"([345]|iii|iv|v)=([1-9])@\[?([1-9]),?([1-9])\]?")
"""A placed die, with the number before the field."""


@dataclass(frozen=True, slots=True)
class Place:
    """A die is placed on a field and shows a number."""

    die: int
    field: int
    face: int
    """The number that the die shows; 0 if the token has none."""

    def __str__(self) -> str:
        return f"{DIE_NAMES[self.die]}@{NAMES[self.field]}{_face(self.face)}"


@dataclass(frozen=True, slots=True)
class Shift:
    """A die is moved to a field and turned. Without a face, it wins there and is not turned."""

    die: int
    field: int
    face: int
    """The number that the die shows; 0 if the token has none."""

    def __str__(self) -> str:
        return f"{DIE_NAMES[self.die]}-{NAMES[self.field]}{_face(self.face)}"


Move: TypeAlias = Place | Shift


def _face(face: int) -> str:
    return f"={face}" if face else ""


@cache  # There are some thousand moves.
def closes(move: Move) -> bool:
    """Only after moving a die can there be a Pasch, whose other die must move, too."""
    return isinstance(move, Place)


def spellings(move: Move) -> tuple[tuple[Part, ...], ...]:
    """A move's parts: die, field, face."""
    parts = _die(move), _field(move)
    return ((*parts, replace(_turn(move.face), apart=True)) if move.face else parts,)


@cache
def steps(move: Move) -> tuple[tuple[Part, ...], ...]:
    """The order in which menus ask for a move: a die is placed by die, face and field; it is moved
    to a field together with its new face. A move that wins without turning is asked for with any
    face.
    """
    if isinstance(move, Place):
        return ((_die(move), _turn(move.face), replace(_field(move), apart=True)),)
    faces = (move.face,) if move.face else FACES[move.die]
    return tuple((_die(move), _field(move), _turn(face)) for face in faces)


def _die(move: Move) -> Part:
    return Part("die", DIE_NAMES[move.die], name=ROMAN[move.die])


def _field(move: Move) -> Part:
    name = NAMES[move.field]
    kind, sign = ("place", "@") if isinstance(move, Place) else ("target", "-")
    return Part(kind, sign + name, name)


def _turn(face: int) -> Part:
    return Part("face", _face(face))


def read(position: TyrPosition, text: str) -> Move:
    """The move that a token means, whatever the position. Raises InvalidMove."""
    if found := _PLACE.fullmatch(text.lower()):
        die, face, row, column = found.groups()
        return Place(_DICE[die], FIELD[row + column], int(face))
    found = _MOVE.fullmatch(text.lower())
    if found is None:
        raise unknown_notation(text, position)
    die, sign, row, column, face = found.groups()
    kind = Place if sign == "@" else Shift
    return kind(_DICE[die], FIELD[row + column], int(face or 0))
