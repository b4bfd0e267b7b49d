"""Moves of 3Stein and their tokens: `a24-b22`, `keep:a25,c31,d16` and `pass`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

from games.dreistein.board import FIELD, FIELDS, NAMES
from games.dreistein.texts import EXAMPLE
from games.errors import InvalidMove, unknown_notation
from games.protocol import PASS, Part
from games.words import Refusal

if TYPE_CHECKING:
    from games.dreistein.position import DreisteinPosition

_NAME = r"[a-e][1-5][1-6]"
_STEP = re.compile(rf"({_NAME})[-x:>]?({_NAME})")
_KEEP = re.compile(rf"keep[:=-]?({_NAME}(?:[,+]{_NAME})*)")


@dataclass(frozen=True, slots=True)
class Step:
    """A man goes from one field to another, whatever he captures or becomes there."""

    origin: int
    target: int

    def __str__(self) -> str:
        return f"{NAMES[self.origin]}-{NAMES[self.target]}"


@dataclass(frozen=True, slots=True)
class Keep:
    """The conqueror chooses which men of the vassal stay; their fields are ascending."""

    fields: tuple[int, ...]

    def __str__(self) -> str:
        return "keep:" + ",".join(NAMES[field] for field in self.fields)


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat without a legal move passes."""

    def __str__(self) -> str:
        return PASS


Move: TypeAlias = Step | Keep | Pass

PASSING = Pass()
STEPS = tuple(tuple(Step(origin, target) for target in FIELDS) for origin in FIELDS)
"""Every step from each field to each other, made once."""


def syntax(text: str) -> Move | None:
    """The move that a token means by its form, or None. Raises KeyError for an unknown field."""
    token = text.lower()
    if token == PASS:
        return PASSING
    if found := _STEP.fullmatch(token):
        return STEPS[FIELD[found[1]]][FIELD[found[2]]]
    if found := _KEEP.fullmatch(token):
        return Keep(tuple(sorted(FIELD[name] for name in re.findall(_NAME, found[1]))))
    return None


def spellings(move: Move) -> tuple[tuple[Part, ...], ...]:
    """The survivors may be named in any order."""
    if isinstance(move, Pass):
        return ((Part("pass", PASS),),)
    if isinstance(move, Step):
        origin, target = NAMES[move.origin], NAMES[move.target]
        return ((Part("man", origin, origin), Part("target", "-" + target, target)),)
    return tuple(
        tuple(
            Part("survivor", ("," if number else "keep:") + NAMES[field], NAMES[field])
            for number, field in enumerate(order)
        )
        for order in permutations(move.fields)
    )


def read(position: DreisteinPosition, text: str) -> Move:
    """The move that a token means, whatever the position. Raises InvalidMove."""
    try:
        move = syntax(text)
    except KeyError as error:
        raise InvalidMove(Refusal("no-field", {"at": error.args[0]}), text, position) from None
    if move is None:
        raise unknown_notation(text, position, EXAMPLE)
    return move
