"""Alpha-beta with iterative deepening and a transposition table.

Where there are more than two sides it is paranoid: everybody else plays against the one side.
A ply may be followed by another of the same seat; all that counts is who is to move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Generic, TypeAlias

from games.protocol import Game, M, P, Seat
from opponents.budget import Budget, Spent
from opponents.eyes import Eyes
from opponents.finding import DEEPEST, HASTE, SURE, Finding
from opponents.mind import Mind

ENTRIES = 60_000
"""How many positions are remembered at most."""
QUIET = 6
"""How many plies forcing moves are followed beyond the depth."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)

Entry: TypeAlias = "tuple[int, int, float, M | None]"
"""The depth of a search, what kind of bound its value is, the value, and the best move."""


def search(
    game: Game[P, M],
    mind: Mind[P, M],
    position: P,
    side: Sequence[Seat],
    budget: Budget,
    *,
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
        self.table: dict[Hashable, Entry[M]] = {}
        self.history: dict[M, int] = defaultdict(int)

    def deepen(self, position: P) -> Finding[M]:
        """Deeper and deeper, until the budget is spent or the outcome is known."""
        moves = list(self._moves(position, ahead=False))
        before = found = Finding(moves[0], self._estimate(position), (moves[0],), 0)
        for depth in range(1, DEEPEST):
            before = found
            try:
                found = self._first(position, moves, depth, found)
            except Spent as spent:
                found = spent.args[0] if spent.args else found
                break
            if found.wins or found.loses or len(moves) == 1:
                break
            values = found.values
            moves.sort(key=lambda move: -values[move])
        # Against all others together nearly everything loses: then what looked best before counts.
        several = position.seats > 2 * len(self.side)
        return before if found.loses and several else found

    def _first(self, position: P, moves: Sequence[M], depth: int, before: Finding[M]) -> Finding[M]:
        """The first ply. Raises Spent, with what has been found where it is worth something."""
        best = before
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
            if values:  # The best move of the search before was looked at first.
                values.update({**before.values, **values})
                raise Spent(best) from None
            raise
        return best

    def _line(self, position: P) -> tuple[M, ...]:
        line: list[M] = []
        while position.to_move is not None and len(line) < DEEPEST:
            entry = self.table.get(self.mind.key(position))
            if entry is None or entry[3] is None:
                break
            line.append(entry[3])
            position = self.game.apply(position, entry[3])
        return tuple(line)

    def _moves(self, position: P, *, ahead: bool = True) -> Sequence[M]:
        legal = self.game.legal_moves(position)
        return self.eyes.seen(self.mind.candidates(position, legal), ahead=ahead)

    def _known(self, position: P, ply: int) -> float | None:
        """What the position is worth if the game is over."""
        known = self.mind.known(position)
        if known is None:
            return None
        worth = self._of_side(known)
        return worth - HASTE * ply if worth > SURE else worth + HASTE * ply

    def _estimate(self, position: P) -> float:
        return min(max(self._of_side(self.mind.judge(position, self.eyes)), 1 - SURE), SURE)

    def _of_side(self, worth: Sequence[float]) -> float:
        return sum([worth[seat - 1] for seat in self.side])

    def _value(self, position: P, depth: int, ply: int, alpha: float, beta: float) -> float:
        """What the position is worth to the side, exact between alpha and beta."""
        known = self._known(position, ply)
        if known is not None:
            return known
        if depth <= 0:
            return self._quiet(position, ply, alpha, beta, QUIET)
        key = self.mind.key(position)
        hint = None
        entry = self.table.get(key)
        if entry is not None:
            deep, kind, value, hint = entry
            value = _further(value, -ply)
            if deep >= depth and (
                kind == _EXACT
                or (kind == _AT_LEAST and value >= beta)
                or (kind == _AT_MOST and value <= alpha)
            ):
                return value
        best, chosen = self._best(position, hint, depth, ply, (alpha, beta))
        kind = _AT_LEAST if best >= beta else _AT_MOST if best <= alpha else _EXACT
        self._remember(key, (depth, kind, _further(best, ply), chosen))
        return best

    def _best(
        self, position: P, hint: M | None, depth: int, ply: int, window: tuple[float, float]
    ) -> tuple[float, M | None]:
        """The best value for who is to move, and the move that brings it."""
        alpha, beta = window
        mine = position.to_move in self.side
        best: float = -1.0 if mine else 2.0
        chosen: M | None = None
        for move in self._ordered(position, hint):
            self.budget.spend()
            value = self._value(self.game.apply(position, move), depth - 1, ply + 1, alpha, beta)
            if mine and value > best:
                best, chosen = value, move
                alpha = max(alpha, best)
            elif not mine and value < best:
                best, chosen = value, move
                beta = min(beta, best)
            if alpha >= beta:
                self.history[move] += depth * depth
                break
        return best, chosen

    def _ordered(self, position: P, hint: M | None) -> Sequence[M]:
        moves = self._moves(position)
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
        for move in self.eyes.seen(moves):
            self.budget.spend()
            value = self._quiet(self.game.apply(position, move), ply + 1, alpha, beta, depth - 1)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if value > SURE:
                self._remember(self.mind.key(position), (0, _AT_LEAST, _further(value, ply), move))
            if alpha >= beta:
                break
        return best

    def _remember(self, key: Hashable, entry: Entry[M]) -> None:
        if len(self.table) < ENTRIES or key in self.table:
            self.table[key] = entry


def _further(value: float, plies: int) -> float:
    """The same value seen from so many plies further on: there a sure end is nearer."""
    if value > SURE:
        return value + HASTE * plies
    return value - HASTE * plies if value < 1 - SURE else value
