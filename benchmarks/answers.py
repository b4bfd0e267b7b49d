"""Whether a turn loses to an answer of one turn. All answers are tried, using only the rules.

It shares nothing with the computer players' guard except the rules: there is no evaluation, and no
move is left out. Each position within a turn is examined once, however it was reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.play import Line
from games.protocol import AnyGame, Seat, Setup, Sides

MOST = 400_000
"""A position with more positions than this within turns is not judged."""


class TooManyError(Exception):
    """There are too many positions to examine."""


class Answers:
    """Tries all turns in a position at the start of a turn, and all answers to them.

    Raises TooManyError from its methods.
    """

    def __init__(self, game: AnyGame, setup: Setup, most: int = MOST) -> None:
        self.game, self.left = game, most
        self.sides: Sides = game.sides(setup)

    def loses(self, before: Any, after: Any) -> bool:
        """Whether the side that has made a turn, between these positions, can lose at once."""
        mine = self._side(before.to_move)
        if after.result is not None:
            return not self._first(after) & {*mine}
        if after.to_move in mine:
            return False
        return self.can_win(after)

    def can_win(self, position: Any) -> bool:
        """Whether the seat to move has a turn that wins for its side."""
        mine = self._side(position.to_move)
        return any(
            last.result is not None and self._first(last) <= {*mine}
            for last in self._ends(position)
        )

    def avoidable(self, position: Any) -> bool:
        """Whether there is a turn that doesn't lose to any answer."""
        return any(not self.loses(position, last) for last in self._ends(position))

    def _ends(self, position: Any) -> Iterator[Any]:
        """All positions in which the running turn can end, each once."""
        seen, ahead = {position}, [position]
        while ahead:
            here = ahead.pop()
            for move in self.game.legal_moves(here):
                after = self.game.apply(here, move)
                if after in seen:
                    continue
                self.left -= 1
                if self.left < 0:
                    raise TooManyError
                seen.add(after)
                if after.mid_turn:
                    ahead.append(after)
                else:
                    yield after

    def _side(self, seat: Seat | None) -> tuple[Seat, ...]:
        return next(side for side in self.sides if seat in side)

    @staticmethod
    def _first(position: Any) -> set[Seat]:
        return {seat for seat, rank in enumerate(position.result.ranks, start=1) if rank == 1}


def after_turn(line: Line[Any, Any], moves: Sequence[Any]) -> Line[Any, Any]:
    """The line after these moves."""
    for move in moves:
        line = line.push(move)
    return line
