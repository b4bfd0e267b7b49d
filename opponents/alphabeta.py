"""Alpha-beta as a principal variation search, with iterative deepening and a transposition table.

The first move is searched with a full window. The others get a null window, which only shows
whether they are better, and late moves are reduced in depth. A move that seems better is searched
again.

With more than two sides the search is paranoid: all others are assumed to play against the
searching side. Several plies in a row may belong to the same seat, so the seat to move decides who
maximizes.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.protocol import Game, M, P, Seat, Sides
from opponents.answer import HASTE, SURE, Finding
from opponents.budget import Budget
from opponents.deepening import AT_LEAST, AT_MOST, EXACT, QUIET, Deepening
from opponents.mind import Mind, side_of
from opponents.oversights import Oversights

EVEN = 0.5
CERTAIN = SURE - EVEN
"""Leads above this are proved wins, and those below its negative proved defeats."""
MOST = 2.0
"""Greater than any lead."""
NULL = 1e-9
"""The width of a window that only tells whether a move is better."""
FULL, LATE = 3, 12
"""The first `FULL` moves are searched in full depth. After them the depth is reduced by one ply,
and after `LATE` moves by two.
"""


def search(
    game: Game[P, M],
    mind: Mind[P, M],
    position: P,
    sides: Sides,
    budget: Budget,
    *,
    oversights: Oversights | None = None,
) -> Finding[M]:
    """The best move for the side whose seat is to move, within the budget."""
    return _Search(game, mind, sides, budget, oversights or Oversights()).deepen(position)


class _Search(Deepening[P, M, float]):
    """Inside, values are leads: the value of a position to the side whose seat is to move, minus
    one half. So a lead for one side is its negative for the other.
    """

    def __init__(
        self,
        game: Game[P, M],
        mind: Mind[P, M],
        sides: Sides,
        budget: Budget,
        oversights: Oversights,
    ) -> None:
        super().__init__(game, mind, budget, oversights)
        self.sides = sides
        self.side: frozenset[Seat] = frozenset()
        self.several = False
        """Whether more than two sides are left."""

    def deepen(self, position: P) -> Finding[M]:
        self.side = frozenset(side_of(self.sides, position.to_move))
        self.several = len(self.game.sides_left(position, self.sides)) > 2
        return super().deepen(position)

    def guess(self, position: P) -> float:
        return self._estimate(position, mine=True) + EVEN

    def look(self, position: P, depth: int, found: float) -> float:
        least = found - EVEN
        if found > 0:
            lead = self._after(position, depth, 1, least, least + NULL, mine=True)
            if lead <= least:
                return lead + EVEN
        return self._after(position, depth, 1, least, MOST, mine=True) + EVEN

    def settled(self, found: Finding[M]) -> bool:
        return found.wins or found.loses

    def decide(self, found: Finding[M], before: Finding[M]) -> Finding[M]:
        """The answer of the deepest search; but nearly every position loses against all others
        together, so then the search before it decides.
        """
        return before if found.loses and self.several else found

    def _known(self, position: P, ply: int, *, mine: bool) -> float | None:
        """The lead if the game is over, else None."""
        known = self.mind.known(position)
        return None if known is None else _further(self._lead(known, mine=mine), -ply)

    def _estimate(self, position: P, *, mine: bool) -> float:
        lead = self._lead(self.mind.judge(position, self.oversights), mine=mine)
        return min(max(lead, -CERTAIN), CERTAIN)

    def _lead(self, worth: Sequence[float], *, mine: bool) -> float:
        lead = sum([worth[seat - 1] for seat in self.side]) - EVEN
        return lead if mine else -lead

    def _after(
        self, position: P, depth: int, ply: int, alpha: float, beta: float, *, mine: bool
    ) -> float:
        """The lead after a move, for the side that has made it. Exact if between alpha and beta."""
        known = self._known(position, ply, mine=mine)
        if known is not None:
            return known
        if (position.to_move in self.side) == mine:
            return self._value(position, depth, ply, alpha, beta, mine=mine)
        return -self._value(position, depth, ply, -beta, -alpha, mine=not mine)

    def _value(
        self, position: P, depth: int, ply: int, alpha: float, beta: float, *, mine: bool
    ) -> float:
        """The lead in a position that is not over. Exact if between alpha and beta."""
        if depth <= 0:
            return self._quiet(position, ply, alpha, beta, QUIET, mine=mine)
        key = self.mind.key(position)
        hint = None
        entry = self.table.get(key)
        if entry is not None:
            deep, kind, lead, hint = entry
            lead = _further(lead, -ply)
            if deep >= depth and (
                kind == EXACT
                or (kind == AT_LEAST and lead >= beta)
                or (kind == AT_MOST and lead <= alpha)
            ):
                return lead
        best, chosen = self._best(position, hint, depth, ply, alpha=alpha, beta=beta, mine=mine)
        kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        self.remember(key, (depth, kind, _further(best, ply), chosen))
        return best

    def _best(
        self,
        position: P,
        hint: M | None,
        depth: int,
        ply: int,
        *,
        alpha: float,
        beta: float,
        mine: bool,
    ) -> tuple[float, M | None]:
        """The best lead for the side to move, and the move that leads to it."""
        best = -MOST
        chosen: M | None = None
        for number, move in enumerate(self.ordered(position, hint, ply)):
            self.budget.spend()
            after = self.game.apply(position, move)
            lead = MOST
            if number:
                less = _reduction(number, depth)
                lead = self._after(after, depth - 1 - less, ply + 1, alpha, alpha + NULL, mine=mine)
                if less and lead > alpha:
                    lead = self._after(after, depth - 1, ply + 1, alpha, alpha + NULL, mine=mine)
            if not number or alpha < lead < beta:
                lead = self._after(after, depth - 1, ply + 1, alpha, beta, mine=mine)
            if lead > best:
                best, chosen = lead, move
                alpha = max(alpha, best)
                if alpha >= beta:
                    self.praise(move, depth, ply)
                    break
        return best, chosen

    def _quiet(
        self, position: P, ply: int, alpha: float, beta: float, depth: int, *, mine: bool
    ) -> float:
        """Quiescence search: follows forcing moves until there are none, or until standing pat is
        better.
        """
        best = self._estimate(position, mine=mine)
        if self.mind.forcing is None or not depth or best >= beta:
            return best
        alpha = max(alpha, best)
        moves = self.mind.forcing(position, self.game.legal_moves(position))
        for move in self.oversights.seen(moves):
            self.budget.spend()
            after = self.game.apply(position, move)
            known = self._known(after, ply + 1, mine=mine)
            if known is not None:
                lead = known
            elif (after.to_move in self.side) == mine:
                lead = self._quiet(after, ply + 1, alpha, beta, depth - 1, mine=mine)
            else:
                lead = -self._quiet(after, ply + 1, -beta, -alpha, depth - 1, mine=not mine)
            if lead > best:
                best = lead
                if best > CERTAIN:
                    self.remember(self.mind.key(position), (0, AT_LEAST, _further(best, ply), move))
                if best >= beta:
                    break
                alpha = max(alpha, best)
        return best


def _reduction(number: int, depth: int) -> int:
    """The plies by which the depth of a move at this place in the order is reduced at first."""
    if depth < 2 or number < FULL:
        return 0
    return 1 if number < LATE or depth < 3 else 2


def _further(lead: float, plies: int) -> float:
    """The same lead seen from a position this many plies further on, where a sure end is nearer."""
    if lead > CERTAIN:
        return lead + HASTE * plies
    return lead - HASTE * plies if lead < -CERTAIN else lead
