"""The laws of ratings, over random matches in which seats were handed over."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.table import Aim, Row, row
from tests.support.handover_laws import breaches, random_case

MATCHES = 10_000
SEED = 1

BROKEN = Aim(
    "breaches of the laws of ratings",
    "matches with handovers",
    "",
    "≤ 0",
    "who leaves gains, who takes over loses, or somebody else notices",
)
AIMS = (BROKEN,)


def rows() -> Iterator[Row]:
    """Everyone alone and partners, two to four seats, up to four holders of a seat."""
    rng = Random(SEED)
    cases = [random_case(rng) for _ in range(MATCHES)]
    changes = sum(len(had) - 1 for case in cases for had in case.skills)
    broken = sum(len(breaches(case)) for case in cases)
    yield row(BROKEN, f"{MATCHES:,} matches, {changes:,} handovers", broken, MATCHES)
