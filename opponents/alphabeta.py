"""Alpha-beta with iterative deepening and a transposition table.

Where there are more than two sides it is paranoid: everybody else plays against the one side.
A ply may be followed by another of the same seat; all that counts is who is to move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from games.protocol import Game, M, P, Seat
from opponents.budget import Budget, Spent
from opponents.eyes import Eyes
from opponents.mind import Mind, shares

ENTRIES = 150_000
"""How many positions are remembered at most."""
DEEPEST = 60
QUIET = 6
"""How many plies forcing moves are followed beyond the depth."""
_HASTE = 1e-3
"""What a ply is worth: of two ways to win the shorter one is taken, to lose the longer one."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)


@dataclass(slots=True)
class Finding(Generic[M]):
    """What a search has found: the best move, what it is worth to the side (0 to 1), the moves
    that are expected to follow it, and how deep the last complete search was.
    """

    move: M
    value: float
    line: tuple[M, ...]
    depth: int
    values: dict[M, float] = field(default_factory=dict)
    """What each move was found to be worth at the first ply; mere upper bounds but for the best."""


def search(
    game: Game[P, M],
    mind: Mind[P, M],
    position: P,
    side: Sequence[Seat],
    budget: Budget,
    eyes: Eyes | None = None,
) -> Finding[M]:
    """The best move for the side whose seat is to move, within the budget."""
    return _Search(game, mind, frozenset(side), budget, eyes or Eyes()).deepen(position)


class _Search(Generic[P, M]):
    def __init__(
        self,
        game: Game[P, M],
        mind: Mind[P, M],
        side: frozenset[Seat],
        budget: Budget,
        eyes: Eyes,
    ) -> None:
        self.game, self.mind, self.side = game, mind, side
        self.budget, self.eyes = budget, eyes
        self.table: dict[Any, tuple[int, int, float, M | None]] = {}
        self.history: dict[M, int] = defaultdict(int)

    def deepen(self, position: P) -> Finding[M]:
        """Deeper and deeper, until the budget is spent or the outcome is known."""
        moves = list(self._moves(position, 0))
        found = Finding(moves[0], 0.5, (moves[0],), 0)
        if len(moves) == 1:
            return found
        for depth in range(1, DEEPEST):
            try:
                found = self._first(position, moves, depth)
            except Spent as spent:
                if spent.args:
                    found = spent.args[0]
                break
            moves.sort(key=lambda move: -found.values[move])
            if found.value < _HASTE * DEEPEST or found.value > 1 - _HASTE * DEEPEST:
                break
        return found

    def _first(self, position: P, moves: Sequence[M], depth: int) -> Finding[M]:
        """The first ply. Raises Spent, with what has been found if the best is among it."""
        best: Finding[M] | None = None
        values: dict[M, float] = {}
        alpha = -1.0
        try:
            for move in moves:
                self.budget.spend()
                after = self.game.apply(position, move)
                values[move] = value = self._value(after, depth - 1, 1, alpha, 2.0)
                if value > alpha:
                    alpha = value
                    best = Finding(move, value, (move, *self._line(after)), depth, values)
        except Spent:
            if best is not None and depth > 1:
                raise Spent(best) from None
            raise
        assert best is not None
        return best

    def _line(self, position: P) -> tuple[M, ...]:
        line: list[M] = []
        while position.to_move is not None and len(line) < DEEPEST:
            entry = self.table.get(position)
            if entry is None or entry[3] is None:
                break
            line.append(entry[3])
            position = self.game.apply(position, entry[3])
        return tuple(line)

    def _moves(self, position: P, ply: int) -> Sequence[M]:
        legal = self.game.legal_moves(position)
        return self.eyes.seen(self.mind.candidates(position, legal), ply)

    def _known(self, position: P, ply: int) -> float | None:
        """What the position is worth if the game is over."""
        if position.result is None:
            return None
        worth = shares(position.result)
        value = sum(worth[seat - 1] for seat in self.side)
        return 0.5 + (value - 0.5) * (1 - _HASTE * min(ply, DEEPEST))

    def _estimate(self, position: P) -> float:
        worth = self.mind.evaluate(position)
        return sum([worth[seat - 1] for seat in self.side])

    def _value(self, position: P, depth: int, ply: int, alpha: float, beta: float) -> float:
        """What the position is worth to the side, exact between alpha and beta."""
        known = self._known(position, ply)
        if known is not None:
            return known
        if depth <= 0:
            return self._quiet(position, ply, alpha, beta, QUIET)
        entry = self.table.get(position)
        hint = None
        if entry is not None:
            deep, kind, value, hint = entry
            if deep >= depth and (
                kind == _EXACT
                or (kind == _AT_LEAST and value >= beta)
                or (kind == _AT_MOST and value <= alpha)
            ):
                return value
        mine = position.to_move in self.side
        low, high = alpha, beta
        best, chosen = (-1.0, None) if mine else (2.0, None)
        for move in self._ordered(position, ply, hint):
            self.budget.spend()
            value = self._value(self.game.apply(position, move), depth - 1, ply + 1, low, high)
            if mine and value > best:
                best, chosen = value, move
                low = max(low, best)
            elif not mine and value < best:
                best, chosen = value, move
                high = min(high, best)
            if low >= high:
                self.history[move] += depth * depth
                break
        kind = _AT_LEAST if best >= beta else _AT_MOST if best <= alpha else _EXACT
        if len(self.table) < ENTRIES or position in self.table:
            self.table[position] = (depth, kind, best, chosen)
        return best

    def _ordered(self, position: P, ply: int, hint: M | None) -> Sequence[M]:
        moves = self._moves(position, ply)
        if self.history:
            said = self.history
            moves = sorted(moves, key=lambda move: -said.get(move, 0))
        if hint is not None and hint in moves:
            moves = [hint, *(move for move in moves if move != hint)]
        return moves

    def _quiet(self, position: P, ply: int, alpha: float, beta: float, depth: int) -> float:
        """Follows forcing moves until there are none, or it is better to leave them."""
        known = self._known(position, ply)
        if known is not None:
            return known
        best = self._estimate(position)
        if self.mind.forcing is None or not depth:
            return best
        mine = position.to_move in self.side
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            return best
        moves = self.mind.forcing(position, self.game.legal_moves(position))
        for move in self.eyes.seen(moves, ply) if moves else ():
            self.budget.spend()
            value = self._quiet(self.game.apply(position, move), ply + 1, alpha, beta, depth - 1)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
