"""Looks for puzzles near the ends of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import games
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents.budget import Budget, Spent
from opponents.levels import LEVELS
from opponents.player import think
from opponents.puzzles.collection import stored
from opponents.puzzles.grade import grade
from opponents.puzzles.habits import habits
from opponents.puzzles.proof import KINDS, WORK, PuzzleKind, includes, setup_of, solutions, turns
from opponents.puzzles.puzzle import Puzzle
from opponents.puzzles.sources import afresh, positions

FEWEST = 6
"""The fewest turns that a puzzle must have to choose from."""
EACH = 2
"""The most puzzles from one played match."""
LAST = 14
"""The number of turns at the end of a game that are searched for puzzles."""
FORCED: tuple[PuzzleKind, ...] = ("win-in-two", "win-in-three")
"""The kinds for which a search must see a forced win first. The proof takes longer."""
EFFORT = 0.05
"""The share of the strongest level's effort with which it looks."""


def collect(
    game: AnyGame,
    sources: Iterable[list[Any]],
    number: int,
    known: Iterable[str] = (),
    *,
    kinds: Sequence[PuzzleKind] = KINDS,
    most: float = 0.4,
    each: int = 1,
    slips: int = 0,
) -> Iterator[Puzzle]:
    """Up to `number` puzzles of these `kinds`, graded, in positions that are not `known`: at most
    the share `most` of them of one kind, and at most so many of `each` kind from one game.

    They are looked for in the positions of the games, and in those to which each of so many `slips`
    would have led: turns by chance, as if the player had not thought.
    """
    seen, found = {*known}, Counter[PuzzleKind]()
    for source in sources:
        here = Counter[PuzzleKind]()
        for position in _candidates(game, source[-LAST:], slips):
            if found.total() >= number:
                return
            wanted = [one for one in kinds if here[one] < each and found[one] + 1 <= most * number]
            if str(position) in seen or not wanted or not has_choice(game, position):
                continue
            puzzle = found_in(game, position, wanted)
            if puzzle is None or not is_fit(puzzle):
                continue
            seen.add(puzzle.position)
            here[puzzle.kind] += 1
            found[puzzle.kind] += 1
            yield replace(puzzle, level=grade(puzzle))


def of_match(key: str, setup: Setup, turns: Sequence[str]) -> list[str]:
    """The puzzles in a match that was played, as lines: at most `EACH`, in positions that the
    collection doesn't have.

    Takes and returns plain values, so that it can run in another process.
    """
    game, known = games.get(key), [one.position for one in stored(key)]
    source = positions(game, setup, turns)
    return [str(one) for one in collect(game, [source], EACH, known, most=1.0)]


def _candidates(game: AnyGame, positions: Sequence[Any], slips: int) -> Iterator[Any]:
    """The positions from the last one on, each followed by those after the slips."""
    for position in map(afresh, reversed(positions)):
        yield position
        rng = Random(str(position))
        for _ in range(slips):
            after = position
            while after is position or after.mid_turn:
                after = game.apply(after, rng.choice([*game.legal_moves(after)]))
            if after.result is None:
                yield afresh(after)


def found_in(game: AnyGame, position: Any, kinds: Sequence[PuzzleKind] = KINDS) -> Puzzle | None:
    """The position as a puzzle, of the first of these kinds of which it has exactly one solution;
    None if there is none.
    """
    won = any(kind in FORCED for kind in kinds) and _is_won(game, position)
    for kind in kinds:
        if kind != "win-in-one" and (kind in FORCED) != won:
            continue
        try:
            unique = solutions(game, position, kind, Budget(WORK[kind]))
        except Spent:
            continue
        if len(unique) == 1:
            text = " ".join(map(str, unique[0]))
            return Puzzle(game.info.key, kind, str(position), text)
    return None


def _is_won(game: AnyGame, position: Any) -> bool:
    """Whether a search sees a forced win."""
    line = Line.at(game, position)
    return think(line, setup_of(game, position), max(LEVELS), scale=EFFORT).wins


def has_choice(game: AnyGame, position: Any) -> bool:
    """Whether at least `FEWEST` turns of the seat to move are found within a small budget."""
    try:
        for number, _ in enumerate(turns(game, position, Budget(WORK["win-in-one"])), start=1):
            if number >= FEWEST:
                return True
    except Spent:
        pass
    return False


def is_fit(puzzle: Puzzle) -> bool:
    """Whether a puzzle is worth a thought: it doesn't stand out in the menus, and no habit solves
    it.
    """
    if puzzle.stands_out:
        return False
    solution = puzzle.solution.split()
    try:
        played = [*habits(puzzle.rules, puzzle.line.position, Budget(WORK[puzzle.kind]))]
    except Spent:
        return False
    return not any(includes(turn, solution) for turn in played)
