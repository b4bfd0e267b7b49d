"""How people are drawn."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

from tests.soak.party import Party
from tests.soak.town import Witness, town

NOBODY: Any = None


def test_all_are_drawn_before_anybody_is_drawn_again() -> None:
    """A person who was drawn but did not get to act is drawn again after the others; then anybody
    may be.
    """
    world, rng = town(5), Random(1)
    server: Any = SimpleNamespace(world=world, interactions=NOBODY)
    party = Party(server, NOBODY, Witness(world), seed=1, at_once=1)
    first = party.draw(2, rng)
    party.active.add(first[0].id)
    party.put_back(first)
    rest = party.draw(4, rng)
    assert {*first, *rest} == {*party.people}
    assert rest[-1] is first[1]
    assert len({*party.draw(3, rng)}) == 3
