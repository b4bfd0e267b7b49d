"""Simulated seasons of every format, with drop-outs and vacations: do they end on their day?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from benchmarks.table import Aim, Row, row
from tests.competitions.climb import climb
from tests.competitions.season import KINDS, league_seasons, season

SEASONS = 1_000
"""Of each format."""
AT_A_TIME = 20
"""How many a process simulates before it gets more."""

LATE = Aim(
    "seasons that went on after their last day",
    "seasons of 6 to 60 entrants",
    "seasons",
    "≤ 0",
    "5 % give up, 30 % go on vacation",
)
OVERDUE = Aim(
    "ladders on which a challenge or an idle member was left longer than the rules say",
    "ladders of 6 to 60 members",
    "ladders",
    "≤ 0",
)
AIMS = (LATE, OVERDUE)


def _late(kind: str, seed: int) -> bool:
    return not season(kind, seed).on_its_day


def _late_league(seed: int) -> bool:
    return not all(one.on_its_day for one in league_seasons(seed))


def _overdue(seed: int) -> bool:
    return climb(seed).overdue > 0


def rows(seasons: int = SEASONS) -> Iterator[Row]:
    """One for each format, for leagues (two seasons each, all divisions) and for ladders. All cores
    simulate: no time is measured.
    """
    late: Mapping[str, Callable[[int], bool]] = {
        **{kind: partial(_late, kind) for kind in KINDS},
        "two seasons of a league": _late_league,
    }
    with ProcessPoolExecutor() as pool:

        def counted(wrong: Callable[[int], bool]) -> int:
            return sum(pool.map(wrong, range(seasons), chunksize=AT_A_TIME))

        for name, wrong in late.items():
            yield row(LATE, name, counted(wrong), seasons)
        yield row(OVERDUE, "", counted(_overdue), seasons)
