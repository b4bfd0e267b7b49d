"""What a search needs to know of a game besides its rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias

from games.protocol import M, P, Position, Result, Seat, Sides
from opponents.levels import LEVELS, Level
from opponents.oversights import Oversights

Shares: TypeAlias = "tuple[float, ...]"
"""The share of the win that each seat may expect. They add up to 1."""

Method: TypeAlias = Literal["alpha-beta", "max-n", "tree", "traps"]
"""How to search: alpha-beta (paranoid with more than two sides), max-n (every seat for itself), a
tree that grows where it looks best, or traps for those who answer at random (two sides)."""

_STRIKE = 0.97
"""The value of a win in this turn. The rest is shared by the others, in case it is overlooked."""

_DRAWN = 0.9
"""The value of a draw, as a part of its share: players take some risk rather than play for ever."""
_NEAR = 1e-6
"""Values that differ by less are the same."""


def _itself(position: Any) -> Hashable:
    result: Hashable = position
    return result


@dataclass(frozen=True, slots=True)
class Mind(Generic[P, M]):
    """A game as its computer players see it."""

    game: str
    """The game's key."""
    evaluate: Callable[[P], Shares]
    """The share that each seat may expect from a position where the game is not over."""
    candidates: Callable[[P, Sequence[M]], Sequence[M]]
    """The moves worth looking at, out of all legal ones, the most promising first; at least one.

    Winning moves are always included: the search must be able to find what players could find.
    """
    forcing: Callable[[P, Sequence[M]], Sequence[M]] | None = None
    """The moves that have to be played out before a position is evaluated, such as captures; None
    if there are none.
    """
    key: Callable[[P], Hashable] = _itself
    """What identifies a position to a search: everything but the history, which matters for draws
    only.
    """
    strikes: Callable[[P], bool] | None = None
    """Whether the seat to move wins in this turn. Some wins may be left out.

    The evaluation need not detect the wins that this function reports, and weak players may
    overlook them.
    """
    ends: Callable[[P], Seat | None] | None = None
    """The seat that surely wins, if that can be told without a search, further ahead than `strikes`
    looks; else None.
    """
    winning: Callable[[P, Sequence[M]], Sequence[M]] | None = None
    """The moves that a win in this turn can begin with, out of all legal ones; None if any can.

    Moves may be left out if another win in this turn does not need them. If there are no moves, the
    seat to move surely can't win in this turn.
    """
    repeats: Callable[[P], bool] | None = None
    """Whether the position has occurred before. The search treats a repetition as the draw that it
    may become, so that players who hope for more don't go round in circles.
    """
    idle: Callable[[P], int] | None = None
    """The number of plies in a row without progress; None if every ply brings progress."""
    nodes: int = 20_000
    """The number of positions that the strongest level looks at for the first move of a turn."""
    weight: Callable[[P], float] | None = None
    """The share of `nodes` that a position deserves; None if it is always all of them."""
    methods: Mapping[int, Method] = field(default_factory=dict)
    """The search method by number of seats; by 2 if only two sides are left. The default is
    alpha-beta.
    """
    levels: Mapping[int, Level] = field(default_factory=dict)
    """The levels of this game, by number, that differ from the usual ones."""

    def method(self, seats: int) -> Method:
        """How to search with this number of seats."""
        return self.methods.get(seats, "alpha-beta")

    def level(self, number: int) -> Level:
        """A level in this game. Raises KeyError if there is no such level."""
        return self.levels.get(number) or LEVELS[number]

    def effort(self, position: P) -> float:
        """The number of positions that the strongest level looks at in this position."""
        return self.nodes * (self.weight(position) if self.weight else 1.0)

    def may_win(self, position: P, moves: Sequence[M]) -> Sequence[M]:
        """The moves that a win in this turn can begin with; all moves if the game has no
        `winning`.
        """
        return moves if self.winning is None else self.winning(position, moves)

    def known(self, position: P) -> Shares | None:
        """The value of the position to each seat if the game is over or the position repeats, else
        None.

        Draws are worth a little less than their share.
        """
        if position.result is not None:
            worth = shares(position.result)
            if position.result.ranks.count(1) < position.seats - len(position.withdrawn):
                return worth
        elif self.repeats is None or not self.repeats(position):
            return None
        return _drawn(position, _DRAWN)

    def foresee(self, position: P, oversights: Oversights) -> Shares | None:
        """The certain value of the position, if it can be told without a search and is not
        overlooked; else None.
        """
        assert position.to_move is not None
        if self._struck(position, oversights):
            return _whole(position, position.to_move)
        winner = None if self.ends is None else self.ends(position)
        if winner is None or oversights.miss(self.key(position)):
            return None
        return _whole(position, winner)

    def _struck(self, position: P, oversights: Oversights) -> bool:
        """Whether the seat to move can win in this turn and does not overlook that."""
        if self.strikes is None or not self.strikes(position):
            return False
        return not oversights.miss(self.key(position))

    def judge(self, position: P, oversights: Oversights) -> Shares:
        """The share that each seat may expect, with these oversights."""
        if not self._struck(position, oversights):
            return self.evaluate(position)
        staying = position.seats - len(position.withdrawn)
        rest = (1 - _STRIKE) / (staying - 1)
        return tuple(
            _STRIKE if seat == position.to_move else 0.0 if seat in position.withdrawn else rest
            for seat in range(1, position.seats + 1)
        )


AnyMind: TypeAlias = Mind[Any, Any]


def shares(result: Result) -> Shares:
    """The value of a result: the seats on the first rank share the win."""
    winners = result.ranks.count(1)
    return tuple(1 / winners if rank == 1 else 0.0 for rank in result.ranks)


def draw_share(position: Position, side: Sequence[Seat]) -> float:
    """The share of the win that a draw is worth to a side."""
    worth = _drawn(position)
    return sum(worth[seat - 1] for seat in side)


def _drawn(position: Position, whole: float = 1.0) -> Shares:
    """What is left of the `whole` win for each seat in a draw: those that have not withdrawn share
    it.
    """
    gone = position.withdrawn
    each = whole / (position.seats - len(gone))
    return tuple(0.0 if seat in gone else each for seat in range(1, position.seats + 1))


def is_draw(value: float, position: Position, side: Sequence[Seat]) -> bool:
    """Whether a search that found this value for a side has found a draw. Searches count it as less
    than its share, and so as a loss to everybody.
    """
    return abs(value - _DRAWN * draw_share(position, side)) < _NEAR


def _whole(position: Position, winner: Seat) -> Shares:
    """The whole win for one seat."""
    return tuple(float(seat == winner) for seat in range(1, position.seats + 1))


def side_of(sides: Sides, seat: Seat | None) -> tuple[Seat, ...]:
    """The seats that win together with this one. Raises StopIteration if there is no such seat."""
    return next(side for side in sides if seat in side)


def won(result: Result | None, side: Sequence[Seat]) -> bool:
    """Whether a side has won: nobody else shares the first rank."""
    if result is None:
        return False
    return all(seat in side for seat, rank in enumerate(result.ranks, start=1) if rank == 1)


def in_proportion(strengths: Sequence[float]) -> Shares:
    """Shares in proportion to positive strengths."""
    total = sum(strengths)
    return tuple(strength / total for strength in strengths)
