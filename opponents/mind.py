"""What a search wants to know of a game beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias

from games.protocol import M, P, Result
from opponents.levels import LEVELS, Level
from opponents.oversights import Oversights

Shares: TypeAlias = "tuple[float, ...]"
"""For each seat the share of the win that it may expect; together they make 1."""

Method: TypeAlias = Literal["alpha-beta", "max-n", "tree"]
"""How to search: alpha-beta (paranoid where there are more than two sides), max-n (everybody for
themselves), or a tree that grows where it looks best."""

_STRIKE = 0.97
"""What it is worth to win in this turn; the rest is for those who come after an oversight."""

_DRAWN = 0.9
"""A draw is worth so much of its share: bots take some risk rather than play for ever."""


def _itself(position: Any) -> Hashable:
    result: Hashable = position
    return result


@dataclass(frozen=True, slots=True)
class Mind(Generic[P, M]):
    """A game as its computer players see it."""

    game: str
    """The game's key."""
    evaluate: Callable[[P], Shares]
    """What each seat may expect of a position that is not over."""
    candidates: Callable[[P, Sequence[M]], Sequence[M]]
    """The moves worth a look, out of all legal ones, the most promising first; at least one.

    Winning moves are always among them: what a player could see, search must be able to see.
    """
    forcing: Callable[[P, Sequence[M]], Sequence[M]] | None = None
    """The moves that a quiet evaluation must wait for, such as captures."""
    key: Callable[[P], Hashable] = _itself
    """What makes positions alike to a search: all but the past, on which only draws depend."""
    strikes: Callable[[P], bool] | None = None
    """Whether the seat to move wins in this turn. It need not be told of everything that does;
    an evaluation then needn't see it, and weak players may overlook it.
    """
    repeats: Callable[[P], bool] | None = None
    """Whether the position has been there before: search takes that for the draw that it can
    become, so that nobody walks in circles who hopes for more.
    """
    boredom: Callable[[P], float] | None = None
    """How much even the best begin to overlook, from 0 to 1, in a game that goes on for ever."""
    nodes: int = 20_000
    """How many positions the strongest level looks at before a turn's first move."""
    weight: Callable[[P], float] | None = None
    """The share of these positions that a position deserves, where not all of it."""
    methods: Mapping[int, Method] = field(default_factory=dict)
    """By number of seats, where it is not alpha-beta."""
    levels: Mapping[int, Level] = field(default_factory=dict)
    """By number, those that are not the same as in other games."""

    def method(self, seats: int) -> Method:
        """How to search with so many seats."""
        return self.methods.get(seats, "alpha-beta")

    def level(self, number: int) -> Level:
        """A level in this game. Raises KeyError for one that doesn't exist."""
        return self.levels.get(number) or LEVELS[number]

    def effort(self, position: P) -> float:
        """How many positions the strongest level looks at here."""
        return self.nodes * (self.weight(position) if self.weight else 1.0)

    def known(self, position: P) -> Shares | None:
        """What the position is worth if the game is over, or begins to repeat itself.

        Draws are worth a little less than they bring.
        """
        if position.result is not None:
            worth = shares(position.result)
            if position.result.ranks.count(1) < position.seats - len(position.withdrawn):
                return worth
        elif self.repeats is None or not self.repeats(position):
            return None
        staying = position.seats - len(position.withdrawn)
        return tuple(
            0.0 if seat in position.withdrawn else _DRAWN / staying
            for seat in range(1, position.seats + 1)
        )

    def judge(self, position: P, oversights: Oversights) -> Shares:
        """What each seat may expect, with these oversights."""
        if (
            self.strikes is None
            or not self.strikes(position)
            or oversights.miss(self.key(position))
        ):
            return self.evaluate(position)
        staying = position.seats - len(position.withdrawn)
        rest = (1 - _STRIKE) / (staying - 1)
        return tuple(
            _STRIKE if seat == position.to_move else 0.0 if seat in position.withdrawn else rest
            for seat in range(1, position.seats + 1)
        )


AnyMind: TypeAlias = Mind[Any, Any]


def shares(result: Result) -> Shares:
    """What a result is worth: those who share the first rank share the win."""
    winners = result.ranks.count(1)
    return tuple(1 / winners if rank == 1 else 0.0 for rank in result.ranks)


def in_proportion(strengths: Sequence[float]) -> Shares:
    """Shares in proportion to positive strengths."""
    total = sum(strengths)
    return tuple(strength / total for strength in strengths)
