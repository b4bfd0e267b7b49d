"""The answer of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias

from games.protocol import M

SURE = 0.99
"""Values above this, or below 1 - SURE, are proved wins and losses. Estimates stay in between."""

HASTE = 1e-4
"""The price of a ply. Short wins are better than long ones, and long losses than short ones."""

SLACK = 0.01
"""How much less than the best move a move may be worth that is played instead, for variety. Proved
wins are never given away for it, nor defeats accepted."""

DEEPEST = 60
"""The most plies that are looked ahead."""

Safety: TypeAlias = Literal["safe", "lost", "open"]
"""safe: no answer of one turn wins. lost: after every turn some answer does. open: the bound on
positions was reached before that was known."""


@dataclass(frozen=True, slots=True)
class Finding(Generic[M]):
    """The move to play, its value to the side (0 to 1), and the expected moves, beginning with it.
    It is the best move, or one that is worth nearly as much.

    `depth` is the number of plies that were searched completely. For a tree it is the number of
    walks.
    """

    move: M
    value: float
    line: tuple[M, ...]
    depth: int
    values: Mapping[M, float] = field(default_factory=dict)
    """The value found for each move, the one that is played first, then in the order in which they
    would be played. Only that of the first is exact; others may be upper bounds."""

    safety: Safety | None = None
    """Whether the turn that `line` begins with loses to the next one, if anybody has looked."""

    @property
    def wins(self) -> bool:
        """Whether the side can force its win, as far as the search has seen."""
        return self.value > SURE

    @property
    def loses(self) -> bool:
        """Whether the side can't avoid its defeat, as far as the search has seen."""
        return self.value < 1 - SURE
