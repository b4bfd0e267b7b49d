"""Tyr, for the general tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.tyr.board import NAMES
from tests.bot.lines import anything, following, winning
from tests.samples.sample import End, Sample, Short, Tour, found, given

TO_AND_FRO = "3@11=2 4@99=8 5@46=3" + " 3-12=1 4-89=9 3-11=2 4-99=8" * 9


def _ends(seats: int) -> list[End]:
    return [
        found("tyr", "line", seats, lambda _: winning, line="adjacent"),
        found("tyr", "line", seats, lambda _: winning, line="any"),
        given("tyr", "repetition", seats, TO_AND_FRO),
    ]


def _slips(position: Any, rng: Random) -> Iterator[str]:
    yield "3-21=1"  # The rulebook's example of a Pasch that can't be resolved.
    for _ in range(60):
        at = rng.choice(NAMES)
        for die in "345":
            face = rng.choice(("", *(f"={number}" for number in range(1, 10))))
            yield f"{die}{rng.choice('@---')}{at}{face}"


SAMPLE = Sample(
    short=Short("tyr", 4, "5@85=4; 4@69=8; 3@79=5; 4-87=5 3-75=2; 4-65", "with three dice in line"),
    ends=[end for seats in (2, 3, 4) for end in _ends(seats)],
    tours=[
        Tour(0, lambda _: anything, 6, seats=2),
        Tour(57, lambda _: anything, 6, seats=2, codes=("wins-unturned",)),
        Tour(
            0,
            lambda _: following("4@11=1 3@24=2 5@12=6"),
            4,
            seats=2,
            codes=("stuck-pasch",),
        ),
    ],
    slips=_slips,
)
