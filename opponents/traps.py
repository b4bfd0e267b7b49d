"""Looks for turns after which most answers are mistakes: for games in which careful players never
lose.

In these games nothing can be proved far ahead. So the value of a turn is what random answers to it
leave, one turn further on. Turns are compared as a whole: in each round all remaining turns are
answered equally often, and the better half goes on to the next round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random
from typing import Generic

from games.protocol import Game, M, P, Seat, Sides
from opponents.answer import DEEPEST, HASTE, SURE, Finding
from opponents.budget import Budget, Spent
from opponents.mind import Mind, side_of, won
from opponents.oversights import Oversights

EACH = 16
"""The number of positions in the budget for each turn that is compared."""
LOOKS = 100
"""The number of positions that are looked at for a win in this turn, besides the budget."""
ROUNDS = 3
"""The most turns with the same first move that are compared."""
EVEN = 0.5
HOPE = 0.2
"""The weight of mistakes by random answers: small, because people don't answer at random."""


@dataclass(slots=True)
class _Turn(Generic[P, M]):
    """A turn, the position after it, and what the answers so far have left to its side."""

    moves: tuple[M, ...]
    after: P
    found: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """The mean of what the answers have left."""
        return sum(self.found) / len(self.found)


def search(
    game: Game[P, M],
    mind: Mind[P, M],
    position: P,
    sides: Sides,
    budget: Budget,
    *,
    oversights: Oversights | None = None,
) -> Finding[M]:
    """The most promising rest of the turn for the side whose seat is to move, within the budget.

    A win in this turn comes first, if it is seen. The value assumes a careful opponent, plus a
    little hope.
    """
    seen = oversights or Oversights()
    return _Traps(game, mind, sides, budget, seen, seen.rng(mind.key(position))).find(position)


@dataclass(frozen=True, slots=True)
class _Traps(Generic[P, M]):
    game: Game[P, M]
    mind: Mind[P, M]
    sides: Sides
    budget: Budget
    oversights: Oversights
    rng: Random

    def find(self, position: P) -> Finding[M]:
        """The best finding: a win, or the best turn when the budget is spent."""
        side = side_of(self.sides, position.to_move)
        winning = self._win(position, side, Budget(LOOKS))
        if winning is not None:
            value = 1 - HASTE * len(winning)
            return Finding(winning[0], value, winning, len(winning), {winning[0]: value})
        turns = self._compared(self._collected(position), side)
        values: dict[M, float] = {}
        for turn in turns:
            values.setdefault(turn.moves[0], _value(turn.worth))
        best = turns[0]
        return Finding(best.moves[0], _value(best.worth), best.moves, len(best.found), values)

    def _win(self, position: P, side: Sequence[Seat], budget: Budget) -> tuple[M, ...] | None:
        """The rest of the turn that wins, if there is one and none of its moves is overlooked."""
        try:
            return self._won(position, side, budget, ahead=False)
        except Spent:
            return None

    def _won(
        self, position: P, side: Sequence[Seat], budget: Budget, *, ahead: bool
    ) -> tuple[M, ...] | None:
        legal = self.game.legal_moves(position)
        moves = self.mind.may_win(position, legal)
        seen = {*self.oversights.seen(legal, ahead=ahead)} if moves else set[M]()
        for move in moves:
            if move not in seen:
                continue
            budget.spend()
            after = self.game.apply(position, move)
            if won(after.result, side):
                return (move,)
            rest = self._won(after, side, budget, ahead=True) if after.mid_turn else None
            if rest is not None:
                return (move, *rest)
        return None

    def _collected(self, position: P) -> list[_Turn[P, M]]:
        """Turns with different first moves, as far as possible, each completed at random."""
        legal = self.game.legal_moves(position)
        first = list(self.oversights.seen(self.mind.candidates(position, legal), ahead=False))
        self.rng.shuffle(first)
        turns = dict([self._rest(position, first[0], Budget(DEEPEST))])
        number = max(2, self.budget.left // EACH)
        try:
            for move in islice(cycle(first), 1, ROUNDS * len(first)):
                if len(turns) >= number:
                    break
                moves, after = self._rest(position, move, self.budget)
                turns.setdefault(moves, after)
        except Spent:
            pass
        return [_Turn(moves, after) for moves, after in turns.items()]

    def _rest(self, position: P, move: M, budget: Budget) -> tuple[tuple[M, ...], P]:
        """A turn that begins with this move and goes on at random, and the position after it."""
        moves = [move]
        while True:
            budget.spend()
            position = self.game.apply(position, moves[-1])
            if not position.mid_turn:
                return tuple(moves), position
            moves.append(self.rng.choice(self.game.legal_moves(position)))

    def _compared(self, turns: Sequence[_Turn[P, M]], side: Sequence[Seat]) -> list[_Turn[P, M]]:
        """The turns, the best first. Those that end the game, or lose at once, are not answered."""
        left, rest = list[_Turn[P, M]](), list[_Turn[P, M]]()
        for turn in turns:
            known = self.mind.known(turn.after)
            worth = known or self.mind.judge(turn.after, self.oversights)
            turn.found.append(sum(worth[seat - 1] for seat in side))
            (left if known is None and turn.worth >= EVEN else rest).append(turn)
        rest.sort(key=lambda turn: -turn.worth)
        order = [*left, *rest]
        share = self.budget.left // max(1, (len(left) - 1).bit_length())
        try:
            while len(left) > 1:
                for turn in left:
                    for _ in range(max(1, share // len(left))):
                        turn.found.append(self._answered(turn.after, side))
                left.sort(key=lambda turn: -turn.worth)
                order[: len(left)] = left
                del left[(len(left) + 1) // 2 :]
        except Spent:
            pass
        return sorted(order, key=lambda turn: turn.worth <= SURE)

    def _answered(self, position: P, side: Sequence[Seat]) -> float:
        """What a random answer leaves to the side."""
        while True:
            self.budget.spend()
            position = self.game.apply(position, self.rng.choice(self.game.legal_moves(position)))
            known = self.mind.known(position)
            if known is None and position.mid_turn:
                continue
            worth = known or self.mind.judge(position, self.oversights)
            return sum(worth[seat - 1] for seat in side)


def _value(worth: float) -> float:
    """The value of a turn against opponents who don't answer at random."""
    return worth if not EVEN < worth <= SURE else EVEN + HOPE * (worth - EVEN)
