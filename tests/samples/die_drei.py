"""Die Drei, for the general tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.die_drei.board import NAMES
from games.protocol import AnyGame, Setup
from tests.bot.lines import Whole, anything, leading_to, relocating, winning
from tests.games import test_die_drei_relocating as lines
from tests.samples.sample import End, Sample, Short, Tour, found, given

PLAIN = {"board": lines.PLAIN}
EXTENDED = {**PLAIN, "extended": "true"}
RELOCATED = f"{lines.QUIET} {lines.SHUFFLE} {lines.SHUFFLE}"


def _by_relocating(game: AnyGame, setup: Setup) -> Whole:
    """A line to Die Drei after all 16 pieces are placed."""
    return leading_to("three", game, setup, lambda: relocating, least=17)


def _slips(position: Any, rng: Random) -> Iterator[str]:
    yield from NAMES
    men = [NAMES[square] for square in position.squares]
    for man in men:
        yield f"{man}-{man}"
        yield from (f"{man}-{square}" for square in rng.sample(NAMES, 8))
    yield f"{rng.choice(NAMES)}-{rng.choice(NAMES)}"


SAMPLE = Sample(
    short=Short("die-drei", 2, "f6; g6; f8; d7; f7", "with Die Drei", {"board": "4b3.2b3.1b1.3a2"}),
    ends=[
        found("die-drei", "three", 2, lambda _: winning, **PLAIN),
        found("die-drei", "all-placed", 2, lambda _: anything, **PLAIN),
        End("die-drei", "three", 2, EXTENDED, _by_relocating),
        given("die-drei", "repetition", 2, RELOCATED, **EXTENDED),
        given("die-drei", "no-move", 2, lines.STUCK, **EXTENDED),
    ],
    tours=[
        Tour(0, lambda _: anything, 16),
        Tour(1, lambda _: anything, 16, codes=("no-reach",)),
        Tour(36, lambda _: anything, 16, codes=("dead-end",)),
        Tour(0, lambda _: relocating, 20, {"extended": "true"}),
        Tour(5, lambda _: relocating, 20, {"extended": "true"}, codes=("no-answer",)),
    ],
    slips=_slips,
)
