"""Simulated seasons of every format, with drop-outs and vacations: do they end on their day?"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.table import Aim, Row, row
from competitions.formats.rounds import FORMATS
from tests.competitions.season import season

SEASONS = 1_000
"""Of each format."""

LATE = Aim(
    "seasons that went on after their last day",
    "seasons of 6 to 60 entrants",
    "seasons",
    "≤ 0",
    "5 % give up, 30 % go on vacation",
)
AIMS = (LATE,)


def rows() -> Iterator[Row]:
    """One for each format."""
    for format_ in FORMATS:
        late = sum(not season(format_, seed).on_its_day for seed in range(SEASONS))
        yield row(LATE, format_, late, SEASONS)
