"""How hard a puzzle is: which level of computer player solves it."""

from __future__ import annotations

from opponents.levels import LEVELS
from opponents.player import best_turn
from opponents.puzzles.puzzle import BEYOND, Puzzle

TRIES = 3
"""How often each level tries, each time overlooking other things. It has to solve most."""


def grade(puzzle: Puzzle) -> int:
    """The weakest level that solves the puzzle in most tries; BEYOND if none does."""
    return next((level for level in sorted(LEVELS) if _solves(level, puzzle)), BEYOND)


def _solves(level: int, puzzle: Puzzle) -> bool:
    turns = (best_turn(puzzle.line, puzzle.setup, level, seed) for seed in range(TRIES))
    return sum(puzzle.is_solved(" ".join(map(str, turn))) for turn in turns) > TRIES // 2
