"""Rounds and schedules compared with the exact optimum of small ones, by OR-Tools' CP-SAT."""

from __future__ import annotations

import pytest

from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.pairing.costs import AGAIN
from competitions.pairing.rules import TableRules
from competitions.pairing.tables import schedule, tables
from tests.competitions.pairing import exact

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize(
    ("sizes", "partners"),
    [((3, 3), False), ((4, 4), False), ((3, 3, 3), False), ((4, 3), False), ((4, 4), True)],
)
def test_a_round_is_optimal(sizes: tuple[int, ...], partners: bool) -> None:
    """Each of four rounds, drawn one after the other, has the lowest possible cost."""
    entrants = [EntrantId(number) for number in range(1, sum(sizes) + 1)]
    rules, past = TableRules(tuple(dict.fromkeys(sizes)), partners), list[Pairing]()
    for number in range(1, 5):
        new = tables(entrants, rules, past, number=number, seed=5)
        least = exact.least_cost(entrants, sizes, past, rules)
        assert exact.cost(past, new, rules) == least
        past += new


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((3, 3), 3), ((4, 3), 3), ((3, 3, 3), 4), ((4, 3, 3), 2), ((3, 3, 3, 3), 4), ((4, 4), 2)],
)
def test_a_schedule_is_nearly_optimal(sizes: tuple[int, ...], rounds: int) -> None:
    """Opponents meet again, and entrants sit at tables of one size, as rarely as possible, except
    that one pair may meet once more.
    """
    entrants = [EntrantId(number) for number in range(1, sum(sizes) + 1)]
    rules = TableRules(tuple(dict.fromkeys(sizes)))
    found = schedule(entrants, rules, range(rounds), seed=5)
    least = exact.least_schedule_cost(len(entrants), sizes, rounds)
    assert exact.schedule_cost(found, rules) <= least + AGAIN
