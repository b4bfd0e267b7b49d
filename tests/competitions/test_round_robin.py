"""Round robins: the published tables, and what must be true for every number of entrants."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from random import Random

import pytest

from competitions.formats import round_robin
from competitions.formats.rounds import next_round, planned
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Paired, Withdrawn
from competitions.model.settings import Settings
from tests.competitions.play import (
    FIRST,
    NO_SHOW,
    NOBODY,
    SECOND,
    at_random,
    decide,
    ids,
    paired,
    started,
    tables,
    to_the_end,
)

PUBLISHED = {
    4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
    6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, "
    "3-8 4-2 5-1 6-7, 8-7 1-6 2-5 3-4, 4-8 5-3 6-2 7-1",
}
"""The Berger tables of FIDE's handbook (C.05, annex 1). With an odd number of entrants, whoever
would meet the last number is free.
"""


def written(rounds: tuple[tuple[tuple[int, ...], ...], ...]) -> str:
    """Rounds in the form in which the tables are printed."""
    return ", ".join(" ".join("-".join(map(str, pair)) for pair in one) for one in rounds)


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8])
def test_the_tables_are_those_of_the_handbook(count: int) -> None:
    """Pair by pair; with an odd number of entrants, without the pairs of the last number."""
    even = count + count % 2
    rounds = PUBLISHED[even].split(", ")
    kept = [[pair for pair in one.split() if str(count + 1) not in pair] for one in rounds]
    assert written(round_robin.berger(even)) == PUBLISHED[even]
    found = round_robin.schedule(ids(*range(1, count + 1)))
    assert written(found) == ", ".join(" ".join(one) for one in kept)


@pytest.mark.parametrize("count", range(2, 23))
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody_with_seats_in_turn(count: int, cycles: int) -> None:
    """Once a cycle and once a round. First seats differ by one at most, by none if possible."""
    entrants = ids(*range(1, count + 1))
    rounds = round_robin.schedule(entrants, cycles)
    met = Counter(frozenset(pair) for pair in chain.from_iterable(rounds))
    assert met == dict.fromkeys(map(frozenset, combinations(entrants, 2)), cycles)
    assert len(rounds) == cycles * (count - 1 + count % 2)
    for one in rounds:
        seated = list(chain.from_iterable(one))
        assert len(set(seated)) == len(seated) == count - count % 2
    for id_ in entrants:
        had = [pair[0] == id_ for one in rounds for pair in one if id_ in pair]
        assert abs(2 * sum(had) - len(had)) == (0 if cycles == 2 else (count + 1) % 2)
        assert all(len(set(three)) == 2 for three in zip(had, had[1:], had[2:], strict=False))


def test_rounds_are_paired_without_waiting_and_ranked_at_the_end() -> None:
    """The pairs come from the table; the order needs all results."""
    now: Competition = started(Settings("round-robin", games=2), 4)
    for _ in range(3):
        now = paired(now)
    with pytest.raises(CompetitionError, match="unfinished"):
        next_round(now)
    over = next_round(decide(now, [FIRST, SECOND] + [FIRST, FIRST] * 5))
    assert over == Over(tables((1,), (2, 3), (4,)))
    assert now.rounds[1][0].seats == ids(4, 3)
    assert now.rounds[1][0].games == 2


def test_who_withdraws_stays_in_the_table_and_forfeits() -> None:
    """So everybody has the same number of games."""
    now = decide(paired(started(Settings("round-robin"), 4)), [FIRST, FIRST])
    now = now.apply(Withdrawn(EntrantId(1))).apply(Withdrawn(EntrantId(3)))
    now = paired(now)
    assert now.outcomes[2, 1, 0] == NO_SHOW
    assert now.outcomes[2, 2, 0].ranks == (2, 1)
    now = paired(now)
    assert now.outcomes[3, 2, 0] == NOBODY
    assert now.undecided == ((3, 1, 0),)


def test_double_round_robins_are_played_to_the_end() -> None:
    """Ten rounds for six entrants, and an order of all of them."""
    now, over = to_the_end(started(Settings("round-robin", cycles=2), 6), at_random(Random(1)))
    assert len(now.rounds) == 10
    assert sorted(chain.from_iterable(over.places)) == list(range(1, 7))


def test_two_meet_once() -> None:
    """Then it is over."""
    two = started(Settings("round-robin"), 2)
    assert (next_round(two), planned(two)) == (Paired(1, tables((1, 2))), 1)
    assert next_round(decide(paired(two), [SECOND])) == Over(tables((2,), (1,)))
