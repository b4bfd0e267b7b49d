"""Evening out seats without changing who sits at which table."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.pairing.costs import Costs
from competitions.pairing.layouts import Layout
from competitions.pairing.seats import even_out
from tests.competitions.pairing import exact


def _evened(layout: Layout, rounds: int, seed: int) -> tuple[list[list[int]], Costs]:
    """Random tables, evened out."""
    rng, count = Random(seed), len(layout.table)
    costs = Costs([[0] * count for _ in range(count)], [0] * count)
    tables = list[list[int]]()
    for _ in range(rounds):
        tables += map(list, layout.seated(rng.sample(range(count), count)))
    for table in tables:
        costs.add(table, partners=False)
    company = [sorted(table) for table in tables]
    even_out(tables, costs.dues, partners=False)
    assert [sorted(table) for table in tables] == company
    fresh = Costs([[0] * count for _ in range(count)], [0] * count)
    for table in tables:
        fresh.add(table, partners=False)
    assert fresh.dues == costs.dues
    return tables, costs


@given(
    st.sampled_from([(2,) * 4, (3,) * 3, (3, 3, 3, 1), (4,) * 3, (4, 4, 1, 1, 1)]),
    st.integers(1, 9),
    st.integers(0, 1000),
)
def test_tables_of_one_size(sizes: tuple[int, ...], rounds: int, seed: int) -> None:
    """Everybody has every seat equally often or once more than another, whoever sits together."""
    tables, _ = _evened(Layout(sizes), rounds, seed)
    size = sizes[0]
    for one in range(sum(sizes)):
        had = [
            sum(len(table) == size and table[seat] == one for table in tables)
            for seat in range(size)
        ]
        assert max(had) - min(had) <= 1


@given(st.integers(1, 9), st.integers(0, 1000))
def test_tables_of_several_sizes(rounds: int, seed: int) -> None:
    """Nobody is much more than a game away from what is due."""
    tables, _ = _evened(Layout((4, 4, 3, 3)), rounds, seed)
    pairings = [Pairing(1, 1, tuple(map(EntrantId, table))) for table in tables]
    assert exact.unevenness(pairings) <= Fraction(5, 4)
