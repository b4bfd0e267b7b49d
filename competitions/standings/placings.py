"""What the lines of a table say: places, points, and the tie-breaks that decided; and a page of
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from competitions.model.entrants import EntrantId
from competitions.standings.table import Row, Standings
from competitions.standings.tie_breaks import Name

By = tuple[tuple[Name, Fraction], ...]
"""Tie-breaks that decided, each with what somebody has of it."""


@dataclass(frozen=True, slots=True)
class Placing:
    """What a line says of an entrant: `by` are the tie-breaks that set some apart who have as many
    points, as far as they were applied to this one.
    """

    rank: int
    entrant: EntrantId
    points: Fraction
    by: By = ()


@dataclass(frozen=True, slots=True)
class Placings:
    """The lines of a whole table, best first; whether some have as many points as others, and
    whether tie-breaks set any of those apart.
    """

    lines: tuple[Placing, ...]
    level: bool
    decisive: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of that, counted from 0, of so many. All pages have about as many lines."""

    lines: tuple[Placing, ...]
    page: int
    pages: int
    level: bool
    decisive: bool


def placings(table: Standings) -> Placings:
    """What a table says."""
    decisive = table.decisive
    lines = tuple(
        Placing(row.rank, row.entrant, row.points, _by(table, row, decisive.get(row.entrant, ())))
        for row in table.rows
    )
    return Placings(lines, level=bool(table.ties), decisive=bool(decisive))


def _by(table: Standings, row: Row, names: Sequence[Name]) -> By:
    values = zip(table.order, row.tie_breaks, strict=True)
    return tuple((name, value) for name, value in values if name in names and value is not None)


def span(page: int, pages: int, count: int) -> range:
    """Which of so many lines stand on a page, each of which has one at least."""
    begin = count * page // pages
    return range(begin, max(begin + 1, count * (page + 1) // pages))


def page_of(at: int, pages: int, count: int) -> int:
    """The page on which one of so many lines stands, of pages as even as possible."""
    return ((at + 1) * pages - 1) // count
