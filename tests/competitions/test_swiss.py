"""Swiss systems: FIDE's criteria over random events, and what the library is given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from competitions.formats import swiss
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Excused, Paired, Withdrawn
from competitions.model.settings import Settings
from competitions.standings.table import standings
from tests.competitions.dutch import FEW, completable, players, violations
from tests.competitions.events import random_event
from tests.competitions.optimal import shortfalls
from tests.competitions.play import (
    FIRST,
    NO_SHOW,
    NOBODY,
    SECOND,
    SHARED,
    decide,
    ids,
    paired,
    signed,
    started,
    tables,
    to_the_end,
)


@pytest.mark.parametrize("seed", range(12))
def test_fides_absolute_criteria_hold(seed: int) -> None:
    """In random events of up to thirty: nobody meets twice or has two byes, and colours are
    allowed.
    """
    for now, step, planned, kept in random_event(seed, 30):
        if isinstance(step, Paired):
            assert violations(now, step.tables, planned, kept) == []


@pytest.mark.parametrize("seed", [*range(40), 2426, 3898])
def test_no_other_pairing_of_few_is_better(seed: int) -> None:
    """Bracket by bracket, by the quality criteria C.5 to C.19; everybody who can be paired is
    paired. In the last two events only some pairs can be kept apart.
    """
    for now, step, planned, kept in random_event(seed, 8):
        if isinstance(step, Paired):
            assert violations(now, step.tables, planned, kept) == []
            assert shortfalls(now, step.tables, planned, kept)[1] == []
        elif not step.complete and len(now.remaining) > 1:
            everybody = players(replace(now, excused=frozenset()), planned)
            assert len(everybody) <= FEW
            assert not completable(everybody, ())


def test_the_checks_see_what_is_wrong() -> None:
    """Each criterion is broken on purpose."""
    now = decide(paired(started(Settings("swiss", rounds=5), 6)), [FIRST, FIRST, FIRST])
    assert [pairing.seats for pairing in now.rounds[0]] == list(tables((1, 4), (5, 2), (3, 6)))
    good = next_round(now)
    assert isinstance(good, Paired)
    assert violations(now, good.tables, 5) == []
    (one, other), *rest = good.tables
    assert violations(now, ((other, one), *rest), 5) == [f"colours: {other} {one}"]
    assert violations(now, good.tables, 5, [(other, one)]) == [f"may not meet: {one} {other}"]
    assert violations(now, good.tables[:2], 5)
    assert violations(now, ((one,), (other,), *rest), 5) == [f"byes: {[one, other]}"]
    again = tables((4, 1), (2, 5), (6, 3))
    assert violations(now, again, 5) == [f"may not meet: {a} {b}" for a, b in again]
    crossed = tables((6, 1), (4, 5), (2, 3))
    assert violations(now, crossed, 5) == []
    assert shortfalls(now, crossed, 5)[1] != []
    assert shortfalls(now, good.tables, 5) == (2, [])


def test_the_checks_see_wrong_colours_and_byes() -> None:
    """Three times white, a difference of three, a second bye."""
    now = started(Settings("swiss", rounds=9), 5)
    for found in (tables((1, 2), (3, 4), (5,)), tables((1, 3), (2, 5), (4,))):
        now = now.apply(Paired(len(now.rounds) + 1, found))
        now = decide(now, [SHARED, SHARED])
    assert violations(now, tables((4, 1), (3, 2), (5,)), 9) == ["second bye: 5"]
    wrong = violations(now, tables((1, 4), (3, 2), (5,)), 9)
    assert "a third time the same colour: 1" in wrong
    assert "colour difference: 1" in wrong


def test_the_number_of_rounds_is_one_more_than_a_knockout_has() -> None:
    """But never more than each entrant has opponents."""
    counts = {2: 1, 3: 3, 4: 3, 5: 4, 6: 4, 8: 4, 9: 5, 16: 5, 17: 6, 32: 6}
    for count, rounds in counts.items():
        assert swiss.planned(started(Settings("swiss"), count)) == rounds
    assert swiss.planned(started(Settings("swiss", rounds=9), 12)) == 9
    assert swiss.planned(started(Settings("swiss", rounds=9), 6)) == 5
    assert swiss.planned(started(Settings("swiss", rounds=9), 7)) == 7


def test_the_first_round_pairs_the_halves_and_the_last_has_the_bye() -> None:
    """As FIDE's worked examples begin: 1 meets the first of the lower half, and so on."""
    now = paired(started(Settings("swiss", games=2), 7))
    assert [pairing.seats for pairing in now.rounds[0]] == list(
        tables((1, 4), (5, 2), (3, 6), (7,))
    )
    assert [pairing.games for pairing in now.rounds[0]] == [2, 2, 2, 1]
    with pytest.raises(CompetitionError, match="unfinished"):
        next_round(now)


def test_return_matches_count_as_one_game() -> None:
    """More of the points is a win; a point each is a draw."""
    now = paired(started(Settings("swiss", games=2), 4))
    now = decide(now, [FIRST, SECOND, FIRST, FIRST])
    now = paired(now)
    assert now.rounds[1][0].seats in tables((1, 2), (2, 1), (1, 4), (4, 1))
    tied = decide(paired(started(Settings("swiss", games=2), 4)), [FIRST, FIRST, FIRST, FIRST])
    assert [one[0] for one in swiss.order(tied)] == [1]


def test_forfeits_are_no_games() -> None:
    """Those who did not play can be paired again; whoever won like that gets no bye any more."""
    now = paired(started(Settings("swiss", rounds=3), 3))
    assert [pairing.seats for pairing in now.rounds[0]] == list(tables((1, 2), (3,)))
    now = paired(decide(now, [NO_SHOW]))
    assert [pairing.seats for pairing in now.rounds[1]] == list(tables((1, 3), (2,)))
    four = decide(paired(started(Settings("swiss"), 4)), [NO_SHOW, FIRST])
    assert four.rounds[0][0].seats == ids(1, 3)
    four = paired(four.apply(Withdrawn(EntrantId(2))).apply(Withdrawn(EntrantId(4))))
    assert [set(pairing.seats) for pairing in four.rounds[1]] == [{1, 3}]


def test_if_nobody_came_nobody_has_a_point() -> None:
    """And the two have not met."""
    now = decide(paired(started(Settings("swiss", rounds=1), 2)), [NOBODY])
    assert next_round(now) == Over(tables((1, 2)))


def test_who_is_excused_is_not_paired_and_has_half_a_point() -> None:
    """In that round only."""
    now = started(Settings("swiss"), 5).apply(Excused(EntrantId(1), 1))
    now = paired(now)
    assert [pairing.seats for pairing in now.rounds[0]][-1] == ids(1)
    assert len(now.undecided) == 2
    now = paired(decide(now, [FIRST, FIRST]))
    assert any(1 in pairing.seats and not pairing.bye for pairing in now.rounds[1])


def test_who_has_withdrawn_is_not_paired_any_more() -> None:
    """With only one player left it is over."""
    now = started(Settings("swiss"), 4).apply(Withdrawn(EntrantId(2)))
    now = paired(now)
    assert all(2 not in pairing.seats for pairing in now.rounds[0])
    now = decide(now, [FIRST]).apply(Withdrawn(EntrantId(3))).apply(Withdrawn(EntrantId(1)))
    over = next_round(now)
    assert isinstance(over, Over)
    assert not over.complete


def test_if_only_absences_prevent_a_round_the_lowest_have_byes() -> None:
    """Four entrants: 1 and 3 have met, and the others are excused. The event goes on."""
    now = decide(paired(started(Settings("swiss", rounds=3), 4)), [FIRST, FIRST])
    assert [pairing.seats for pairing in now.rounds[0]] == list(tables((1, 3), (4, 2)))
    now = now.apply(Excused(EntrantId(2), 2)).apply(Excused(EntrantId(4), 2))
    step = next_round(now)
    assert step == Paired(2, tables((1,), (3,), (2,), (4,)))
    assert violations(now, step.tables, 3) == []
    now = now.apply(step)
    assert {now.outcomes[2, number, 0].how for number in (1, 2)} == {"bye"}
    assert {now.outcomes[2, number, 0].how for number in (3, 4)} == {"excused"}
    everybody = now.apply(Excused(EntrantId(1), 3)).apply(Excused(EntrantId(2), 3))
    everybody = everybody.apply(Excused(EntrantId(3), 3)).apply(Excused(EntrantId(4), 3))
    assert next_round(everybody) == Paired(3, tables((1,), (2,), (3,), (4,)))


def test_nobody_plays_if_nobody_can() -> None:
    """The two who are present have met, and both have had a bye: both get another one."""
    now = started(Settings("swiss", rounds=3), 4).apply(Paired(1, tables((1, 3), (2,), (4,))))
    now = decide(now, [FIRST]).apply(Paired(2, tables((4, 2), (1,), (3,))))
    now = decide(now, [FIRST]).apply(Excused(EntrantId(2), 3)).apply(Excused(EntrantId(4), 3))
    assert next_round(now) == Paired(3, tables((1,), (3,), (2,), (4,)))


def test_it_ends_if_even_everybody_together_cannot_be_paired() -> None:
    """The two who are left have met, and both have had a bye; one of them is excused."""
    now = started(Settings("swiss", rounds=3), 4).apply(Paired(1, tables((1, 2), (3, 4))))
    now = decide(now, [FIRST, FIRST]).apply(Withdrawn(EntrantId(3))).apply(Withdrawn(EntrantId(4)))
    now = now.apply(Paired(2, tables((1,), (2,)))).apply(Excused(EntrantId(1), 3))
    step = next_round(now)
    assert isinstance(step, Over)
    assert not step.complete


def test_those_who_are_apart_meet_only_if_there_is_nobody_else() -> None:
    """Nobody ends an event by keeping apart from everybody; the others are still kept apart."""
    two = started(Settings("swiss"), 2)
    assert next_round(two, apart=[(EntrantId(2), EntrantId(1))]) == Paired(1, tables((1, 2)))
    blocker = [(EntrantId(1), EntrantId(other)) for other in (2, 3, 4)]
    step = next_round(started(Settings("swiss"), 4), apart=[*blocker, (EntrantId(2), EntrantId(4))])
    assert isinstance(step, Paired)
    assert {*map(frozenset, step.tables)} != {frozenset({1, 3}), frozenset({2, 4})}
    four = started(Settings("swiss"), 4)
    step = next_round(four, apart=[(EntrantId(1), EntrantId(3)), (EntrantId(9), EntrantId(1))])
    assert isinstance(step, Paired)
    assert set(step.tables[0]) != {1, 3}


def test_after_the_last_round_the_ranking_gives_the_order() -> None:
    """With the tie-breaks of the format."""
    now, over = to_the_end(started(Settings("swiss"), 4), lambda _: FIRST)
    assert len(now.rounds) == 3
    assert over.complete
    assert over.places == standings(now).places
    assert len(over.places) == 4


def test_only_running_competitions_have_rounds() -> None:
    """Neither before the start nor after the end."""
    with pytest.raises(CompetitionError, match="not-running"):
        next_round(signed(Settings("swiss"), 4))
