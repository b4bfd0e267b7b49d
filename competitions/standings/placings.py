"""The content of the lines of a table: places, points, and the tie-breaks that decided. And a page
of such lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from competitions.model.entrants import EntrantId
from competitions.standings.table import Row, Standings
from competitions.standings.tie_breaks import Name

By = tuple[tuple[Name, Fraction], ...]
"""Tie-breaks that decided, each with the entrant's value."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The content of an entrant's line. `by` are the tie-breaks that separate entrants with as many
    points, as far as this one has a value.
    """

    rank: int
    entrant: EntrantId
    points: Fraction
    by: By = ()


@dataclass(frozen=True, slots=True)
class Placings:
    """The lines of a whole table, best first. `level` says whether entrants have equal points, and
    `decisive` whether tie-breaks separate any of those.
    """

    lines: tuple[Placing, ...]
    level: bool
    decisive: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of a table; `page` counts from 0. All pages have about the same number of lines."""

    lines: tuple[Placing, ...]
    page: int
    pages: int
    level: bool
    decisive: bool


def placings(table: Standings) -> Placings:
    """The lines of a table."""
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
    """Which of `count` lines are on a page. Each page has at least one."""
    begin = count * page // pages
    return range(begin, max(begin + 1, count * (page + 1) // pages))


def page_of(at: int, pages: int, count: int) -> int:
    """The page of the line at index `at`, out of `count` lines on pages as even as possible."""
    return ((at + 1) * pages - 1) // count
