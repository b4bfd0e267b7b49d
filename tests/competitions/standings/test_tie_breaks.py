"""Tie-breaks: the published table, a second reading, and their workings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import floor
from random import Random
from typing import get_args

import pytest

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Paired
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.standings.points import Tally, tally
from competitions.standings.table import standings
from competitions.standings.tie_breaks import (
    BY_VALUE,
    DEFAULTS,
    Name,
    by_direct,
    compared_last,
    split,
)
from tests.competitions.events import random_event
from tests.competitions.play import (
    FIRST,
    NO_SHOW,
    SECOND,
    SHARED,
    at_random,
    decide,
    ids,
    started,
    tables,
    to_the_end,
)
from tests.competitions.standings import crosstables, naive, published
from tests.competitions.standings.crosstables import CANDIDATES, UNDER_12, UNDER_18, Event
from tests.competitions.standings.random_tables import random_tables

HALF = Fraction(1, 2)
NAMES: tuple[Name, ...] = get_args(Name)


def counted(now: Competition) -> Tally:
    """The tally of a whole competition."""
    return tally(now, now.seeding, chain.from_iterable(now.rounds))


def value(now: Competition, name: Name) -> dict[EntrantId, Fraction | None]:
    """A tie-break's values, by entrant."""
    found = counted(now)
    return {id_: BY_VALUE[name](found, id_).value for id_ in now.seeding}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("buchholz", published.BUCHHOLZ),
        ("buchholz-cut-1", published.CUT_1),
        ("sonneborn-berger", published.SONNEBORN_BERGER),
    ],
)
def test_the_published_table_has_our_values(name: Name, told: str) -> None:
    """With allocated and half-point byes, forfeits, an absence and a withdrawal."""
    found = value(published.event(), name)
    expected = published.values(told)
    assert {id_: found[id_] for id_ in expected} == expected


def test_the_published_points_and_ratings_are_ours() -> None:
    """Published ratings are rounded, with halves rounded up."""
    now = published.event()
    assert counted(now).points == published.values(published.POINTS)
    rounded = {id_: floor((found or 0) + HALF) for id_, found in value(now, "rating").items()}
    assert rounded == published.values(published.RATING)


@pytest.mark.parametrize("event", [UNDER_12, UNDER_18], ids=lambda event: event.name)
def test_swiss_events_that_were_held(event: Event) -> None:
    """Points, both tie-breaks and the order are as published."""
    now = crosstables.swiss(event)
    assert counted(now).points == published.values(event.points)
    assert value(now, "buchholz") == published.values(event.buchholz)
    assert value(now, "sonneborn-berger") == published.values(event.sonneborn_berger)
    table = standings(now, ("sonneborn-berger", "buchholz"))
    assert [row.rank for row in table.rows] == [*map(int, event.ranks.split())]
    assert [row.entrant for row in table.rows] == [*now.seeding]


def test_a_round_robin_that_was_held() -> None:
    """The same with the tie-breaks of our round robins."""
    now = crosstables.round_robin(CANDIDATES)
    assert counted(now).points == published.values(CANDIDATES.points)
    assert value(now, "sonneborn-berger") == published.values(CANDIDATES.sonneborn_berger)
    table = standings(now)
    assert [row.rank for row in table.rows] == [*map(int, CANDIDATES.ranks.split())]
    assert [row.entrant for row in table.rows] == [*now.seeding]


def test_a_working_shows_each_part() -> None:
    """Number 4: Nick, who withdrew, has a point more for his opponents; a half-point bye is a game
    against somebody with as many points, and is cut before the lowest.
    """
    table = standings(published.event())
    four = EntrantId(4)
    parts = table.working(four, "buchholz-cut-1").parts
    assert [part.round for part in parts] == [1, 2, 3, 4, 5]
    assert [part.opponents for part in parts] == [ids(12), (), ids(13), ids(3), ids(1)]
    assert [float(part.basis) for part in parts] == [3, 3.5, 1.5, 3.5, 3.5]
    assert [part.cut for part in parts] == [False, True, False, False, False]
    assert [part.dummy for part in parts] == [False, True, False, False, False]
    berger = table.working(four, "sonneborn-berger").parts
    assert [float(part.share) for part in berger] == [1, 0.5, 1, 0.5, 0.5]
    assert [float(part.worth) for part in berger] == [3, 1.75, 1.5, 1.75, 1.75]
    assert [part.round for part in table.working(four, "wins").parts] == [1, 3]


def check_workings(now: Competition) -> None:
    """A value is the sum or the mean of its parts; parts that are cut count nothing."""
    table = standings(now)
    for id_ in now.seeding:
        for name in NAMES:
            working = table.working(id_, name)
            worths = [part.worth for part in working.parts]
            if name == "rating":
                assert working.value == (sum(worths) / len(worths) if worths else None)
            else:
                assert working.value == sum(worths)
            assert not any(part.worth for part in working.parts if part.cut)
            assert [part.round for part in working.parts] == sorted(
                part.round for part in working.parts
            )


def check_against_the_second_reading(now: Competition) -> None:
    """Checks all tie-breaks that don't depend on who is tied."""
    found = counted(now)

    def check(name: Name, rule: Callable[[EntrantId], Fraction]) -> None:
        for id_ in now.seeding:
            assert BY_VALUE[name](found, id_).value == rule(id_), (name, id_)

    check("buchholz", lambda id_: naive.buchholz(now, id_))
    check("buchholz-cut-1", lambda id_: naive.buchholz(now, id_, 1))
    check("buchholz-median", lambda id_: naive.buchholz(now, id_, 1, 1))
    check("sonneborn-berger", lambda id_: naive.sonneborn_berger(now, id_))
    win = now.settings.seats - 1
    rounds = range(1, len(now.rounds) + 1)
    check(
        "wins",
        lambda id_: Fraction(
            sum(
                naive.kind(now, id_, one) == "R" and naive.points_in(now, id_, one) == win
                for one in rounds
            )
        ),
    )


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(8))
def test_swiss_events_are_read_twice_alike(seed: int) -> None:
    """After each round, with byes, forfeits, excuses, withdrawals and return matches."""
    for now, _, _, _ in random_event(seed, 14):
        check_against_the_second_reading(now)
        check_workings(now)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("seats", [3, 4])
def test_tables_are_read_twice_alike(seed: int, seats: int) -> None:
    """Tables of all sizes: a round weighs the same at each of them."""
    now = random_tables(seed, seats, 11, 5)
    check_against_the_second_reading(now)
    check_workings(now)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cycles", [1, 2])
def test_round_robins_are_read_twice_alike(seed: int, cycles: int) -> None:
    """Where opponents are fixed in advance, forfeits are games and free rounds are ignored."""
    settings = Settings("round-robin", cycles=cycles)
    now, _ = to_the_end(started(settings, 7), at_random(Random(seed)))
    check_against_the_second_reading(now)
    check_workings(now)


def test_games_and_ratings_at_tables() -> None:
    """Opponents count as often as they were met at the board. Without any there is no value."""
    now = started(Settings("tables", seats=4, games=2), 6)
    rated = [10.5, -2.0, None, 4.0, 1.0, 2.0]
    signed = [replace(one, rating=found) for one, found in zip(now.signed, rated, strict=True)]
    now = replace(now, signed=tuple(signed))
    now = now.apply(Paired(1, tables((1, 2, 3), (4, 5), (6,)), 2))
    now = decide(now, [Outcome((1, 2, 3)), Outcome((1, 2, 3)), NO_SHOW, NO_SHOW])
    rating = value(now, "rating")
    assert rating == {1: -2, 2: Fraction(21, 2), 3: Fraction(17, 4), 4: None, 5: None, 6: None}
    games = value(now, "games")
    assert games == {1: 3, 2: Fraction(9, 2), 3: Fraction(3, 2), 4: 3, 5: 3, 6: 6}
    order = split(now.seeding, rating)
    assert order == [ids(2), ids(3), ids(1), ids(4, 5, 6)]


def swiss(*rounds: str) -> Competition:
    """An event of six, given by pairs such as 1+2 or 3=4."""
    now = started(Settings("swiss", rounds=9), 6)
    for number, told in enumerate(rounds, 1):
        pairs = [(int(one[0]), int(one[2])) for one in told.split()]
        now = now.apply(Paired(number, tables(*pairs)))
        signs = {"+": FIRST, "-": SECOND, "=": SHARED, "F": NO_SHOW}
        now = decide(now, [signs[one[1]] for one in told.split()])
    return now


@pytest.mark.parametrize(
    ("rounds", "tied", "order"),
    [
        (["1+2"], (2, 1), [(1,), (2,)]),
        (["1=2"], (2, 1), [(2, 1)]),
        (["1+2", "2+3", "3+1"], (1, 2, 3), [(1, 2, 3)]),
        (["1+2", "2+3", "1=3"], (3, 2, 1), [(1,), (2,), (3,)]),
        (["1+2 3+4", "1+3 2+4", "4+1 2+3"], (1, 2, 3, 4), [(1,), (2,), (3,), (4,)]),
        (["1=2", "1+3", "2+3"], (3, 1, 2), [(1, 2), (3,)]),
        (["1+2", "1+3"], (3, 2, 1), [(1,), (3, 2)]),
        (["1+2", "2+3"], (1, 2, 3), [(1, 2, 3)]),
        (["1+2", "1+3", "1+4", "2+3"], (4, 3, 2, 1), [(1,), (4, 3, 2)]),
        (["1+2 3+4"], (1, 2, 3, 4), [(1, 2, 3, 4)]),
        (["1F2"], (1, 2), [(1, 2)]),
        ([], (5,), [(5,)]),
    ],
)
def test_direct_encounters(
    rounds: list[str], tied: tuple[int, ...], order: list[tuple[int, ...]]
) -> None:
    """If all have met: by the sum, and again among those still level. Otherwise only whoever is
    first for sure. Forfeits are no encounters.
    """
    assert by_direct(counted(swiss(*rounds)), ids(*tied)) == [ids(*one) for one in order]


@pytest.mark.parametrize(
    ("rounds", "tied", "among"),
    [
        (["1+2"], (2, 1), (1, 2)),
        (["1=2"], (2, 1), (1, 2)),
        (["1+2 3+4", "1+3 2+4", "4+1 2+3"], (1, 2, 3, 4), (1, 2)),
        (["1=2", "1+3", "2+3"], (3, 1, 2), (1, 2)),
        (["1+3", "2+3"], (1, 2, 3), (1, 2, 3)),
        (["3+1", "3+2", "3+4", "1+2"], (4, 3, 2, 1), (1, 2, 4)),
    ],
)
def test_among_whom_two_are_compared_last(
    rounds: list[str], tied: tuple[int, ...], among: tuple[int, ...]
) -> None:
    """Numbers 1 and 2: among all who are tied, or among those from whom that has not separated
    them.
    """
    one, other = ids(1, 2)
    found = compared_last(counted(swiss(*rounds)), ids(*tied), one, other)
    assert found == frozenset(ids(*among))


def test_in_a_schedule_forfeits_are_encounters() -> None:
    """Because both had to meet."""
    now = started(Settings("round-robin"), 3).apply(Paired(1, tables((2, 3))))
    now = decide(now, [NO_SHOW])
    assert by_direct(counted(now), ids(3, 2)) == [ids(2), ids(3)]


@pytest.mark.parametrize("seed", range(12))
def test_who_is_first_for_sure_is_found_by_trying(seed: int) -> None:
    """Of four who are tied and have not all met, whatever the results of the missing games."""
    rng = Random(seed)
    now = started(Settings("swiss", rounds=9), 4)
    for number in range(1, rng.randint(2, 5)):
        pair = rng.sample(now.seeding, 2)
        now = decide(now.apply(Paired(number, (tuple(pair),))), at_random(rng))
    first, *others = by_direct(counted(now), now.seeding)
    sure = naive.surely_first(now, list(now.seeding))
    met = all(
        naive.among(now, one, other) is not None
        for one in now.seeding
        for other in now.seeding
        if one != other
    )
    assert sure is None or first == (sure,)
    assert sure is not None or met or not others


@pytest.mark.parametrize("seed", range(6))
def test_repeated_meetings_count_by_their_mean(seed: int) -> None:
    """In a double round robin, the sums among the tied are twice the means."""
    now, _ = to_the_end(started(Settings("round-robin", cycles=2), 5), at_random(Random(seed)))
    table = standings(now, ("direct",))
    for id_ in now.seeding:
        working = table.working(id_, "direct")
        tied = table.tied[id_]
        expected = sum((naive.among(now, id_, other) or 0 for other in tied if other != id_), HALF)
        assert working.value == expected - HALF


def test_every_format_has_its_order() -> None:
    """Only existing tie-breaks, each once."""
    for order in DEFAULTS.values():
        assert set(order) <= set(NAMES)
        assert len(set(order)) == len(order)
    assert set(BY_VALUE) == set(NAMES) - {"direct"}
