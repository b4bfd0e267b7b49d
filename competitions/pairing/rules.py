"""How a competition seats its entrants, and the error if it can't."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from competitions.model.entrants import EntrantId
from competitions.pairing.layouts import BYE, SEATS

Pair: TypeAlias = frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class TableRules:
    """How a competition seats its entrants.

    `sizes` are the numbers of entrants that a table may have, in order of preference: others are
    used for numbers that the first can't seat alone. With `partners`, four play two against two:
    those who sit opposite are partners, drawn again for each round. (Teams that stay together are
    entrants, and two of them sit at a table.) Each table plays `games` games, in which the seats
    move on by one.

    `closeness` is for rounds paired by score: it is the cost of two at a table being one point
    apart, where the cost of two meeting for the second time is 1. It grows with the square.
    With 0.05, after six rounds of 64 entrants at tables for three, those at a table are half a
    point apart, with ten points between the first and the last, and nobody meets again; with 0,
    four points. With 1, five pairs meet again.
    """

    sizes: tuple[int, ...]
    partners: bool = False
    games: int = 1
    closeness: float = 0.0

    def __post_init__(self) -> None:
        if not self.sizes or any(not BYE < size <= SEATS for size in self.sizes):
            raise ValueError(f"tables have 2 to {SEATS} seats, not {self.sizes}")
        if self.partners and self.sizes != (SEATS,):
            raise ValueError(f"partners sit at tables for {SEATS}, not {self.sizes}")


class Unseatable(Exception):
    """No seating exists: some of the pairs that must not meet would meet at any tables.

    `entrants` are those who are in such pairs.
    """

    def __init__(self, entrants: Iterable[EntrantId]) -> None:
        self.entrants = tuple(sorted(entrants))
        super().__init__(f"no tables keep all of these apart: {self.entrants}")
