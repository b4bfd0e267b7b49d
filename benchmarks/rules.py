"""Plies per second of random play, against python-chess and against the naive engines.

`python -m benchmarks.rules` prints the table.
"""

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
from games import play
from games.protocol import AnyGame, Setup

CHESS_PLIES = 300
"""A random game of chess need not end: two bare kings always have a move."""
PLIES = 2_000
DEAREST_GAMES = 200


def chess_play(rng: Random) -> int:
    """A random game of python-chess; its plies."""
    board = chess.Board()
    for ply in range(CHESS_PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(rng.choice(moves))
    return CHESS_PLIES


def our_play(game: AnyGame, setup: Setup, rng: Random) -> int:
    """A random game through the public functions; its plies."""
    return len(play.random_line(game, setup, rng, PLIES))


def naive_play(game: AnyGame, setup: Setup, rng: Random) -> int:
    """A random game of the naive counterpart; its plies."""
    naive: Any = import_module(f"tests.naive.{game.start.__module__.split('.')[1]}")
    state = naive.start(setup.seats, dict(setup.options))
    for ply in range(PLIES):
        moves = naive.legal(state)
        if not moves:
            return ply
        state = naive.play(state, rng.choice(moves))
    return PLIES


def dearest_position(game: AnyGame, setups: list[Setup], rng: Random) -> float:
    """The most seconds that one ply took in random games: the best of three for the worst."""
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
        start = process_time()
        game.legal_moves(position)
        game.apply(position, move)
        return process_time() - start

    return min(again() for _ in range(3))


def run(rounds: int = 5, seconds: float = 0.4) -> Iterator[dict[str, Any]]:
    """A row for each game and number of seats, with ratios to both floors."""
    for game in games.all_games():
        setups = [play.setup(game, seats, rng=Random(seats)) for seats in game.info.seats]
        for setup in setups:
            rng = Random(1)
            contestants: dict[str, Work] = {
                "ours": partial(our_play, game, setup, rng),
                "naive": partial(naive_play, game, setup, rng),
                "chess": partial(chess_play, rng),
            }
            found = rates(contestants, rounds, seconds)
            yield {
                "game": game.info.key,
                "seats": setup.seats,
                "plies_per_second": round(found["ours"]),
                "to_chess": round(found["ours"] / found["chess"], 2),
                "to_naive": round(found["ours"] / found["naive"], 2),
                "dearest_in_chess_plies": round(
                    dearest_position(game, [setup], rng) * found["chess"]
                ),
            }


def main() -> None:
    """Prints the table."""
    print(f"{'game':10} {'seats':>5} {'plies/s':>9} {'× chess':>8} {'× naive':>8} {'dearest':>8}")
    for row in run():
        print(
            f"{row['game']:10} {row['seats']:5} {row['plies_per_second']:9} {row['to_chess']:8} "
            f"{row['to_naive']:8} {row['dearest_in_chess_plies']:8}"
        )


if __name__ == "__main__":
    main()
