"""Random games for the laws."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.play import Line
from games.protocol import AnyGame, Setup

MOST_PLIES = 300


def random_lines(
    game: AnyGame, setup: Setup, seed: int, most: int = MOST_PLIES
) -> Iterator[tuple[Line[Any, Any], Any]]:
    """The lines of a random game with the next move; None after the last.

    Long moves are sometimes preferred, since captures and the like are rare.
    """
    rng = Random(seed)
    line: Line[Any, Any] = Line.begin(game, setup)
    for _ in range(most):
        moves = game.legal_moves(line.position)
        if not moves:
            break
        if rng.random() < 0.3:
            length = max(len(str(move)) for move in moves)
            moves = [move for move in moves if len(str(move)) == length]
        move = rng.choice(moves)
        yield line, move
        line = line.push(move)
    yield line, None
