"""Trio, for the general tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.trio.board import NAMES
from tests.bot.lines import anything, winning
from tests.samples.sample import Sample, Short, Tour, found, given


def _slips(position: Any, rng: Random) -> Iterator[str]:
    yield from (*NAMES, "end")


SAMPLE = Sample(
    short=Short("trio", 2, "a1 a2; b1 b2; a3", "with three in line"),
    ends=[
        found("trio", "three", 2, lambda _: winning),
        given("trio", "full", 2, "a1 a2 a3 end b2 b3 b1 end c1 end c2 c3"),
    ],
    tours=[Tour(seed, lambda _: anything, 9) for seed in range(3)],
    slips=_slips,
)
