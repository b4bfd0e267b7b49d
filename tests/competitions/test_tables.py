"""Balanced tables as a format: who sits where, who has a bye, and when it is over."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from random import Random

import pytest

from competitions.formats import tables as format_
from competitions.formats.rounds import next_round, order, planned
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Excused, Paired, Withdrawn
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.pairing.rules import TableRules
from tests.competitions.play import at_random, decide, everybody_once, ids, started, to_the_end

THREES = Settings("tables", seats=3)
MIXED = Settings("tables", seats=4, mixed=True)
PARTNERS = Settings("tables", seats=4, partners=True)


def sizes(step: Paired | Over) -> list[int]:
    """The sizes of the tables."""
    assert isinstance(step, Paired)
    return sorted(map(len, step.tables), reverse=True)


def played(now: Competition, seed: int = 1, rng: Random | None = None) -> Competition:
    """The next round is paired and played."""
    step = next_round(now, seed=seed)
    assert isinstance(step, Paired)
    now = now.apply(step)
    return decide(now, at_random(rng or Random(seed), now))


def test_rules_follow_from_the_settings() -> None:
    """Sizes, partners, games, and the weight of points."""
    assert format_.rules(THREES) == TableRules((3,), closeness=format_.CLOSENESS)
    assert format_.rules(MIXED) == TableRules((4, 3), closeness=format_.CLOSENESS)
    assert format_.rules(PARTNERS) == TableRules((4,), partners=True, closeness=format_.CLOSENESS)


@pytest.mark.parametrize(
    ("settings", "count", "found"),
    [
        (THREES, 9, [3, 3, 3]),
        (THREES, 11, [3, 3, 3, 1, 1]),
        (MIXED, 7, [4, 3]),
        (MIXED, 9, [3, 3, 3]),
        (MIXED, 5, [4, 1]),
        (PARTNERS, 9, [4, 4, 1]),
    ],
)
def test_everybody_sits_somewhere(settings: Settings, count: int, found: list[int]) -> None:
    """Tables of three and four are mixed where the numbers require it; others have a bye."""
    now = started(settings, count)
    step = next_round(now)
    assert sizes(step) == found
    assert isinstance(step, Paired)
    assert everybody_once(step.tables, now.seeding)


def test_the_same_again_and_another_with_another_seed() -> None:
    """The search depends on the competition's number."""
    now = started(THREES, 12)
    assert next_round(now, seed=1) == next_round(now, seed=1)
    assert len({str(next_round(now, seed=seed)) for seed in range(5)}) > 1


def test_people_meet_and_sit_evenly() -> None:
    """Nine entrants in four rounds of three: nobody meets again. Seats and byes are shared out."""
    now = started(Settings("tables", seats=3, rounds=4), 9)
    for _ in range(4):
        now = played(now)
    seated = [pairing.seats for pairings in now.rounds for pairing in pairings]
    met = Counter(frozenset(pair) for seats in seated for pair in combinations(seats, 2))
    assert max(met.values()) <= 2
    for id_ in now.seeding:
        had = Counter(seats.index(id_) for seats in seated if id_ in seats)
        assert max(had.values()) - min(had[seat] for seat in range(3)) <= 2
    eleven = started(Settings("tables", seats=3, rounds=5), 11)
    for _ in range(5):
        eleven = played(eleven)
    byes = Counter(one.seats[0] for one in chain.from_iterable(eleven.rounds) if one.bye)
    assert set(byes.values()) == {1}


def test_who_has_withdrawn_or_is_excused_is_not_seated() -> None:
    """The excused get half the points of a win. If too few are present, they have a bye."""
    now = started(THREES, 7).apply(Withdrawn(EntrantId(1))).apply(Excused(EntrantId(2), 1))
    step = next_round(now)
    assert isinstance(step, Paired)
    assert sizes(step) == [3, 1, 1, 1]
    assert step.tables[-1] == ids(2)
    assert EntrantId(1) not in chain.from_iterable(step.tables)
    now = now.apply(step)
    assert now.outcomes[1, len(step.tables), 0].how == "excused"
    for id_ in (3, 4, 5, 6):
        now = now.apply(Excused(EntrantId(id_), 2))
    now = decide(now, at_random(Random(1), now))
    assert sizes(next_round(now)) == [1] * 6


def test_apart_as_far_as_there_are_tables() -> None:
    """Pairs are kept apart where possible; somebody who keeps apart from everybody ends nothing."""
    now = started(THREES, 6)
    apart = [(EntrantId(1), EntrantId(2)), (EntrantId(9), EntrantId(1))]
    for seed in range(5):
        step = next_round(now, apart, seed)
        assert isinstance(step, Paired)
        assert all(not {1, 2} <= {*table} for table in step.tables)
    alone = [(EntrantId(1), other) for other in now.seeding[1:]]
    step = next_round(started(Settings("tables", seats=3), 3), alone[:2])
    assert sizes(step) == [3]


def test_it_is_over_after_the_last_round_or_with_too_few() -> None:
    """By default there are as many rounds as a Swiss system has."""
    won = Outcome((1, 2, 3))
    now, over = to_the_end(started(Settings("tables", seats=3, rounds=2), 3), lambda _: won)
    assert over.complete
    assert len(now.rounds) == planned(now) == 2
    assert planned(started(THREES, 9)) == 5
    few = started(THREES, 4)
    for id_ in (1, 2):
        few = few.apply(Withdrawn(EntrantId(id_)))
    step = next_round(few)
    assert step == Over(order(few), complete=False)
    paired = next_round(started(THREES, 3))
    assert isinstance(paired, Paired)
    with pytest.raises(CompetitionError, match="unfinished"):
        next_round(started(THREES, 3).apply(paired))


def test_forfeited_tables_are_no_meetings() -> None:
    """Absent entrants have met nobody."""
    now = started(Settings("tables", seats=3, rounds=2), 3)
    step = next_round(now)
    assert isinstance(step, Paired)
    now = decide(now.apply(step), [Outcome((3, 3, 3), "forfeit")])
    assert sizes(next_round(now)) == [3]


def test_partners_are_drawn_anew() -> None:
    """Four in three rounds: everybody is everybody's partner once."""
    now = started(Settings("tables", seats=4, partners=True, rounds=3), 4)
    together = Counter[frozenset[EntrantId]]()
    for _ in range(3):
        now = played(now)
        one, two, three, four = now.rounds[-1][0].seats
        together.update([frozenset({one, three}), frozenset({two, four})])
    assert len(together) == 6
