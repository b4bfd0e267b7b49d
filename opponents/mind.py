"""What a search wants to know of a game beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias

from games.protocol import M, P, Position, Result

Shares: TypeAlias = "tuple[float, ...]"
"""For each seat the share of the win that it may expect; together they make 1."""

Method: TypeAlias = Literal["alpha-beta", "tree"]
"""How to search: alpha-beta (paranoid where there are more than two sides), or a tree that grows
where it looks best."""

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
    nodes: int = 20_000
    """How many positions the strongest level looks at before a turn's first move."""
    methods: Mapping[int, Method] = field(default_factory=dict)
    """By number of seats, where it is not alpha-beta."""

    def method(self, seats: int) -> Method:
        """How to search with so many seats."""
        return self.methods.get(seats, "alpha-beta")


AnyMind: TypeAlias = Mind[Any, Any]


def shares(result: Result) -> Shares:
    """What a result is worth: those who share the first rank share the win."""
    winners = result.ranks.count(1)
    return tuple(1 / winners if rank == 1 else 0.0 for rank in result.ranks)


def outcome(position: Position) -> Shares:
    """What a position that is over is worth to a search: draws a little less than they bring."""
    assert position.result is not None
    worth = shares(position.result)
    if position.result.ranks.count(1) == position.seats - len(position.withdrawn):
        return tuple(share * _DRAWN for share in worth)
    return worth


def in_proportion(strengths: Sequence[float]) -> Shares:
    """Shares in proportion to positive strengths."""
    total = sum(strengths)
    return tuple(strength / total for strength in strengths)
