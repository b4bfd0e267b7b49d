"""Soundness: a turn that loses to the next one is not played while there is another.

The guard looks at whole turns and at all their answers of one turn, by the rules alone. So it sees
what a search overlooks or prunes. A game's mind only says which moves can't be part of a win, so
that fewer have to be tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Generic

from games.protocol import Game, M, P, Seat, Sides
from opponents.answer import HASTE, Finding
from opponents.budget import Budget, Spent
from opponents.mind import Mind, side_of, won

LOOKS = 20_000
"""The number of positions that are looked at for a move, including all that may follow it."""
_FAMOUS = 6
"""The number of refutation moves that are tried first."""


def two_sided(game: Game[P, M], position: P, sides: Sides) -> bool:
    """Whether exactly two sides are still in the game."""
    return len(game.sides_left(position, sides)) == 2


class Guard(Generic[P, M]):
    """Looks at the turns of the side to move, and at the answers to them. For two sides."""

    def __init__(
        self, game: Game[P, M], mind: Mind[P, M], position: P, sides: Sides, budget: Budget
    ) -> None:
        self.game, self.mind, self.position, self.budget = game, mind, position, budget
        self.sides = sides
        self.side = side_of(sides, position.to_move)
        self._answered: dict[Hashable, bool] = {}
        """Whether an answer wins, by the position in which the answer begins."""
        self._barren: set[Hashable] = set()
        """Positions within a turn from which this turn can't win."""
        self._losing: set[Hashable] = set()
        """Positions within the side's own turn from which every way to finish it loses."""
        self._refuting: Counter[M] = Counter()
        """Moves that have begun winning answers, with their counts. They are tried first."""

    def win(self) -> Finding[M] | None:
        """A win in the running turn, if one is found within the bound."""
        try:
            moves = self._win(self.position, self.side)
        except Spent:
            return None
        if moves is None:
            return None
        return Finding(moves[0], 1 - HASTE * len(moves), moves, len(moves), safety="safe")

    def guarded(self, found: Finding[M]) -> Finding[M]:
        """The finding, or one with the next best move if all turns that begin with its move lose.

        Its line begins with a whole turn. If every turn loses, the finding stays as it is. If the
        bound is reached first, its move may lose, but it is none of the moves that are known to
        lose.
        """
        move = found.move
        try:
            for move in self._by_value(found):
                rest = self._safe_from(move, found)
                if rest is not None:
                    return self._with(found, move, rest)
        except Spent:
            return replace(self._with(found, move, ()), safety="open")
        return replace(found, safety="lost")

    def _with(self, found: Finding[M], move: M, rest: tuple[M, ...]) -> Finding[M]:
        """The finding with this move and this rest of the turn."""
        turn = (move, *rest)
        line = found.line if found.line[: len(turn)] == turn else turn
        value = found.values.get(move, found.value)
        return replace(found, move=move, value=value, line=line, safety="safe")

    def _by_value(self, found: Finding[M]) -> Iterator[M]:
        """All legal moves: first the one that was found, then the others from best to worst, and
        last those that the search has left out.
        """
        yield from dict.fromkeys((found.move, *found.values, *self._moves(self.position)))

    def _moves(self, position: P) -> Iterator[M]:
        """All legal moves, beginning with those worth looking at."""
        legal = self.game.legal_moves(position)
        yield from dict.fromkeys((*self.mind.candidates(position, legal), *legal))

    # The own turn

    def _safe_from(self, move: M, found: Finding[M]) -> tuple[M, ...] | None:
        """The rest of a turn that begins with this move and does not lose; None if all of them
        lose. The expected rest is preferred.
        """
        expected = found.line[1:] if move == found.move else ()
        return self._safe_after(self._apply(self.position, move), expected)

    def _safe_after(self, position: P, expected: Sequence[M] = ()) -> tuple[M, ...] | None:
        """The rest of the side's own turn, from a position within it, that does not lose; None if
        all of them lose.
        """
        if not position.mid_turn:
            return () if self.is_safe(position) else None
        key = self.mind.key(position)
        if key in self._losing:
            return None
        for move in dict.fromkeys((*expected[:1], *self._moves(position))):
            further = expected[1:] if expected and move == expected[0] else ()
            rest = self._safe_after(self._apply(position, move), further)
            if rest is not None:
                return (move, *rest)
        self._losing.add(key)
        return None

    def is_safe(self, position: P) -> bool:
        """Whether the side has not lost after its turn, and no answer wins."""
        if position.result is not None:
            return any(position.result.ranks[seat - 1] == 1 for seat in self.side)
        if position.to_move in self.side:
            return True
        key = self.mind.key(position)
        if key not in self._answered:
            answer = self._win(position, side_of(self.sides, position.to_move))
            self._answered[key] = answer is not None
            if answer is not None:
                self._refuting[answer[0]] += 1
        return not self._answered[key]

    # Wins within a turn

    def _win(self, position: P, side: Sequence[Seat]) -> tuple[M, ...] | None:
        """The rest of the turn of the seat to move with which its side wins, if there is one."""
        for move in self._decisive(position):
            after = self._apply(position, move)
            if won(after.result, side):
                return (move,)
            if not after.mid_turn:
                continue
            key = self.mind.key(after)
            if key in self._barren:
                continue
            rest = self._win(after, side)
            if rest is not None:
                return (move, *rest)
            self._barren.add(key)
        return None

    def _decisive(self, position: P) -> Iterator[M]:
        """The moves with which this turn may win, beginning with those that have won before."""
        legal = self.game.legal_moves(position)
        known = [move for move, _ in self._refuting.most_common(_FAMOUS) if move in legal]
        yield from known
        moves = self.mind.may_win(position, legal)
        yield from (move for move in moves if move not in known)

    def _apply(self, position: P, move: M) -> P:
        self.budget.spend()
        return self.game.apply(position, move)
