"""The places of a round: how many tables of which sizes, and which places share a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

BYE = 1
"""The size of a table for one entrant, who has no opponent."""
SEATS = 4
"""The most seats that a table has."""
KINDS = SEATS * (SEATS + 1) // 2
"""How many kinds of places there are."""


def kind(size: int, seat: int) -> int:
    """The number of a kind of place: this seat, from 0, at a table of this size."""
    return size * (size - 1) // 2 + seat


@dataclass(frozen=True)
class Layout:
    """The places of a round, numbered table by table, in the order of seats.

    `sizes` are those of the tables. With `partners`, who sit opposite, four sit at each table.
    """

    sizes: tuple[int, ...]
    partners: bool = False

    @cached_property
    def tables(self) -> tuple[range, ...]:
        """The places at each table."""
        ends = [sum(self.sizes[: number + 1]) for number in range(len(self.sizes))]
        return tuple(range(end - size, end) for end, size in zip(ends, self.sizes, strict=True))

    @cached_property
    def table(self) -> tuple[int, ...]:
        """The table of each place."""
        return tuple(number for number, places in enumerate(self.tables) for _ in places)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The kind of each place."""
        return tuple(kind(size, seat) for size in self.sizes for seat in range(size))

    @cached_property
    def rivals(self) -> tuple[tuple[int, ...], ...]:
        """For each place, the places of its opponents."""
        return tuple(
            tuple(other for other in places if other not in (place, *self.partner[place]))
            for places in self.tables
            for place in places
        )

    @cached_property
    def partner(self) -> tuple[tuple[int, ...], ...]:
        """For each place, the place of its partner, if it has one."""
        return tuple(
            tuple(other for other in places if self.partners and abs(other - place) == 2)
            for places in self.tables
            for place in places
        )

    def seated(self, at: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """For each table, who sits there, given who sits at each place."""
        return (tuple(at[place] for place in places) for places in self.tables)


def splits(entrants: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Table sizes that seat as many as possible, with a table of one for each bye.

    The first split has the most tables of the first size, then of the second, and so on.
    """
    byes = next(idle for idle in count() if any(True for _ in _ways(entrants - idle, sizes)))
    return ((*way, *(BYE,) * byes) for way in _ways(entrants - byes, sizes))


def _ways(seats: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not seats:
        yield ()
    elif sizes:
        first, *others = sizes
        for many in range(seats // first, -1, -1):
            for way in _ways(seats - many * first, tuple(others)):
                yield (*(first,) * many, *way)
