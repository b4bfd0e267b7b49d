"""Alpha-beta search with iterative deepening and a transposition table.

With more than two sides it is paranoid: all others are taken to play against the searching side.
Several plies in a row may belong to the same seat. What counts is who is to move.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.protocol import Game, M, P, Seat
from opponents.budget import Budget
from opponents.deepening import AT_LEAST, AT_MOST, EXACT, QUIET, Deepening
from opponents.finding import HASTE, SURE, Finding
from opponents.mind import Mind
from opponents.oversights import Oversights


def search(
    game: Game[P, M],
    mind: Mind[P, M],
    position: P,
    side: Sequence[Seat],
    budget: Budget,
    *,
    oversights: Oversights | None = None,
) -> Finding[M]:
    """The best move for the side whose seat is to move, within the budget."""
    return _Search(game, mind, frozenset(side), budget, oversights or Oversights()).deepen(position)


class _Search(Deepening[P, M, float]):
    def __init__(
        self,
        game: Game[P, M],
        mind: Mind[P, M],
        side: frozenset[Seat],
        budget: Budget,
        oversights: Oversights,
    ) -> None:
        super().__init__(game, mind, budget, oversights)
        self.side = side
        self.several = False
        """Whether there are more than two sides."""

    def deepen(self, position: P) -> Finding[M]:
        self.several = position.seats > 2 * len(self.side)
        return super().deepen(position)

    def guess(self, position: P) -> float:
        return self._estimate(position)

    def look(self, position: P, depth: int, found: float) -> float:
        return self._value(position, depth, 1, found, 2.0)

    def settled(self, found: Finding[M]) -> bool:
        return found.wins or found.loses

    def decide(self, found: Finding[M], before: Finding[M]) -> Finding[M]:
        """Against all others together nearly every position loses. Then the look before counts."""
        return before if found.loses and self.several else found

    def _known(self, position: P, ply: int) -> float | None:
        """What the position is worth if the game is over, else None."""
        known = self.mind.known(position)
        if known is None:
            return None
        worth = self._of_side(known)
        return worth - HASTE * ply if worth > SURE else worth + HASTE * ply

    def _estimate(self, position: P) -> float:
        return min(max(self._of_side(self.mind.judge(position, self.oversights)), 1 - SURE), SURE)

    def _of_side(self, worth: Sequence[float]) -> float:
        return sum([worth[seat - 1] for seat in self.side])

    def _value(self, position: P, depth: int, ply: int, alpha: float, beta: float) -> float:
        """What the position is worth to the side. Exact if between alpha and beta."""
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
                kind == EXACT
                or (kind == AT_LEAST and value >= beta)
                or (kind == AT_MOST and value <= alpha)
            ):
                return value
        best, chosen = self._best(position, hint, depth, ply, (alpha, beta))
        kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        self.remember(key, (depth, kind, _further(best, ply), chosen))
        return best

    def _best(
        self, position: P, hint: M | None, depth: int, ply: int, window: tuple[float, float]
    ) -> tuple[float, M | None]:
        """The best value for the seat to move, and the move that leads to it."""
        alpha, beta = window
        mine = position.to_move in self.side
        best: float = -1.0 if mine else 2.0
        chosen: M | None = None
        for move in self.ordered(position, hint):
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

    def _quiet(self, position: P, ply: int, alpha: float, beta: float, depth: int) -> float:
        """Follows forcing moves until there are none, or it is better not to play them."""
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
        for move in self.oversights.seen(moves):
            self.budget.spend()
            value = self._quiet(self.game.apply(position, move), ply + 1, alpha, beta, depth - 1)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if value > SURE:
                self.remember(self.mind.key(position), (0, AT_LEAST, _further(value, ply), move))
            if alpha >= beta:
                break
        return best


def _further(value: float, plies: int) -> float:
    """The same value seen from so many plies further on, where a sure end is nearer."""
    if value > SURE:
        return value + HASTE * plies
    return value - HASTE * plies if value < 1 - SURE else value
