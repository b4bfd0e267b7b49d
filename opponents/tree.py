"""Monte-Carlo tree search for any number of seats. The tree grows where it looks most promising.

Leaves are judged by the game's evaluation and not played out. What is proved at the end of a game
is carried back: a proved win is played, a proved defeat avoided.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from math import sqrt
from typing import Generic

from games.protocol import Game, M, P, Seat, Sides
from opponents.answer import DEEPEST, SURE, Finding
from opponents.budget import Budget, Spent
from opponents.mind import Mind, Shares, side_of
from opponents.oversights import Oversights

CURIOSITY = 0.9
"""The weight of exploration: how attractive moves are that have seldom been tried."""
TRIED = 4
"""A move may be played instead of the best if it has at least the best one's visits divided by this
number.
"""
LONGER = 3
"""The search for other wins takes this many times as many walks as the proof of the first one."""
DOUBT = 0.1
"""How much worse than its position an untried move is assumed to be."""


class _Node(Generic[P, M]):
    """A position in the tree, with the sum of the values of its visits for each seat.

    `proved` is its certain value, if known. `mover` is the side that moved there, and `gain` the
    value to that side. Moves are tried in order, so the children belong to the first moves.
    """

    __slots__ = ("children", "gain", "mover", "moves", "position", "proved", "total", "visits")

    def __init__(
        self, position: P, mover: Sequence[Seat] = (), proved: Shares | None = None
    ) -> None:
        self.position, self.mover = position, mover
        self.visits = 0
        self.total = [0.0] * position.seats
        self.moves: Sequence[M] | None = None
        self.children: list[_Node[P, M]] = []
        self.proved = proved
        self.gain = 0.0 if proved is None else self.worth(mover)

    def worth(self, side: Sequence[Seat]) -> float:
        """The value of the position to a side."""
        if self.proved is not None:
            return sum([self.proved[seat - 1] for seat in side])
        return sum([self.total[seat - 1] for seat in side]) / self.visits


def search(
    game: Game[P, M],
    mind: Mind[P, M],
    position: P,
    sides: Sides,
    budget: Budget,
    *,
    oversights: Oversights | None = None,
) -> Finding[M]:
    """The most visited move for the side whose seat is to move, within the budget.

    A move that is proved to win comes first, and one that is proved to lose comes last.
    """
    return _Tree(game, mind, sides, budget, oversights or Oversights()).grow(position)


@dataclass(frozen=True, slots=True)
class _Tree(Generic[P, M]):
    game: Game[P, M]
    mind: Mind[P, M]
    sides: Sides
    budget: Budget
    oversights: Oversights
    proofs: dict[Hashable, Shares | None] = field(default_factory=dict)
    """Proved values of positions, by key, for positions that are reached by different moves."""

    def grow(self, position: P) -> Finding[M]:
        """Walks through the tree until the budget is spent or the outcome is known."""
        root: _Node[P, M] = _Node(position)
        self._open(root, ahead=False)
        assert root.moves
        root.moves = self.oversights.mixed(root.moves, str(position))
        try:
            while root.proved is None and (len(root.moves) > 1 or not root.children):
                self._walk(root)
            if self.oversights.slack:
                self._look_for_other_wins(root)
        except Spent:
            pass
        return self._found(root)

    def _look_for_other_wins(self, root: _Node[P, M]) -> None:
        """If a later win is proved, searches on for some time, so that there may be a choice of
        wins.
        """
        best = max(range(len(root.children)), key=partial(self._rank, root), default=None)
        if best is not None and self._wins_later(root, best):
            for _ in range(LONGER * root.visits):
                root.proved = None
                self._walk(root)

    def _found(self, root: _Node[P, M]) -> Finding[M]:
        """The finding at the root of the tree."""
        moves, children = root.moves, root.children
        assert moves
        side = side_of(self.sides, root.position.to_move)
        if not children:
            value = root.worth(side) if root.visits else 0.5
            return Finding(moves[0], value, (moves[0],), root.visits)
        order = sorted(range(len(children)), key=partial(self._rank, root), reverse=True)
        worth = {number: children[number].worth(side) for number in order}
        alike = self._alike(root, order)
        chosen = self.oversights.one_of(
            {number: worth[number] for number in alike}, str(root.position)
        )
        line = (moves[chosen], *self._line(children[chosen]))
        values = {moves[number]: value for number, value in worth.items()}
        return Finding(moves[chosen], worth[chosen], line, root.visits, values)

    def _alike(self, root: _Node[P, M], order: Sequence[int]) -> Sequence[int]:
        """The best move, and moves that may be played instead if they have the same value. If the
        best move wins in a later turn, these are other such wins; otherwise, moves that were tried
        nearly as often.
        """
        if self._wins_later(root, order[0]):
            return [number for number in order if self._wins_later(root, number)]
        sure, visits = self._rank(root, order[0])
        if sure > 0:
            return order[:1]
        return [number for number in order if root.children[number].visits >= visits / TRIED]

    def _wins_later(self, root: _Node[P, M], number: int) -> bool:
        """Whether a move is proved to win, but in another turn."""
        child = root.children[number]
        wins = child.proved is not None and child.worth(child.mover) > SURE
        return wins and child.position.result is None and not child.position.mid_turn

    def _open(self, node: _Node[P, M], *, ahead: bool = True) -> None:
        """Finds the moves of a node, the most promising first."""
        legal = self.game.legal_moves(node.position)
        node.moves = self.oversights.seen(self.mind.candidates(node.position, legal), ahead=ahead)

    def _walk(self, root: _Node[P, M]) -> None:
        """Walks down the tree to a new leaf and carries its value back to the root."""
        self.budget.spend()
        node, path = root, [root]
        while node.visits and node.proved is None:
            if node.moves is None:
                self._open(node)
            assert node.moves
            number = self._promising(node)
            if number == len(node.children):
                node.children.append(self._child(node, number))
            node = node.children[number]
            path.append(node)
        worth = (
            self.mind.judge(node.position, self.oversights) if node.proved is None else node.proved
        )
        for one in path:
            one.visits += 1
            for seat, share in enumerate(worth):
                one.total[seat] += share
            one.gain = one.worth(one.mover)
        if node.proved is not None:
            self._prove(path)

    def _child(self, node: _Node[P, M], number: int) -> _Node[P, M]:
        """The node after a move."""
        assert node.moves
        after = self.game.apply(node.position, node.moves[number])
        return _Node(after, side_of(self.sides, node.position.to_move), self._proof(after))

    def _proof(self, position: P) -> Shares | None:
        """The certain value of a position if the game is over, or if the tree or a quick look has
        proved it; else None.
        """
        known = self.mind.known(position)
        if known is not None:
            return known
        key = self.mind.key(position)
        if key not in self.proofs:
            self.proofs[key] = self.mind.foresee(position, self.oversights)
        return self.proofs[key]

    def _prove(self, path: Sequence[_Node[P, M]]) -> None:
        """Carries back what the last node of a path proves about the nodes above it."""
        for node in reversed(path[:-1]):
            side = side_of(self.sides, node.position.to_move)
            assert node.moves
            known = [child for child in node.children if child.proved is not None]
            best = max(known, key=lambda child, side=side: child.worth(side))  # type: ignore[misc]
            if best.worth(side) <= SURE and len(known) < len(node.moves):
                return
            node.proved = self.proofs[self.mind.key(node.position)] = best.proved
            node.gain = node.worth(node.mover)

    def _promising(self, node: _Node[P, M]) -> int:
        """The number of the move to try next, by its value to the seat so far and by how seldom it
        was tried.
        """
        assert node.moves
        side, tried = side_of(self.sides, node.position.to_move), len(node.children)
        weights, reach = _weights(len(node.moves)), CURIOSITY * sqrt(node.visits)
        best, chosen = -1.0, 0
        if tried < len(weights):  # The next move is the most promising of the untried ones.
            best, chosen = node.worth(side) - DOUBT + reach * weights[tried], tried
        for number, child in enumerate(node.children):
            if child.proved is not None:
                score = child.gain - 0.5  # There is nothing more to learn.
            else:
                score = child.gain + reach * weights[number] / (1 + child.visits)
            if score > best:
                best, chosen = score, number
        return chosen

    def _line(self, root: _Node[P, M]) -> tuple[M, ...]:
        line: list[M] = []
        node = root
        while node.children and node.moves and len(line) < DEEPEST:
            number = max(range(len(node.children)), key=partial(self._rank, node))
            line.append(node.moves[number])
            node = node.children[number]
        return tuple(line)

    def _rank(self, node: _Node[P, M], number: int) -> tuple[int, int]:
        """The rank of a move: proved wins first, immediate ones before others; then by visits;
        proved defeats last.
        """
        child = node.children[number]
        proved = 0.5 if child.proved is None else child.worth(child.mover)
        if proved > SURE:
            return 1 + (child.position.result is not None), child.visits
        return -(proved < 1 - SURE), child.visits


@cache
def _weights(moves: int) -> tuple[float, ...]:
    """A prior for each of this many moves, by rank alone. The priors add up to 1."""
    weights = [1 / (rank + 3) for rank in range(moves)]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
