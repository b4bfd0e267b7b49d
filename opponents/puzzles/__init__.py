"""Puzzles: positions with a task and exactly one solution, proved by exhaustive search."""

from opponents.puzzles.collection import collection, is_solved, puzzle, stored
from opponents.puzzles.proof import KINDS, PuzzleKind, solutions
from opponents.puzzles.puzzle import BEYOND, Puzzle

__all__ = [
    "BEYOND",
    "KINDS",
    "Puzzle",
    "PuzzleKind",
    "collection",
    "is_solved",
    "puzzle",
    "solutions",
    "stored",
]
