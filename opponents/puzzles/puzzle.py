"""A puzzle as a value and as a line of text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import games
from games.play import Line
from games.protocol import AnyGame
from opponents.puzzles.proof import KINDS, Kind


@dataclass(frozen=True)
class Puzzle:
    """A task in a position; `solution` are the tokens of the only turn that solves it."""

    game: str
    """The game's key."""
    kind: Kind
    position: str
    solution: str

    @classmethod
    def read(cls, game: str, text: str) -> Puzzle:
        """The inverse of `str`, but for the game. Raises ValueError."""
        kind, position, solution = text.rstrip("\n").split("|")
        for known in KINDS:
            if kind == known:
                return cls(game, known, position, solution)
        raise ValueError(f"no kind of puzzle: {kind!r}")

    def __str__(self) -> str:
        return f"{self.kind}|{self.position}|{self.solution}"

    @cached_property
    def key(self) -> str:
        """By which it is known: the same wherever it stands in the collection."""
        return f"{self.game}-{sha256(self.position.encode()).hexdigest()[:8]}"

    @property
    def rules(self) -> AnyGame:
        """The game. Raises KeyError."""
        return games.get(self.game)

    @cached_property
    def line(self) -> Line[Any, Any]:
        """The position to solve, at the start of a turn."""
        return Line.at(self.rules, self.rules.position(self.position))
