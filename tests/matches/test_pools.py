"""Pools: which ratings belong together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.protocol import Setup
from matches.model.clock import Clock as TimeControl
from matches.model.ratings import (
    Pool,
    pool_of,
    tables_of,
)
from storage.database import Database
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, Start
from tests.matches.rated import POOL


@pytest.mark.parametrize(
    "pool", [Pool("a", 2), Pool("die-drei", 4, "live", partners=True), Pool("x-4p", 3, "live")]
)
def test_pools_as_text(pool: Pool) -> None:
    """A pool's text reads back as the same pool."""
    assert Pool.read(str(pool)) == pool


@pytest.mark.parametrize("text", ["", "toy", "toy-2-slow", "toy-two-live"])
def test_what_is_no_pool(text: str) -> None:
    """Other texts are refused."""
    with pytest.raises(ValueError, match="not a pool"):
        Pool.read(text)


async def test_what_has_pools_of_its_own(db: Database, start: Start) -> None:
    """Seats, partners and live clocks make pools of their own; other options do not."""
    usual = await start(ANN, BOB)
    assert pool_of(usual) == pool_of(await start(ANN, BOB, goal="40")) == POOL
    assert pool_of(await start(ANN, BOB, CAT)) == Pool("toy", 3)
    live = replace(usual, clock=TimeControl.read("15+10"))
    assert pool_of(live) == Pool("toy", 2, "live")
    slow = replace(usual, clock=TimeControl.read("3d"))
    assert pool_of(slow) == POOL
    partners = replace(toy.GAME, sides=lambda _: ((1, 2),))
    assert pool_of(replace(usual, game=partners)) == Pool("toy", 2, partners=True)


def test_all_tables_of_a_game() -> None:
    """The pools of a game are found by trying its options."""
    assert tables_of(toy.GAME) == [(2, False), (3, False), (4, False)]

    def pact(setup: Setup) -> tuple[tuple[int, ...], ...]:
        if setup.seats == 4 and setup.options["pact"] == "yes":
            return ((1, 3), (2, 4))
        return tuple((seat,) for seat in range(1, setup.seats + 1))

    pairs = replace(toy.GAME, sides=pact)
    assert tables_of(pairs) == [(2, False), (3, False), (4, False), (4, True)]
