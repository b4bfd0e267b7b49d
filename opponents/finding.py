"""What a search answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic

from games.protocol import M

SURE = 0.99
"""Values beyond this, or beneath 1 - SURE, are proved wins and losses; estimates stay between."""

HASTE = 1e-4
"""What a ply is worth: of two ways to win the shorter one is taken, to lose the longer one."""

DEEPEST = 60
"""So many plies are looked ahead at most."""


@dataclass(frozen=True, slots=True)
class Finding(Generic[M]):
    """The best move, what it is worth to the side (0 to 1), and the moves expected to follow it,
    itself the first.

    `depth` is how many plies were searched completely or, for a tree, how many walks were made.
    """

    move: M
    value: float
    line: tuple[M, ...]
    depth: int
    values: Mapping[M, float] = field(default_factory=dict)
    """What each move was found to be worth; mere upper bounds for all that are not the best."""

    @property
    def wins(self) -> bool:
        """Whether the side can force its win, by all that the search has seen."""
        return self.value > SURE

    @property
    def loses(self) -> bool:
        """Whether the side can't avoid its defeat, by all that the search has seen."""
        return self.value < 1 - SURE
