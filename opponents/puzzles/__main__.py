"""Collects puzzles: python -m opponents.puzzles --game KEY [--seed N] [--number N] [--minutes N]

It looks for them in random play, near the ends of games between weak computer players, and in
records of matches that are given as files. It prints one puzzle a line. The same seed finds the
same puzzles, as far as time allows.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields, replace
from pathlib import Path
from random import Random
from typing import Any

import games
from games import play
from games.play import Line
from games.protocol import AnyGame
from games.record import from_json, from_text
from opponents.arena import random_turn
from opponents.budget import Budget, Spent
from opponents.player import best_turn
from opponents.puzzles.proof import KINDS, WORK, Kind, solutions, turns
from opponents.puzzles.puzzle import Puzzle

FEWEST = 6
"""The fewest turns that a puzzle must have to choose from."""
LONGEST = 250
"""The number of turns after which a game is given up."""
SHORTEST_WALK, LONGEST_WALK = 4, 60
"""The number of moves in a random walk."""
LAST = 14
"""The number of turns at the end of a game that are searched for puzzles."""
FORGOTTEN = ("history", "past")
"""Fields that are reset in the positions of puzzles, if they have a default: the picture doesn't
show how often a position has occurred."""


def found_in(game: AnyGame, position: Any, kinds: Sequence[Kind] = KINDS) -> Puzzle | None:
    """The position as a puzzle, of the first of these kinds of which it has exactly one solution;
    None if there is none.
    """
    for kind in kinds:
        try:
            unique = solutions(game, position, kind, Budget(WORK[kind]))
        except Spent:
            continue
        if len(unique) == 1:
            text = " ".join(map(str, unique[0]))
            return Puzzle(game.info.key, kind, str(position), text)
    return None


def has_choice(game: AnyGame, position: Any) -> bool:
    """Whether at least `FEWEST` turns of the seat to move are found within a small budget."""
    try:
        for number, _ in enumerate(turns(game, position, Budget(WORK["win-in-one"])), start=1):
            if number >= FEWEST:
                return True
    except Spent:
        pass
    return False


def played(game: AnyGame, rng: Random) -> list[Any]:
    """The positions at the starts of turns in one game between weak computer players."""
    seats = rng.choice(game.info.seats)
    setup = play.setup(game, seats, {}, rng)
    line: Line[Any, Any] = Line.begin(game, setup)
    level, wild = rng.choice((1, 2, 3)), rng.choice((0.05, 0.15, 0.3))
    positions: list[Any] = []
    while line.position.to_move is not None and len(positions) < LONGEST:
        positions.append(line.position)
        if rng.random() < wild:
            _, line = random_turn(line, rng)
            continue
        for move in best_turn(line, setup, level, rng.getrandbits(32)):
            line = line.push(move)
    return positions


def wandered(game: AnyGame, rng: Random) -> list[Any]:
    """The positions at the starts of turns in a random walk."""
    setup = play.setup(game, rng.choice(game.info.seats), {}, rng)
    position: Any = game.start(setup)
    positions: list[Any] = []
    for _ in range(rng.randint(SHORTEST_WALK, LONGEST_WALK)):
        if position.to_move is None:
            break
        if not position.mid_turn:
            positions.append(position)
        position = game.apply(position, rng.choice(game.legal_moves(position)))
    return positions


def afresh(position: Any) -> Any:
    """The position without its history, if the history can be left out."""
    defaults = {one.name: one.default for one in fields(position) if one.name in FORGOTTEN}
    return replace(position, **{name: one for name, one in defaults.items() if one is not MISSING})


def recorded(game: AnyGame, files: Sequence[Path]) -> Iterator[list[Any]]:
    """For each record of this game, the positions at the starts of turns. Raises RecordError."""
    for file in files:
        text = file.read_text(encoding="utf-8-sig")
        record = from_json(text) if text.lstrip().startswith("{") else from_text(text)
        if record.game.info.key != game.info.key:
            continue
        line: Line[Any, Any] = Line.begin(game, record.setup)
        positions: list[Any] = []
        for token in (token for turn in record.turns for token in turn.split()):
            if not line.played:
                positions.append(line.position)
            line = line.event(token) or line.read(token)[1]
        yield positions


def collect(
    game: AnyGame, sources: Iterator[list[Any]], number: int, until: float
) -> Iterator[Puzzle]:
    """Up to `number` puzzles: at most half of them of one kind, and at most one of each kind from
    one game.
    """
    known, kinds = set[str](), Counter[Kind]()
    for positions in sources:
        here = set[Kind]()
        for position in map(afresh, reversed(positions[-LAST:])):
            if time.monotonic() > until or kinds.total() >= number:
                return
            if str(position) in known or not has_choice(game, position):
                continue
            wanted = [one for one in KINDS if one not in here and 2 * kinds[one] < number]
            puzzle = found_in(game, position, wanted)
            if puzzle is None or puzzle.stands_out:
                continue
            known.add(puzzle.position)
            here.add(puzzle.kind)
            kinds[puzzle.kind] += 1
            yield puzzle


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m opponents.puzzles", description=__doc__)
    parser.add_argument("--game", required=True, choices=[g.info.key for g in games.all_games()])
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("records", nargs="*", type=Path, help="records of played matches")
    given = parser.parse_args()
    game, rng = games.get(given.game), Random(given.seed)

    def sources() -> Iterator[list[Any]]:
        yield from recorded(game, given.records)
        while True:
            yield played(game, rng)
            yield wandered(game, rng)

    until = time.monotonic() + 60 * given.minutes
    for puzzle in collect(game, sources(), given.number, until):
        sys.stdout.write(f"{puzzle}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
