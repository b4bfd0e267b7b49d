"""Monte-Carlo tree search: a tree that grows where it looks best, for any number of seats.

Leaves are judged by a game's evaluation instead of being played out, unless a judge is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, Generic

from games.protocol import Game, M, P, Seat
from opponents.alphabeta import Finding
from opponents.budget import Budget, Spent
from opponents.eyes import Eyes
from opponents.mind import Mind, Shares, shares

CURIOSITY = 0.9
"""How much an untried move is worth a try."""


class _Node(Generic[P, M]):
    """A position in the tree, with the sum of what its visits were worth to each seat."""

    __slots__ = ("children", "moves", "position", "total", "visits", "weights")

    def __init__(self, position: P) -> None:
        self.position = position
        self.visits = 0
        self.total = [0.0] * position.seats
        self.moves: Sequence[M] | None = None
        self.weights: list[float] = []
        self.children: dict[int, _Node[P, M]] = {}


def search(
    game: Game[P, M],
    mind: Mind[P, M],
    position: P,
    side: Sequence[Seat],
    budget: Budget,
    eyes: Eyes | None = None,
    judge: Callable[[P], Shares] | None = None,
) -> Finding[M]:
    """The most visited move for the side whose seat is to move, within the budget."""
    seen, judge = eyes or Eyes(), judge or mind.evaluate
    partners = frozenset(side)
    root: _Node[P, M] = _Node(position)
    _open(root, game, mind, seen, 0)
    assert root.moves
    try:
        while len(root.moves) > 1:
            _visit(root, game, mind, budget, seen, judge)
    except Spent:
        pass
    chosen = max(root.children, key=lambda one: root.children[one].visits, default=0)
    worth = {
        root.moves[number]: sum(node.total[seat - 1] for seat in partners) / node.visits
        for number, node in root.children.items()
    }
    move = root.moves[chosen]
    return Finding(move, worth.get(move, 0.5), _line(root), root.visits, worth)


def _open(
    node: _Node[P, M], game: Game[P, M], mind: Mind[P, M], eyes: Eyes, ply: int
) -> None:
    """Finds the moves of a node; those that look promising get more weight."""
    legal = game.legal_moves(node.position)
    node.moves = eyes.seen(mind.candidates(node.position, legal), ply)
    weights = [1 / (rank + 3) for rank in range(len(node.moves))]
    total = sum(weights)
    node.weights = [weight / total for weight in weights]


def _visit(
    root: _Node[P, M],
    game: Game[P, M],
    mind: Mind[P, M],
    budget: Budget,
    eyes: Eyes,
    judge: Callable[[P], Shares],
) -> None:
    """One walk down the tree to a new leaf, and its worth carried back to the root."""
    node, path = root, [root]
    while node.position.result is None and node.visits:
        if node.moves is None:
            _open(node, game, mind, eyes, len(path) - 1)
        number = _promising(node)
        if number not in node.children:
            budget.spend()
            assert node.moves is not None
            node.children[number] = _Node(game.apply(node.position, node.moves[number]))
        node = node.children[number]
        path.append(node)
        if not node.visits:
            break
    else:
        budget.spend()
    result = node.position.result
    worth = judge(node.position) if result is None else shares(result)
    for one in path:
        one.visits += 1
        for seat, share in enumerate(worth):
            one.total[seat] += share


def _promising(node: _Node[P, M]) -> int:
    """The move to try next: what it has brought to the seat, and how seldom it was tried."""
    to_move: Any = node.position.to_move
    seat = to_move - 1
    mean = node.total[seat] / node.visits
    reach = CURIOSITY * sqrt(node.visits)
    best, chosen = -1.0, 0
    for number, weight in enumerate(node.weights):
        child = node.children.get(number)
        if child is None:
            score = mean - 0.1 + reach * weight
        else:
            score = child.total[seat] / child.visits + reach * weight / (1 + child.visits)
        if score > best:
            best, chosen = score, number
    return chosen


def _line(root: _Node[P, M]) -> tuple[M, ...]:
    line: list[M] = []
    node = root
    while node.children and node.moves:
        number = max(node.children, key=lambda one, node=node: node.children[one].visits)  # type: ignore[misc]
        line.append(node.moves[number])
        node = node.children[number]
    return tuple(line)
