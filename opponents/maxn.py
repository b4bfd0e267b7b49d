"""Max-n search for more than two sides: every seat plays for its own share.

If several moves give a seat the same, the search expects the one that gives the searching seat the
least.
"""

from __future__ import annotations

from dataclasses import replace

from games.protocol import Game, M, P, Seat
from opponents.answer import HASTE, SURE, Finding
from opponents.budget import Budget
from opponents.deepening import AT_LEAST, EXACT, QUIET, Deepening
from opponents.mind import Mind, Shares
from opponents.oversights import Oversights


def search(
    game: Game[P, M],
    mind: Mind[P, M],
    position: P,
    seat: Seat,
    budget: Budget,
    *,
    oversights: Oversights | None = None,
) -> Finding[M]:
    """The best move for the seat to move, within the budget. For games without partners.

    Only a win in this turn counts as proved. Everything else depends on what the others consider
    good.
    """
    return _Search(game, mind, seat, budget, oversights or Oversights()).deepen(position)


class _Search(Deepening[P, M, Shares]):
    def __init__(
        self, game: Game[P, M], mind: Mind[P, M], seat: Seat, budget: Budget, oversights: Oversights
    ) -> None:
        super().__init__(game, mind, budget, oversights)
        self.me = seat - 1
        self.root: P | None = None

    def deepen(self, position: P) -> Finding[M]:
        self.root = position
        return super().deepen(position)

    def guess(self, position: P) -> float:
        return self._estimate(position)[self.me]

    def look(self, position: P, depth: int, found: float) -> float:
        return self._value(position, depth, 1, (self.me, found))[self.me]

    def settled(self, found: Finding[M]) -> bool:
        return found.wins and self._at_once(found)

    def decide(self, found: Finding[M], before: Finding[M]) -> Finding[M]:
        """Wins and losses that depend on the others count as very likely, not as proved."""
        if found.wins and not self._at_once(found):
            return replace(found, value=SURE)
        return replace(found, value=1 - SURE) if found.loses else found

    def _at_once(self, found: Finding[M]) -> bool:
        """Whether the game ends before another seat acts."""
        position = self.root
        assert position is not None
        for move in found.line:
            if position.to_move != self.me + 1:
                return False
            position = self.game.apply(position, move)
        return position.result is not None

    def _known(self, position: P, ply: int) -> Shares | None:
        """The value of the position to each seat if the game is over, else None."""
        known = self.mind.known(position)
        if known is None:
            return None
        late = HASTE * ply
        return tuple(
            [one - late if one > SURE else one + late if one < 1 - SURE else one for one in known]
        )

    def _estimate(self, position: P) -> Shares:
        worth = self.mind.judge(position, self.oversights)
        return tuple([min(max(one, 1 - SURE), SURE) for one in worth])

    def _value(self, position: P, depth: int, ply: int, rival: tuple[int, float]) -> Shares:
        """The value of the position to each seat, searched to this depth.

        `rival` is the seat that moved here, and its best value elsewhere. A position that gives it
        less is not searched any further.
        """
        known = self._known(position, ply)
        if known is not None:
            return known
        if depth <= 0:
            return self._quiet(position, ply, rival, QUIET)
        key, hint = self.mind.key(position), None
        entry = self.table.get(key)
        if entry is not None:
            deep, kind, value, hint = entry
            if deep >= depth and kind == EXACT:
                return value
        value, kind, chosen = self._best(position, hint, depth, ply, rival)
        self.remember(key, (depth, kind, value, chosen))
        return value

    def _best(
        self, position: P, hint: M | None, depth: int, ply: int, rival: tuple[int, float]
    ) -> tuple[Shares, int, M | None]:
        """The value of the best move to each seat, whether that value is exact, and the move."""
        assert position.to_move is not None
        seat, me = position.to_move - 1, self.me
        enough = 1 - rival[1] if rival[0] != seat else 2.0
        best: Shares = ()
        chosen: M | None = None
        most, least = -1.0, 2.0
        for move in self.ordered(position, hint, ply):
            self.budget.spend()
            after = self.game.apply(position, move)
            value = self._value(after, depth - 1, ply + 1, (seat, most))
            gain = value[seat]
            if gain > most or (gain == most and value[me] < least and seat != me):
                best, chosen, most, least = value, move, gain, value[me]
                if most >= enough:
                    self.praise(move, depth, ply)
                    return best, AT_LEAST, chosen
        return best, EXACT, chosen

    def _quiet(self, position: P, ply: int, rival: tuple[int, float], depth: int) -> Shares:
        """Quiescence search: follows forcing moves until there are none, or until standing pat is
        better.
        """
        known = self._known(position, ply)
        if known is not None:
            return known
        best = self._estimate(position)
        if self.mind.forcing is None or not depth:
            return best
        assert position.to_move is not None
        seat = position.to_move - 1
        enough = 1 - rival[1] if rival[0] != seat else 2.0
        if best[seat] >= enough:
            return best
        moves = self.mind.forcing(position, self.game.legal_moves(position))
        for move in self.oversights.seen(moves):
            self.budget.spend()
            after = self.game.apply(position, move)
            value = self._quiet(after, ply + 1, (seat, best[seat]), depth - 1)
            if value[seat] > best[seat]:
                best = value
                if best[seat] > SURE:
                    self.remember(self.mind.key(position), (0, AT_LEAST, best, move))
                if best[seat] >= enough:
                    break
        return best
