"""Knockouts: the draw, byes, ties, place 3, and the final order."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from competitions.formats import knockout
from competitions.formats.rounds import next_round, order, planned
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Corrected, Paired, Withdrawn
from competitions.model.settings import Settings
from tests.competitions.play import (
    FIRST,
    NOBODY,
    SECOND,
    SHARED,
    at_random,
    decide,
    paired,
    started,
    tables,
    to_the_end,
)

CUP = Settings("knockout")


def high_wins(competition: Competition) -> Competition:
    """The better seeds win all games of the current round."""
    games = [competition.pairing(game).seating(game[2]) for game in competition.undecided]
    return decide(competition, [FIRST if one < other else SECOND for one, other in games])


def test_the_draw_goes_by_seed() -> None:
    """1 meets 8, 4 meets 5, 2 meets 7, 3 meets 6; the best two can only meet in the final."""
    assert knockout.bracket(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert knockout.bracket(16)[:8] == (1, 16, 8, 9, 4, 13, 5, 12)
    assert knockout.bracket(1) == (1,)
    now = paired(started(CUP, 8))
    assert {frozenset(pairing.seats) for pairing in now.rounds[0]} == {
        frozenset(pair) for pair in tables((1, 8), (4, 5), (2, 7), (3, 6))
    }


def test_seats_alternate() -> None:
    """At first in turn; then it goes to whoever has had the first seat less often, or not the last
    time.
    """
    now = high_wins(paired(started(CUP, 8)))
    assert [pairing.seats for pairing in now.rounds[0]] == list(
        tables((1, 8), (5, 4), (2, 7), (6, 3))
    )
    now = high_wins(paired(now))
    assert [pairing.seats for pairing in now.rounds[1]] == list(tables((4, 1), (3, 2)))
    now = paired(now)
    assert [pairing.seats for pairing in now.rounds[2]] == list(tables((1, 2), (4, 3)))


def test_who_did_not_have_the_first_seat_when_they_differed_has_it() -> None:
    """Both have had both seats, in a different order."""
    now = paired(started(Settings("knockout", third=False), 8))
    now = paired(decide(now, [FIRST, SECOND, SECOND, FIRST]))
    assert [pairing.seats for pairing in now.rounds[1]] == list(tables((4, 1), (7, 6)))
    now = paired(decide(now, [FIRST, SECOND]))
    assert [pairing.seats for pairing in now.rounds[2]] == list(tables((6, 4)))


@pytest.mark.parametrize("count", range(2, 18))
def test_the_best_seeds_have_the_byes(count: int) -> None:
    """As many as are missing to a power of two; the seeding is also the final order."""
    now = paired(started(CUP, count))
    missing = (1 << (count - 1).bit_length()) - count
    byes = [pairing.seats[0] for pairing in now.rounds[0] if pairing.bye]
    assert sorted(byes) == list(range(1, missing + 1))
    step = next_round(high_wins(now))
    while not isinstance(step, Over):
        now = high_wins(high_wins(now).apply(step))
        step = next_round(now)
    assert list(chain.from_iterable(step.places)) == list(range(1, count + 1))
    assert len(now.rounds) == (count - 1).bit_length()


def test_losers_of_a_round_share_a_place() -> None:
    """Except where a match for place 3 separates them."""
    _, over = to_the_end(started(CUP, 8), at_random(Random(3)))
    assert [len(place) for place in over.places] == [1, 1, 1, 1, 4]
    _, over = to_the_end(started(Settings("knockout", third=False), 8), at_random(Random(3)))
    assert [len(place) for place in over.places] == [1, 1, 2, 4]


def test_the_higher_seed_goes_on_from_a_tie() -> None:
    """After return matches won by one each, after a shared game, and if nobody came."""
    now = decide(paired(started(Settings("knockout", games=2), 4)), [FIRST, FIRST, SHARED, SECOND])
    assert [pairing.seats for pairing in now.rounds[0]] == list(tables((1, 4), (3, 2)))
    step = next_round(now)
    assert isinstance(step, Paired)
    assert set(step.tables[0]) == {1, 3}
    for outcome in (SHARED, NOBODY):
        step = next_round(decide(paired(started(CUP, 4)), [outcome, outcome]))
        assert isinstance(step, Paired)
        assert [set(table) for table in step.tables] == [{1, 2}, {3, 4}]


def test_withdrawn_entrants_lose_by_forfeit() -> None:
    """Even long after the bracket was drawn."""
    now = high_wins(paired(started(CUP, 4))).apply(Withdrawn(EntrantId(1)))
    now = paired(now)
    assert now.undecided == ((2, 2, 0),)
    over = next_round(high_wins(now))
    assert isinstance(over, Over)
    assert over.places == tables((2,), (1,), (3,), (4,))


def test_a_round_waits_for_the_one_before() -> None:
    """All of its games."""
    with pytest.raises(CompetitionError, match="unfinished"):
        next_round(paired(started(CUP, 4)))


def test_a_correction_of_an_earlier_round_leaves_the_bracket_as_it_was_played() -> None:
    """Everybody still has one place."""
    now = high_wins(paired(high_wins(paired(high_wins(paired(started(CUP, 8)))))))
    now = now.apply(Corrected((1, 1, 0), SECOND, "Read wrongly."))
    now = now.apply(Corrected((2, 1, 0), SECOND, "Read wrongly."))
    over = next_round(now)
    assert isinstance(over, Over)
    assert over.places == tables((1,), (2,), (3,), (4,), (5, 6, 7, 8))


def test_the_order_so_far() -> None:
    """Those still in it, then those who lost in the latest round. Undecided pairs still are."""
    now = started(CUP, 4)
    assert order(now) == (now.seeding,)
    now = paired(now)
    assert order(now) == (now.seeding,)
    now = high_wins(now)
    assert order(now) == tables((1, 2), (3, 4))
    now = paired(now)
    assert order(now) == tables((1, 2), (3, 4))
    assert planned(now) == 2
