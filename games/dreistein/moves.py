"""The moves of 3Stein and their tokens: `a24-b22`, `keep:a25,c31,d16` and `pass`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from games.dreistein.board import FIELD, FIELDS, NAMES
from games.protocol import PASS

_NAME = r"[a-e][1-5][1-6]"
_STEP = re.compile(rf"({_NAME})[-x:>]?({_NAME})")
_KEEP = re.compile(rf"keep[:=-]?({_NAME}(?:[,+]{_NAME})*)")


@dataclass(frozen=True, slots=True)
class Step:
    """A man moves from one field to another, whether or not it captures or is promoted there."""

    origin: int
    target: int

    def __str__(self) -> str:
        return f"{NAMES[self.origin]}-{NAMES[self.target]}"


@dataclass(frozen=True, slots=True)
class Keep:
    """The conqueror chooses which of the vassal's men stay. Their fields ascend."""

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
"""Every step from each field to each other, built once."""


def syntax(text: str) -> Move | None:
    """The move that a token means by its syntax, or None. Raises KeyError for an unknown field."""
    token = text.lower()
    if token == PASS:
        return PASSING
    if found := _STEP.fullmatch(token):
        return STEPS[FIELD[found[1]]][FIELD[found[2]]]
    if found := _KEEP.fullmatch(token):
        return Keep(tuple(sorted(FIELD[name] for name in re.findall(_NAME, found[1]))))
    return None
