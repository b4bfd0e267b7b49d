"""Random Swiss events for two seats, compared with a second reading of FIDE's rules."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.table import Aim, Row, row
from competitions.model.events import Paired
from tests.competitions.dutch import violations
from tests.competitions.events import random_event
from tests.competitions.optimal import shortfalls

EVENTS = 5_000
MOST = 30
"""The number of events of any size."""
SMALL = 8
"""The number of events that are compared with all other pairings."""

BROKEN = Aim("breaches of absolute criteria", "rounds that were paired", "", "≤ 0")
BETTER = Aim("brackets that could be better", "brackets that were compared", "", "≤ 0")
AIMS = (BROKEN, BETTER)


def rows() -> Iterator[Row]:
    """Every second event is a small one, for which all pairings are examined."""
    rounds = broken = compared = better = 0
    for seed in range(EVENTS):
        small = seed % 2 == 0
        for now, step, planned, kept in random_event(seed, SMALL if small else MOST):
            if not isinstance(step, Paired):
                continue
            rounds += 1
            broken += len(violations(now, step.tables, planned, kept))
            if small:
                count, found = shortfalls(now, step.tables, planned, kept)
                compared, better = compared + count, better + len(found)
    yield row(BROKEN, f"{EVENTS:,} events", broken, rounds)
    yield row(BETTER, f"up to {SMALL} entrants", better, compared)
