"""Collects puzzles: python -m opponents.puzzles --game KEY [--first N] [--games N] [--number N]

It looks for them near the ends of games between computer players, and in records of matches that
are given as files, and prints one puzzle a line. Games have numbers. The same numbers and the same
seed find the same puzzles. With --prove it proves all that are stored again instead.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import games
from games.protocol import AnyGame
from opponents.budget import Budget, Spent
from opponents.puzzles.collection import collection, stored
from opponents.puzzles.collector import collect, is_fit
from opponents.puzzles.proof import KINDS, WORK, solutions
from opponents.puzzles.puzzle import Puzzle
from opponents.puzzles.sources import played, recorded


def is_proved(puzzle: Puzzle) -> bool:
    """Whether exhaustive search finds the stored solution and no other, and no habit does."""
    try:
        budget = Budget(WORK[puzzle.kind])
        found = solutions(puzzle.rules, puzzle.line.position, puzzle.kind, budget)
    except Spent:
        return False
    return [" ".join(map(str, one)) for one in found] == [puzzle.solution] and is_fit(puzzle)


def prove(chosen: list[AnyGame]) -> bool:
    """Proves all stored puzzles of these games, and prints how many there are of each."""
    well = True
    for game in chosen:
        every = collection(game.info.key)
        wrong = [one for one in every if not is_proved(one)]
        sys.stdout.write(f"{game.info.key}: {len(every) - len(wrong)} of {len(every)} proved\n")
        for one in wrong:
            sys.stdout.write(f"  {one}\n")
        well = well and not wrong
    return well


def main() -> int:
    """Runs the command line. Returns the status."""
    keys = [game.info.key for game in games.all_games()]
    parser = argparse.ArgumentParser(prog="python -m opponents.puzzles", description=__doc__)
    parser.add_argument("--game", choices=keys, help="needed to collect")
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS)
    parser.add_argument("--most", type=float, default=0.4, help="the largest share of one kind")
    parser.add_argument("--each", type=int, default=1, help="so many of a kind from one game")
    parser.add_argument("--slips", type=int, default=0, help="turns by chance at each position")
    parser.add_argument("records", nargs="*", type=Path, help="records of played matches")
    given = parser.parse_args()
    if given.prove:
        chosen = [games.get(given.game)] if given.game else list(games.all_games())
        return 0 if prove(chosen) else 1
    if given.game is None:
        parser.error("which game?")
    game = games.get(given.game)

    def sources() -> Iterator[list[Any]]:
        if given.records:
            yield from recorded(game, given.records)
            return
        for number in range(given.first, given.first + given.games):
            yield played(game, number, given.seed)

    known = [one.position for one in stored(given.game)]
    how = {name: getattr(given, name) for name in ("kinds", "most", "each", "slips")}
    for puzzle in collect(game, sources(), given.number, known, **how):
        sys.stdout.write(f"{puzzle}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
