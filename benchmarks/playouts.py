"""Plain Monte Carlo tree search with random playouts: a player to measure levels by.

It knows only the rules of a game: UCB1, one new position per iteration, uniform playouts.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

from games.play import Line
from games.protocol import AnyGame, Result
from opponents.mind import Shares, shares

LONGEST = 300
"""Plies after which a playout counts as a draw."""
SPREAD = 1.0
"""How much to explore moves that look worse."""


class _Budget:
    """How many positions may still be looked at. The last playout is played to its end."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


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
            key=lambda one: one.total[seat] / one.visits + SPREAD * sqrt(spread / one.visits),
        )


def turn(line: Line[Any, Any], rng: Random, positions: int) -> list[Any]:
    """A whole turn, with this many positions for each move."""
    moves: list[Any] = []
    while not moves or line.played:
        moves.append(_move(line.game, line.position, rng, _Budget(positions)))
        line = line.push(moves[-1])
    return moves


def _move(game: AnyGame, position: Any, rng: Random, budget: _Budget) -> Any:
    root = _Node(game, position, rng)
    if len(root.untried) == 1:
        return root.untried[0]
    while not root.children or budget.left > 0:
        _walk(game, root, rng, budget)
    return max(root.children, key=lambda one: one[1].visits)[0]


def _walk(game: AnyGame, root: _Node, rng: Random, budget: _Budget) -> None:
    budget.left -= 1
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
    worth = _playout(game, node.position, rng, budget)
    for one in path:
        one.visits += 1
        for seat, share in enumerate(worth):
            one.total[seat] += share


def _playout(game: AnyGame, position: Any, rng: Random, budget: _Budget) -> Shares:
    for _ in range(LONGEST):
        if position.result is not None:
            break
        position = game.apply(position, rng.choice(game.legal_moves(position)))
        budget.left -= 1
    result: Result = position.result or Result((1,) * position.seats, "too-long")
    return shares(result)
