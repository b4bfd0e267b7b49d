"""Attangle, for the general tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.attangle.board import NAMES
from tests.bot.lines import anything, winning
from tests.samples.sample import Sample, Short, Tour, found, given

NO_MOVE = (
    "c2 d3 c6 g1 e4 g3 b5 f3 b3 a4 b3,c2-d3 g2 a3 f5 a3,b5-a4 e1 d7 b4 c3 b2 c5 e3 a1 f2 "
    "a1,c3-b2 d1 c2 d2 b5 c1 b5,c5-b4 a2 b4,e4-e3 e5 d6 f1 c2,d3-d2"
)


def _slips(position: Any, rng: Random) -> Iterator[str]:
    yield from NAMES
    men = [name for point, name in enumerate(NAMES) if position.owner(point)]
    for _ in range(150 if len(men) > 2 else 0):
        one, other, target = rng.choices(men, k=3)
        yield f"{one},{other}-{target}"
    yield "a1,a1-b2"
    yield "a1-b2"
    yield "a1,a2-d4"
    yield f"{rng.choice(NAMES)},{rng.choice(NAMES)}-{rng.choice(NAMES)}"


SAMPLE = Sample(
    short=Short(
        "attangle",
        2,
        "f5; c1; e1; c3; c4; d6; e3; g3; e4; a1; c4,e4-c3; a1,c1-c3; g1; e2; e1,e3-e2; d2; e3; e4; "
        "e3,g1-g3; d2,e4-e2; c4; d3; c6; d3,d6-g3",
        "with the third triple",
    ),
    ends=[
        found("attangle", "third-triple", 2, lambda _: winning),
        given("attangle", "no-move", 2, NO_MOVE),
    ],
    tours=[
        Tour(0, lambda _: anything, 60),
        Tour(2, lambda _: anything, 60, codes=("too-high",)),
        Tour(4, lambda _: anything, 60, codes=("empty-stock",)),
    ],
    slips=_slips,
)
