"""Tables for three and four: how evenly people meet and sit, and how long that takes to find.

Optima are found by CP-SAT. If it can't prove one within its effort, which is counted, its bound is
used instead, which no tables can beat; for large fields, the number of meetings, spread evenly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.table import Aim, Row, row
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.pairing.layouts import Layout, splits
from competitions.pairing.plan import EXCHANGES
from competitions.pairing.rules import TableRules
from competitions.pairing.tables import schedule, tables
from tests.competitions.pairing import exact

SEED = 1
LIMIT = 1.0
"""Seconds."""

MOST = Aim(
    "meetings of the two who met most often",
    "the fewest that are possible",
    "times",
    "≤ 1",
    "the ratio is the difference",
)
AGAIN = Aim(
    "opponents who met again",
    "random tables",
    "times",
    note="1 for the second time, 2 more for the third",
)
SEATS = Aim("how much more often than due anybody had a seat", "one game", "games", "≤ 1")
ROUND = Aim("what the fourth round costs", "CP-SAT's optimum", "points", "≤ 1.05")
TIME = Aim("seating 64 entrants", "its time limit", "s", "≤ 1")
PACE = Aim("seating 64 entrants, as work", f"{EXCHANGES:,} blind exchanges of places", "s", "≤ 20")
AIMS = (MOST, AGAIN, SEATS, ROUND, TIME, PACE)


class Case(NamedTuple):
    """An event."""

    entrants: int
    sizes: tuple[int, ...]
    rounds: int

    @property
    def name(self) -> str:
        """For the table."""
        sizes = " and ".join(map(str, self.sizes))
        return f"{self.entrants} at tables for {sizes}, {self.rounds} rounds"

    @property
    def ids(self) -> list[EntrantId]:
        """The entrants."""
        return [EntrantId(number) for number in range(1, self.entrants + 1)]

    @property
    def rules(self) -> TableRules:
        """How they sit."""
        return TableRules(self.sizes)


SMALL = (Case(9, (3,), 5), Case(12, (3,), 5), Case(12, (4,), 4), Case(11, (4, 3), 4))
LARGE = (
    Case(15, (3,), 7),
    Case(24, (4,), 7),
    Case(64, (3,), 10),
    Case(64, (4,), 10),
    Case(62, (4, 3), 10),
    Case(64, (3,), 31),
)
TIMED = (Case(64, (3,), 10), Case(64, (4,), 10), Case(62, (4, 3), 10))
LATE = 20
"""After this many rounds, most entrants have met, or could have."""
ROUNDS = (Case(8, (4,), 4), Case(10, (4, 3), 4), Case(12, (3,), 4))


def one_by_one(case: Case) -> list[Pairing]:
    """Rounds drawn one after the other, as after scores."""
    past = list[Pairing]()
    for number in range(1, case.rounds + 1):
        past += tables(case.ids, case.rules, past, number=number, seed=SEED)
    return past


def at_random(case: Case) -> list[Pairing]:
    """Rounds without any search."""
    rng, layout = Random(SEED), Layout(next(splits(case.entrants, case.sizes)))
    return [
        Pairing(number, 1, tuple(map(EntrantId, table)))
        for number in range(case.rounds)
        for table in layout.seated(rng.sample(range(case.entrants), case.entrants))
    ]


def most(pairings: Sequence[Pairing], case: Case) -> int:
    """How often the two have met who met most often."""
    return max(exact.met(pairings, case.rules)[0].values())


def spread(pairings: Sequence[Pairing], case: Case) -> int:
    """The same if all meetings are spread evenly over all pairs."""
    meetings = sum(len(pairing.seats) * (len(pairing.seats) - 1) // 2 for pairing in pairings)
    return ceil(meetings / (case.entrants * (case.entrants - 1) // 2))


def quality() -> Iterator[Row]:
    """Schedules, and rounds one after the other."""
    for case in (*SMALL, *LARGE):
        random = at_random(case)
        planned = schedule(case.ids, case.rules, range(1, case.rounds + 1), seed=SEED)
        least = spread(planned, case)
        if case in SMALL:
            sizes = next(splits(case.entrants, case.sizes))
            least = max(least, exact.least_of_most(case.entrants, sizes, case.rounds))
        for how, found in (("in advance", planned), ("by rounds", one_by_one(case))):
            name, times = f"{case.name}, {how}", most(found, case)
            yield row(MOST, name, times, least, times - least)
            rules = case.rules
            yield row(AGAIN, name, exact.repeats(found, rules), exact.repeats(random, rules))
            yield row(SEATS, name, float(exact.unevenness(found)), 1)


def optima() -> Iterator[Row]:
    """The last round of events that are drawn by rounds, against its exact optimum."""
    for case in ROUNDS:
        found, sizes = one_by_one(case), next(splits(case.entrants, case.sizes))
        past = [pairing for pairing in found if pairing.round < case.rounds]
        new = [pairing for pairing in found if pairing.round == case.rounds]
        least = exact.least_cost(case.ids, sizes, past, case.rules)
        yield row(ROUND, case.name, exact.cost(past, new, case.rules), least)


def _blind(exchanges: int) -> None:
    at, rng = list(range(64)), Random(SEED)
    for _ in range(exchanges):
        here, there = rng.randrange(64), rng.randrange(64)
        at[here], at[there] = at[there], at[here]


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def speed(repeats: int = 5) -> Iterator[Row]:
    """A late round, when most have met, and schedules."""
    for case in TIMED:
        past = schedule(case.ids, case.rules, range(LATE), seed=SEED)
        works = {
            f"round {LATE + 1}": partial(
                tables, case.ids, case.rules, past, number=LATE, seed=SEED
            ),
            "ten rounds": partial(schedule, case.ids, case.rules, range(10), seed=SEED),
        }
        for name, work in works.items():
            seen = [(_seconds(work), _seconds(partial(_blind, EXCHANGES))) for _ in range(repeats)]
            ratio = median(spent / floor for spent, floor in seen)
            spent, floor = (median(times) for times in zip(*seen, strict=True))
            what = f"{name}, {case.name.rpartition(',')[0]}"
            yield row(TIME, what, spent, LIMIT)
            yield row(PACE, what, spent, floor, ratio)


def rows() -> Iterator[Row]:
    """Everything, in processor time."""
    yield from quality()
    yield from optima()
    yield from speed()
