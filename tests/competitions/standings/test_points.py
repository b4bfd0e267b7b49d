"""Points: by rank, shared, scaled and added up; and what each round was for each entrant."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided, Excused, Paired, Withdrawn
from competitions.model.pairings import Outcome
from competitions.model.results import halves, of_game
from competitions.model.settings import Settings
from competitions.standings.points import Tally, tally, total, worth
from competitions.standings.table import standings
from competitions.standings.tie_breaks import direct, rating
from tests.competitions.events import random_event
from tests.competitions.play import (
    FIRST,
    NO_SHOW,
    NOBODY,
    SECOND,
    SHARED,
    decide,
    ids,
    started,
    tables,
)
from tests.competitions.standings import naive
from tests.competitions.standings.random_tables import random_tables

pytestmark = pytest.mark.untraced

HALF = Fraction(1, 2)


def counted(now: Competition) -> Tally:
    """The tally of a whole competition."""
    return tally(now, now.seeding, chain.from_iterable(now.rounds))


def in_points(ranks: tuple[int, ...], seats: int) -> list[Fraction]:
    """The points of one game at a table, in an event for up to `seats`."""
    return [worth(found, len(ranks) - 1, seats - 1) for found in of_game(Outcome(ranks))]


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2), "1 0"),
        ((1, 1), "1/2 1/2"),
        ((2, 2), "0 0"),
        ((1, 2, 3), "2 1 0"),
        ((2, 1, 2), "1/2 2 1/2"),
        ((1, 1, 3), "3/2 3/2 0"),
        ((1, 1, 2), "3/2 3/2 0"),
        ((1, 1, 1), "1 1 1"),
        ((4, 2, 1, 3), "0 2 3 1"),
        ((1, 3, 3, 3), "3 1 1 1"),
        ((1, 2, 1, 2), "5/2 1/2 5/2 1/2"),
        ((4, 4, 4, 4), "0 0 0 0"),
    ],
)
def test_points_go_by_rank_and_shared_ranks_share_them(ranks: tuple[int, ...], points: str) -> None:
    """Opponents beaten, and half of those level; gaps don't matter."""
    assert in_points(ranks, len(ranks)) == [Fraction(one) for one in points.split()]


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2, 1, 2), [2, 0, 2, 0]),
        ((2, 1, 2, 1), [0, 2, 0, 2]),
        ((1, 1, 1, 1), [1, 1, 1, 1]),
        ((3, 2, 1, 2), [0, 1, 2, 1]),
    ],
)
def test_partners_are_no_opponents(ranks: tuple[int, ...], points: list[int]) -> None:
    """Where they are drawn. A win against both opponents is worth as much as a bye, and counts as a
    win; somebody who has left their partner alone has lost.
    """
    now = started(Settings("tables", seats=4, partners=True), 5)
    now = decide(now.apply(Paired(1, tables((1, 2, 3, 4), (5,)))), [Outcome(ranks)])
    found = counted(now)
    assert [found.points[id_] for id_ in now.seeding] == [*points, 2]
    assert found.win == 2
    assert found.lines[EntrantId(1)][0].opponents == ids(2, 4)
    by_entrant = {row.entrant: row.wins for row in standings(now).rows}
    assert [by_entrant[id_] for id_ in now.seeding] == [*(one // 2 for one in points), 0]
    assert halves(now.rounds[0][0], now.outcomes) == tuple(2 * one for one in points)


def test_direct_encounter_and_mean_rating_leave_partners_out() -> None:
    """Neither has met the other."""
    now = started(Settings("tables", seats=4, partners=True), 4)
    rated = tuple(replace(entrant, rating=1000.0 * entrant.id) for entrant in now.signed)
    now = replace(now, signed=rated).apply(Paired(1, tables((1, 2, 3, 4))))
    found = counted(decide(now, [Outcome((1, 2, 1, 2))]))
    one, everybody = EntrantId(1), frozenset(now.seeding)
    assert rating(found, one).value == 3000
    assert [part.opponents for part in direct(found, one, everybody).parts] == [ids(2), ids(4)]


def test_games_of_partners_are_added_up() -> None:
    """Seats move on by one, and the same two stay partners."""
    settings = Settings("tables", seats=4, partners=True, games=2)
    now = started(settings, 4).apply(Paired(1, tables((1, 2, 3, 4)), 2))
    now = decide(now, [Outcome((1, 2, 1, 2)), Outcome((2, 1, 2, 1))])
    found = counted(now)
    assert [found.points[id_] for id_ in now.seeding] == [2, 0, 2, 0]
    assert [found.lines[id_][0].games for id_ in now.seeding] == [4, 0, 4, 0]


def test_a_win_is_worth_the_same_at_tables_of_all_sizes() -> None:
    """As much as at the largest table; shared points keep their proportion."""
    assert in_points((1, 2, 3), 4) == [3, Fraction(3, 2), 0]
    assert in_points((1, 1, 3), 4) == [Fraction(9, 4), Fraction(9, 4), 0]
    assert in_points((1, 2), 4) == [3, 0]
    assert in_points((1, 1), 3) == [1, 1]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_table_gives_as_many_points_as_it_has_pairs(size: int) -> None:
    """Whatever the ranks, as long as somebody has won and nobody was absent."""
    for ranks in product(range(1, size + 1), repeat=size):
        if 1 in ranks:
            assert sum(of_game(Outcome(ranks))) == size * (size - 1)


@pytest.mark.parametrize(
    ("ranks", "halves"),
    [
        ((1, 2), (2, 0)),
        ((1, 1), (1, 1)),
        ((1, 2, 2), (4, 0, 0)),
        ((1, 1, 2), (3, 3, 0)),
        ((1, 2, 3), (4, 2, 0)),
        ((3, 3, 3), (0, 0, 0)),
    ],
)
def test_who_did_not_come_gets_nothing(ranks: tuple[int, ...], halves: tuple[int, ...]) -> None:
    """Absent entrants don't share points for staying away together."""
    assert of_game(Outcome(ranks, "forfeit")) == halves


def test_several_games_have_one_result() -> None:
    """Their points add up and show who has beaten whom; the points of the games are kept, too."""
    now = started(Settings("swiss", games=2), 8)
    now = now.apply(Paired(1, tables((1, 2), (3, 4), (5, 6), (7, 8)), 2))
    now = decide(now, [FIRST, SECOND, FIRST, SHARED, FIRST, FIRST, NOBODY, NOBODY])
    lines = {id_: lines[0] for id_, lines in counted(now).lines.items()}
    points = [float(lines[id_].points) for id_ in now.seeding]
    games = [float(lines[id_].games) for id_ in now.seeding]
    assert points == [1, 0, 1, 0, 0.5, 0.5, 0, 0]
    assert games == [2, 0, 1.5, 0.5, 1, 1, 0, 0]


def test_three_games_of_three_have_one_result() -> None:
    """Seats move on: the entrant in the first seat is in the third in the second game."""
    now = started(Settings("tables", seats=3, games=3), 3)
    now = now.apply(Paired(1, tables((1, 2, 3)), 3))
    now = decide(now, [Outcome((1, 2, 3)), Outcome((1, 2, 3)), Outcome((1, 2, 3))])
    found = counted(now)
    assert [found.points[id_] for id_ in now.seeding] == [1, 1, 1]
    assert [found.lines[id_][0].games for id_ in now.seeding] == [3, 3, 3]
    assert found.lines[EntrantId(1)][0].shares == (HALF, HALF)


def test_each_kind_of_round() -> None:
    """Played, forfeited, free, excused, withdrawn, not paired, undecided."""
    now = started(Settings("swiss", games=2), 9).apply(Withdrawn(EntrantId(8)))
    now = now.apply(Withdrawn(EntrantId(9))).apply(Excused(EntrantId(6), 1))
    now = now.apply(Paired(1, tables((1, 2), (3, 4), (5,), (6,), (8,)), 2))
    now = decide(now, [FIRST, NO_SHOW, NO_SHOW, Outcome((2, 1), "forfeit")])
    now = now.apply(Paired(2, tables((1, 3), (2, 4)), 2)).apply(Decided((2, 1, 0), FIRST))
    found = counted(now)

    def told(number: int, round_: int) -> tuple[str, Fraction | int, bool]:
        line = found.lines[EntrantId(number)][round_ - 1]
        assert line.round == round_
        return line.kind, line.points, line.voluntary

    assert told(1, 1) == ("played", HALF, False)
    assert told(3, 1) == ("forfeit", 1, False)
    assert told(4, 1) == ("forfeit", 0, True)
    assert told(5, 1) == ("bye", 1, False)
    assert told(6, 1) == ("away", HALF, True)
    assert told(7, 1) == told(8, 1) == told(9, 1) == told(6, 2) == ("away", 0, True)
    assert told(1, 2) == told(2, 2) == ("open", 0, False)
    assert found.lines[EntrantId(5)][0].games == 2
    assert found.lines[EntrantId(1)][1].opponents == ids(3)


def test_in_a_schedule_a_free_round_is_none() -> None:
    """With an odd number of entrants, one is free in each round."""
    now = started(Settings("round-robin"), 3).apply(Paired(1, tables((2, 3))))
    assert counted(now).lines[EntrantId(1)] == ()
    assert counted(now).scheduled


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("seats", [3, 4])
def test_tables_have_the_points_of_a_second_reading(seed: int, seats: int) -> None:
    """With tables of all sizes, byes, excuses, withdrawals and forfeits."""
    now = random_tables(seed, seats, 11, 5)
    found = counted(now)
    assert found.points == {id_: naive.points(now, id_) for id_ in now.seeding}
    assert found.adjusted == {id_: naive.adjusted(now, id_) for id_ in now.seeding}
    assert all(lines[-1].round == 5 == len(lines) for lines in found.lines.values())


@pytest.mark.parametrize("seed", range(8))
def test_swiss_events_have_the_points_of_a_second_reading(seed: int) -> None:
    """After each round."""
    for now, _, _, _ in random_event(seed, 14):
        found = counted(now)
        assert found.points == {id_: naive.points(now, id_) for id_ in now.seeding}
        assert found.adjusted == {id_: naive.adjusted(now, id_) for id_ in now.seeding}


@given(st.lists(st.fractions(-9, 9, max_denominator=12)))
def test_a_total_is_a_sum(values: list[Fraction]) -> None:
    """But faster."""
    assert total(values) == sum(values)


def test_nobody_came() -> None:
    """Whether it was a forfeit or was adjudged, nothing was played."""
    for how in ("forfeit", "adjudged"):
        now = started(Settings("swiss", rounds=1), 2).apply(Paired(1, (ids(1, 2),)))
        now = now.apply(Decided((1, 1, 0), Outcome((2, 2), how)))
        lines = tally(now, now.seeding, now.rounds[0]).lines
        assert {lines[id_][0].kind for id_ in now.seeding} == {"forfeit"}
