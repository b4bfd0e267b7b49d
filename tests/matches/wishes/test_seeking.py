"""The simulation of `benchmarks/seeking.py` in small: who sits together, whoever they are."""

from __future__ import annotations

from itertools import combinations

import pytest

from benchmarks.seeking import simulate


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_small_crowd(seed: int) -> None:
    """Some sixty people for four days: nobody sits twice, nobody with somebody they have blocked,
    by far the most by a clock that they wished for.
    """
    crowd, found = simulate(seed, size=60, days=4)
    assert len(found.tables) > 20
    assert found.twice == 0
    assert not {*found.met()} & crowd.apart
    assert found.as_wished >= 0.8 * found.seated
    for _, table in found.tables:
        assert len({*table.players}) == table.kind.seats
        parties = [one.players for one in table.seekers]
        assert sorted(table.players) == sorted(player for party in parties for player in party)
        assert not any({*one} & {*other} for one, other in combinations(parties, 2))
    assert {table.kind.seats for _, table in found.tables} == {2, 3, 4}


def test_the_same_seed_is_the_same_crowd() -> None:
    """The model draws everything from its seed."""
    one, other = (simulate(5, size=40, days=2)[1] for _ in range(2))
    assert one.tables == other.tables
    assert one.waits(3) == other.waits(3)
