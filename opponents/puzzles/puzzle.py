"""A puzzle as a value and as a line of text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import games
from games.play import Line, whole_turn
from games.protocol import AnyGame, Setup
from opponents.budget import Budget, Spent
from opponents.puzzles.proof import KINDS, WORK, PuzzleKind, includes, setup_of, solves

ALIKE = 3
"""The fewest moves of the kind with which the solution begins, such as captures. Menus offer each
kind by itself, so a single one would give itself away.
"""
BEYOND = 7
"""The level of a puzzle that no computer player solves in most tries."""


@dataclass(frozen=True)
class Puzzle:
    """A task in a position. `solution` holds the tokens of the only turn that solves it.

    `level` is the weakest level of computer player that solves it (`opponents.puzzles.grade`). It
    is 0 as long as it isn't graded, and for a puzzle that is no longer offered, but may still stand
    in somebody's messages.
    """

    game: str
    """The game's key."""
    kind: PuzzleKind
    position: str
    solution: str
    level: int = 0

    @classmethod
    def read(cls, game: str, text: str) -> Puzzle:
        """The inverse of `str`, given the game. Raises ValueError."""
        kind, position, solution, level = text.rstrip("\n").split("|")
        for known in KINDS:
            if kind == known:
                return cls(game, known, position, solution, int(level))
        raise ValueError(f"no kind of puzzle: {kind!r}")

    def __str__(self) -> str:
        return f"{self.kind}|{self.position}|{self.solution}|{self.level}"

    @cached_property
    def key(self) -> str:
        """A key that depends only on the game and the position, not on the line in the file."""
        return f"{self.game}-{sha256(self.position.encode()).hexdigest()[:8]}"

    @property
    def effort(self) -> tuple[int, int]:
        """A measure of how hard it is: how far one has to look ahead, and the number of plies of
        the turn. Smaller is easier.
        """
        return KINDS.index(self.kind), len(self.solution.split())

    @property
    def rules(self) -> AnyGame:
        """The game. Raises KeyError."""
        return games.get(self.game)

    @property
    def setup(self) -> Setup:
        """The setup of the game to which the position belongs."""
        return setup_of(self.rules, self.line.position)

    @cached_property
    def line(self) -> Line[Any, Any]:
        """The position to solve, at the start of a turn."""
        return Line.at(self.rules, self.rules.position(self.position))

    @cached_property
    def stands_out(self) -> bool:
        """Whether the solution begins with a move of a kind of which there are too few."""
        first = whole_turn(self.line, self.solution).steps[0].move
        kinds = Counter(map(self._kind_of, self.rules.legal_moves(self.line.position)))
        return kinds[self._kind_of(first)] < ALIKE

    def _kind_of(self, move: Any) -> str:
        return self.rules.spellings(move)[0][0].kind

    def is_solved(self, text: str) -> bool:
        """Whether a whole turn, as canonical tokens, solves it.

        True for the solution, and for a turn that does everything the solution does and more, if it
        meets the task as well. False if it would take too long to find out.
        """
        if text == self.solution or not self.may_solve(text):
            return text == self.solution
        after = whole_turn(self.line, text).line.position
        try:
            return solves(self.rules, self.line.position, self.kind, after, Budget(WORK[self.kind]))
        except Spent:
            return False

    def may_solve(self, text: str) -> bool:
        """Whether a turn does everything that the solution does. A quick check."""
        return includes(text.split(), self.solution.split())
