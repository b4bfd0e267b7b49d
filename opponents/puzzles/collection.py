"""The puzzles that come with the program: a file for each game, with one puzzle a line."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from opponents.puzzles.puzzle import Puzzle

FOLDER = files("opponents.puzzles") / "data"


@cache
def collection(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of the game with this key that are offered; none if there is no file."""
    return tuple(one for one in stored(game) if one.level)


@cache
def stored(game: str) -> tuple[Puzzle, ...]:
    """All that have ever been offered: messages with them may be years old.

    They stay in the order of their lines, to which new ones are only ever added at the end: the
    puzzle of a day goes by a puzzle's place.
    """
    file = FOLDER / f"{game}.txt"
    if not file.is_file():
        return ()
    text = file.read_text(encoding="utf-8")
    return tuple(Puzzle.read(game, line) for line in text.splitlines())


def puzzle(key: str) -> Puzzle:
    """The puzzle with this key. Raises KeyError."""
    return _by_key(key.rpartition("-")[0])[key]


@cache
def _by_key(game: str) -> dict[str, Puzzle]:
    return {one.key: one for one in stored(game)}


def is_solved(game: str, line: str, text: str) -> bool:
    """Whether a whole turn solves a puzzle, which is given as its game's key and its line.

    Takes and returns plain values, so that it can run in another process. Raises MoveError.
    """
    return Puzzle.read(game, line).is_solved(text)
