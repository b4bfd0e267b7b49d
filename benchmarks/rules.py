"""Plies per second of random play, against python-chess and against the naive engines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import chess

import games
from benchmarks.floor import Work, rates
from benchmarks.table import Aim, Row, row, show
from games import play
from games.protocol import AnyGame, Setup

_CHESS = "python-chess: `random.choice(list(board.legal_moves))`, `push`"
AGAINST_CHESS = {
    "attangle": Aim("random play of Attangle, against chess", _CHESS, "plies/s", "≥ 2"),
    "turnier": Aim("random play of Turnier, against chess", _CHESS, "plies/s", "≥ 0.25"),
}
OTHERS = Aim("random play of any other game, against chess", _CHESS, "plies/s", "≥ 0.5")
AGAINST_NAIVE = Aim(
    "random play, against the naive engine",
    "the game's naive counterpart in `tests/naive/`",
    "plies/s",
    "≥ 3",
)
DEAREST = Aim(
    "the slowest position of 200 random games", "a ply of python-chess's random play", "µs", "≤ 400"
)
AIMS = (*AGAINST_CHESS.values(), OTHERS, AGAINST_NAIVE, DEAREST)

CHESS_PLIES = 300
"""A random game of chess may never end: two bare kings always have a move."""
PLIES = 2_000
DEAREST_GAMES = 200


def chess_play(rng: Random) -> int:
    """A random game of python-chess. Returns its plies."""
    board = chess.Board()
    for ply in range(CHESS_PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(rng.choice(moves))
    return CHESS_PLIES


def our_play(game: AnyGame, setup: Setup, rng: Random) -> int:
    """A random game through the public functions. Returns its plies."""
    return len(play.random_line(game, setup, rng, PLIES))


def naive_play(game: AnyGame, setup: Setup, rng: Random) -> int:
    """A random game of the naive engine. Returns its plies."""
    naive: Any = import_module(f"tests.naive.{game.start.__module__.split('.')[1]}")
    state = naive.start(setup.seats, dict(setup.options))
    for ply in range(PLIES):
        moves = naive.legal(state)
        if not moves:
            return ply
        state = naive.play(state, rng.choice(moves))
    return PLIES


def dearest_position(game: AnyGame, setups: list[Setup], rng: Random) -> float:
    """The most seconds for one ply in random games: the best of three runs for the slowest
    position.
    """
    worst, dearest = 0.0, None
    for number in range(DEAREST_GAMES):
        position = game.start(setups[number % len(setups)])
        for _ in range(PLIES):
            start = process_time()
            moves = game.legal_moves(position)
            if not moves:
                break
            move = rng.choice(moves)
            after = game.apply(position, move)
            spent = process_time() - start
            if spent > worst:
                worst, dearest = spent, (position, move)
            position = after
    assert dearest is not None
    position, move = dearest

    def again() -> float:
        fresh = game.position(str(position))  # A new position has no cached results.
        start = process_time()
        game.legal_moves(fresh)
        game.apply(fresh, move)
        return process_time() - start

    return min(again() for _ in range(3))


def rows(rounds: int = 13, seconds: float = 0.1) -> Iterator[Row]:
    """For each game and number of seats: its speed against both floors, and its slowest
    position.
    """
    for game in games.all_games():
        against_chess = AGAINST_CHESS.get(game.info.key, OTHERS)
        for setup in [play.setup(game, seats, rng=Random(seats)) for seats in game.info.seats]:
            rng, case = Random(1), f"{game.info.key}, {setup.seats} seats"
            contestants: dict[str, Work] = {
                "ours": partial(our_play, game, setup, rng),
                "naive": partial(naive_play, game, setup, rng),
                "chess": partial(chess_play, rng),
            }
            found = rates(contestants, rounds, seconds)
            for aim, other in ((against_chess, "chess"), (AGAINST_NAIVE, "naive")):
                yield row(aim, case, found["ours"], found[other], found.ratio("ours", other))
            dearest = dearest_position(game, [setup], rng)
            yield row(DEAREST, case, dearest * 1e6, 1e6 / found["chess"])


if __name__ == "__main__":
    show(rows())
