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
"""How much worse than the best move a move may be that is played instead, for variety. Proved wins
are never given away for variety, and proved defeats never accepted.
"""

DEEPEST = 60
"""The greatest search depth, in plies."""

Safety: TypeAlias = Literal["safe", "lost", "open"]
"""safe: no answer of one turn wins. lost: after every turn some answer wins. open: the bound on
positions was reached before either was known.
"""


@dataclass(frozen=True, slots=True)
class Finding(Generic[M]):
    """The move to play, its value to the side (0 to 1), and the expected moves, beginning with it.
    The move is the best one, or one of nearly the same value.

    `depth` is the number of plies that were searched completely. For a tree search it is the number
    of walks.
    """

    move: M
    value: float
    line: tuple[M, ...]
    depth: int
    values: Mapping[M, float] = field(default_factory=dict)
    """The value found for each move, first the move that is played, then the others in order of
    preference. Only the first value is exact; others may be upper bounds.
    """

    safety: Safety | None = None
    """Whether the turn with which `line` begins loses to the next turn; None if it was not
    checked.
    """

    @property
    def wins(self) -> bool:
        """Whether the side can force a win, as far as the search has seen."""
        return self.value > SURE

    @property
    def loses(self) -> bool:
        """Whether the side can't avoid defeat, as far as the search has seen."""
        return self.value < 1 - SURE
