"""The costs of a round, checked by counting naively."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.pairing.costs import (
    AGAIN,
    APART,
    FAR,
    GAME,
    REST,
    TOGETHER,
    UNEVEN,
    Costs,
    uneven,
)
from competitions.pairing.layouts import KINDS, Layout, kind
from competitions.pairing.rules import TableRules
from competitions.pairing.search import Problem
from tests.competitions.pairing import exact

COUNT = 8


def _costs(count: int = COUNT) -> Costs:
    return Costs([[0] * count for _ in range(count)], [0] * count)


def _pairings(layout: Layout, at: Sequence[int], games: int) -> list[Pairing]:
    return [
        Pairing(1, number, tuple(map(EntrantId, table)), games)
        for number, table in enumerate(layout.seated(at))
    ]


ROUNDS = st.lists(st.permutations(range(COUNT)), min_size=2, max_size=5)


@given(ROUNDS, st.sampled_from([(4, 4), (3, 3, 2), (4, 2, 2)]), st.booleans(), st.integers(1, 4))
def test_differences_of_costs(
    rounds: list[list[int]], sizes: tuple[int, ...], partners: bool, games: int
) -> None:
    """The difference between two rounds is the same as when everything is counted from the
    pairings.

    A table that was added can be taken out again.
    """
    rules = TableRules((4,), partners) if partners else TableRules(tuple(set(sizes)))
    layout = Layout((4, 4) if partners else sizes, partners)
    *past, one, other = rounds
    costs, pairings = _costs(), list[Pairing]()
    for at in past:
        pairings += _pairings(layout, at, games)
        for table in layout.seated(at):
            costs.add(table, partners, games)
    places = costs.places(layout.sizes, games, 0 if partners else FAR)
    problem = Problem(layout, places, costs.opponents, costs.partners)
    first, second = (_pairings(layout, at, games) for at in (one, other))
    assert problem.cost(one) - problem.cost(other) == (
        exact.cost(pairings, first, rules) - exact.cost(pairings, second, rules)
    )
    for at in past:
        for table in layout.seated(at):
            costs.add(table, partners, games, times=-1)
    fresh = _costs()
    assert (costs.opponents, costs.partners) == (fresh.opponents, fresh.partners)
    assert (costs.sizes, costs.dues) == (fresh.sizes, fresh.dues)


def test_people_who_have_left_count_for_nobody() -> None:
    """At a table with somebody who has left, the others have still met each other and had their
    seats.
    """
    costs = _costs(3)
    costs.add((0, None, 2), partners=False)
    assert costs.opponents == [[0, 0, AGAIN], [0, 0, 0], [AGAIN, 0, 0]]
    assert costs.dues == [[8, -4, -4, 0], [0, 0, 0, 0], [-4, -4, 8, 0]]


def test_byes() -> None:
    """A further bye costs as much as there have been, in addition to the cost of the first; no seat
    becomes due.
    """
    costs = Costs([[0] * 2 for _ in range(2)], [7, 0])
    costs.add((0,), partners=False)
    assert costs.places((3, 1), 1, FAR)[0][kind(1, 0)] == REST + 7 - uneven(8) - 2 * uneven(4)
    assert costs.dues == [[0] * 4] * 2
    rest = [0] * (KINDS - 1)
    assert costs.places((3, 1), 1, None) == [(REST + 7, *rest), (0, *rest)]


def test_the_order_of_weights() -> None:
    """Each cost in the list weighs more than those after it, even several times."""
    many = 1_000
    assert many * REST <= APART
    assert many * 400 * (TOGETHER + uneven(5 * GAME)) < REST
    # One seat too often costs more than meeting two opponents for the fifth time, not only the
    # second.
    assert uneven(16) - uneven(8) > 2 * 4 * AGAIN
    assert uneven(GAME - 1) == UNEVEN * (GAME - 1) ** 2
    assert uneven(-GAME) == UNEVEN * GAME**2 + FAR * (GAME // 2) ** 2
