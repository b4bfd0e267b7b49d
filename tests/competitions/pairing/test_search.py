"""The search for a cheaper round."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.pairing.layouts import KINDS, Layout
from competitions.pairing.search import Problem, anneal

pytestmark = pytest.mark.untraced

LAYOUTS = [
    Layout((3, 3, 1)),
    Layout((4, 3)),
    Layout((4, 1, 1, 1), partners=True),
    Layout((4, 2, 1)),
]


def _problem(layout: Layout, rng: Random) -> Problem:
    """Random costs of places and of pairs."""
    count = len(layout.table)

    def matrix() -> list[list[int]]:
        rows = [[0] * count for _ in range(count)]
        for one in range(count):
            for other in range(one):
                rows[one][other] = rows[other][one] = rng.randrange(100)
        return rows

    places = [[rng.randrange(100) for _ in range(KINDS)] for _ in range(count)]
    return Problem(layout, places, matrix(), matrix())


@given(st.sampled_from(LAYOUTS), st.randoms(use_true_random=False))
def test_what_an_exchange_costs(layout: Layout, rng: Random) -> None:
    """Exchanging any two places changes the cost by as much as the costs of the two seatings
    differ.
    """
    problem = _problem(layout, rng)
    at = rng.sample(range(7), 7)
    for here in range(7):
        for there in range(7):
            after = list(at)
            after[here], after[there] = at[there], at[here]
            if here != there:
                more = problem.cost(after) - problem.cost(at)
                assert problem.more(at, here, there) == more


@given(st.sampled_from(LAYOUTS), st.integers(0, 100))
def test_annealing(layout: Layout, seed: int) -> None:
    """The returned difference is right; a cold search only goes down, and the same seed finds the
    same seating.
    """
    problem = _problem(layout, Random(seed))
    for heat in (50.0, 0.001):
        at, again = list(range(7)), list(range(7))
        before = problem.cost(at)
        more = anneal(problem, at, heat, 200, Random(seed))
        assert sorted(at) == list(range(7))
        assert problem.cost(at) - before == more
        assert heat > 1 or more <= 0
        assert anneal(problem, again, heat, 200, Random(seed)) == more
        assert again == at
