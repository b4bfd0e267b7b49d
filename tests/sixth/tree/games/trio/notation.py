"""Moves of Trio and their tokens: `b2` places a stone, `end` does without a second one."""

from __future__ import annotations

from dataclasses import dataclass

from games.errors import unknown_notation
from games.protocol import END, Part
from games.trio.board import FIELD, NAMES
from games.trio.position import TrioPosition


@dataclass(frozen=True, slots=True)
class Move:
    """A stone on a field; None ends the turn without one."""

    field: int | None

    def __str__(self) -> str:
        return END if self.field is None else NAMES[self.field]


def spellings(move: Move) -> tuple[tuple[Part, ...], ...]:
    """A token is one part."""
    if move.field is None:
        return ((Part("end", END),),)
    return ((Part("place", str(move), str(move)),),)


def read(position: TrioPosition, text: str) -> Move:
    """The move that a token means, whatever the position. Raises InvalidMove."""
    token = text.lower()
    if token != END and token not in FIELD:
        raise unknown_notation(text, position)
    return Move(FIELD.get(token))
