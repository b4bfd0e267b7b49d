"""Plain Monte Carlo tree search with random playouts: the yardstick for the strongest level.

It knows only the rules of a game: UCB1, one new position per iteration, uniform playouts.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from time import process_time
from typing import Any

from games.play import Line
from games.protocol import AnyGame, Result, Setup
from opponents.mind import Shares, shares

LONGEST = 2_000
"""Plies after which a playout counts as a draw."""
_SPREAD = 1.0


class _Node:
    __slots__ = ("children", "position", "total", "untried", "visits")

    def __init__(self, game: AnyGame, position: Any, rng: Random) -> None:
        self.position = position
        self.untried = list(game.legal_moves(position))
        rng.shuffle(self.untried)
        self.children: list[tuple[Any, _Node]] = []
        self.total = [0.0] * position.seats
        self.visits = 0

    def best(self) -> _Node:
        """The child with the highest upper confidence bound for the seat to move."""
        seat, spread = self.position.to_move - 1, log(self.visits)
        return max(
            (child for _, child in self.children),
            key=lambda one: one.total[seat] / one.visits + _SPREAD * sqrt(spread / one.visits),
        )


def turn(line: Line[Any, Any], setup: Setup, rng: Random, seconds: float) -> list[Any]:
    """A whole turn, with this many seconds of processor time for each move."""
    moves: list[Any] = []
    while not moves or line.played:
        moves.append(_move(line.game, line.position, rng, seconds))
        line = line.push(moves[-1])
    return moves


def _move(game: AnyGame, position: Any, rng: Random, seconds: float) -> Any:
    until = process_time() + seconds
    root = _Node(game, position, rng)
    if len(root.untried) == 1:
        return root.untried[0]
    while not root.children or process_time() < until:
        _walk(game, root, rng)
    return max(root.children, key=lambda one: one[1].visits)[0]


def _walk(game: AnyGame, root: _Node, rng: Random) -> None:
    node, path = root, [root]
    while not node.untried and node.children:
        node = node.best()
        path.append(node)
    if node.untried:
        move = node.untried.pop()
        child = _Node(game, game.apply(node.position, move), rng)
        node.children.append((move, child))
        path.append(child)
        node = child
    worth = _playout(game, node.position, rng)
    for one in path:
        one.visits += 1
        for seat, share in enumerate(worth):
            one.total[seat] += share


def _playout(game: AnyGame, position: Any, rng: Random) -> Shares:
    for _ in range(LONGEST):
        if position.result is not None:
            break
        position = game.apply(position, rng.choice(game.legal_moves(position)))
    result: Result = position.result or Result((1,) * position.seats, "too-long")
    return shares(result)
