"""3Stein, for the general tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.dreistein.board import NAMES
from tests.bot.lines import eager, quiet, shuffling
from tests.samples.sample import Sample, Short, Tour, found


def _slips(position: Any, rng: Random) -> Iterator[str]:
    yield from ("pass", "a24-b11")
    men = [name for field, name in enumerate(NAMES) if position.men.owner(field)]
    for man in men:
        yield f"{man}-{man}"
        yield from (f"{man}-{field}" for field in rng.sample(NAMES, 6))
    yield f"{rng.choice(NAMES)}-{rng.choice(NAMES)}"
    yield "keep:" + ",".join(rng.sample(men, 2))
    if position.choosing:
        men = [name for name in men if position.men.owner(NAMES.index(name)) == position.truce[1]]
    yield from ("keep:" + ",".join(rng.choices(men, k=3)) for _ in range(4))
    yield f"keep:{men[0]},{men[0]}"


SAMPLE = Sample(
    short=Short(
        "3stein",
        3,
        "a24-b36; d46-d32; e12-e26; a22-d12; d44-b36; e16-e12; d12-d16; b36-a26; d11-c25; "
        "d16-d15 keep:c25,e11,e12; a26-a21",
        "by capturing the second lord",
    ),
    ends=[
        found("3stein", "lord-captured", 3, lambda _: eager("lord", "captured")),
        found("3stein", "repetition", 3, lambda _: shuffling()),
        found("3stein", "no-progress", 3, lambda _: quiet()),
    ],
    tours=[
        Tour(0, lambda _: eager("lord"), 40),
        Tour(4, lambda _: eager("lord"), 40),
    ],
    slips=_slips,
    keeps_unfinished=True,
)
