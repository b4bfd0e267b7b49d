"""Leagues: who plays in which division next season, and that nobody is promoted downwards."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league.divisions import (
    Divisions,
    LeagueRules,
    Zones,
    first_season,
    next_season,
    zones,
)

FOURS = LeagueRules(size=4, least=3, most=6, exchanged=1)


def members(*numbers: int) -> tuple[MemberId, ...]:
    """Numbers of members."""
    return tuple(map(MemberId, numbers))


def league(*divisions: str) -> Divisions:
    """Divisions, given by the numbers of their members."""
    return tuple(members(*map(int, division.split())) for division in divisions)


LAST = league("1 2 3 4", "5 6 7 8", "9 10 11 12 13")
"""A season's final orders."""


@pytest.mark.parametrize(
    ("gone", "newcomers", "divisions"),
    [
        ((), (), ("1 2 3 5", "4 6 7 9", "8 10 11 12 13")),
        ((), (14,), ("1 2 3 5", "4 6 7 9", "8 10 11 12 13 14")),
        ((4,), (), ("1 2 5 3", "6 7 9 8", "10 11 12 13")),
        ((2,), (), ("1 3 5 4", "6 7 9 8", "10 11 12 13")),
        ((1, 2), (), ("3 5 4 6", "7 9 8 10", "11 12 13")),
        ((5,), (), ("1 2 3 6", "4 7 9 8", "10 11 12 13")),
        ((1, 2, 3, 4), (14,), ("5 6 7 9", "8 10 11 12 13 14")),
        ((11, 12, 13), (), ("1 2 3 5", "4 6 7 9 8 10")),
        ((), (14, 15), ("1 2 3 5", "4 6 7 9", "8 10 11 12", "13 14 15")),
        (tuple(range(3, 14)), (), ("1 2",)),
        (tuple(range(1, 14)), (), ()),
    ],
)
def test_the_next_season(
    gone: tuple[int, ...], newcomers: tuple[int, ...], divisions: tuple[str, ...]
) -> None:
    """One is promoted and one relegated. Members who leave make room, first for whoever would have
    been relegated.
    """
    signed = [number for number in range(1, 14) if number not in gone]
    assert next_season(LAST, members(*signed, *newcomers), FOURS) == league(*divisions)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (0, []),
        (2, [2]),
        (6, [6]),
        (7, [4, 3]),
        (8, [4, 4]),
        (10, [4, 6]),
        (11, [4, 4, 3]),
        (13, [4, 4, 5]),
    ],
)
def test_the_first_season(count: int, sizes: list[int]) -> None:
    """The strongest are in the first division; the last one has the rest, within its limits."""
    signed = members(*range(1, count + 1))
    divisions = first_season(signed, FOURS)
    assert [len(division) for division in divisions] == sizes
    assert tuple(chain.from_iterable(divisions)) == signed


def test_zones_are_never_more_than_half_a_division() -> None:
    """Nobody is promoted from the first division or relegated from the last."""
    rules = LeagueRules(size=4, least=2, most=6, exchanged=3)
    assert zones(LAST, rules) == (Zones(0, 2), Zones(2, 2), Zones(2, 0))
    assert zones(league("1 2 3 4"), rules) == (Zones(0, 0),)
    assert zones((), rules) == ()


def test_nobody_is_named_twice() -> None:
    """Neither in the final orders nor among those who signed up."""
    for finals, signed in ((LAST, (1, 1)), (league("1 2", "2 3"), (1,))):
        with pytest.raises(CompetitionError, match="wrong-places"):
            next_season(finals, members(*signed), FOURS)
    with pytest.raises(CompetitionError, match="wrong-places"):
        first_season(members(1, 1), FOURS)


@pytest.mark.parametrize(
    ("values", "name", "least", "most"),
    [
        ({"size": 1}, "size", 2, 64),
        ({"least": 9}, "least", 2, 8),
        ({"most": 11}, "most", 12, 128),
        ({"exchanged": 17}, "exchanged", 0, 16),
    ],
)
def test_impossible_rules_are_refused(
    values: dict[str, int], name: str, least: int, most: int
) -> None:
    """The refusal names the possible values."""
    with pytest.raises(CompetitionError) as caught:
        LeagueRules(**values)
    assert caught.value.code == "wrong-setting"
    assert caught.value.fields == {"name": name, "least": least, "most": most}


@st.composite
def rules_of_leagues(draw: st.DrawFn) -> LeagueRules:
    """Any rules of small leagues."""
    size = draw(st.integers(2, 6))
    least = draw(st.integers(2, size))
    most = size + least - 1 + draw(st.integers(0, 4))
    return LeagueRules(size, least, most, draw(st.integers(0, 4)))


@st.composite
def changes(draw: st.DrawFn) -> tuple[LeagueRules, Divisions, tuple[MemberId, ...]]:
    """The final orders of a season that follows the rules, and who signs up for the next one."""
    rules = draw(rules_of_leagues())
    count = draw(st.integers(0, 30))
    divisions = first_season(members(*range(1, count + 1)), rules)
    for _ in range(draw(st.integers(0, 2))):
        divisions = next_season(divisions, draw(sign_ups(divisions)), rules)
    finals = tuple(tuple(draw(st.permutations(division))) for division in divisions)
    return rules, finals, draw(sign_ups(divisions))


@st.composite
def sign_ups(draw: st.DrawFn, divisions: Divisions) -> tuple[MemberId, ...]:
    """Some of those who played, and newcomers, in any order."""
    played = sorted(chain.from_iterable(divisions))
    leaving = draw(st.sets(st.sampled_from(played), max_size=12)) if played else set()
    first = max(played, default=0) + 100
    newcomers = range(first, first + draw(st.integers(0, 8)))
    signed = [*(id_ for id_ in played if id_ not in leaving), *map(MemberId, newcomers)]
    return tuple(draw(st.permutations(signed)))


def division_of(divisions: Divisions) -> dict[MemberId, int]:
    """The index of everybody's division; the highest is 0."""
    return {id_: number for number, division in enumerate(divisions) for id_ in division}


@given(changes())
def test_everybody_who_signs_up_has_one_division_within_the_limits(
    change: tuple[LeagueRules, Divisions, tuple[MemberId, ...]],
) -> None:
    """All have the chosen size, except the last, which has its limits. The same input gives the
    same divisions.
    """
    rules, finals, signed = change
    after = next_season(finals, signed, rules)
    assert sorted(chain.from_iterable(after)) == sorted(signed)
    assert all(len(division) == rules.size for division in after[:-1])
    if len(signed) >= rules.least:
        assert rules.least <= len(after[-1]) <= rules.most
    assert after == next_season(finals, signed, rules)
    assert len(after) <= 1 or len(signed) >= rules.least


@given(changes())
def test_nobody_is_promoted_downwards(
    change: tuple[LeagueRules, Divisions, tuple[MemberId, ...]],
) -> None:
    """Members who were promoted play higher. Those who were ahead of somebody in their division are
    never passed. Those who stay play no lower, unless the last division is divided.
    """
    rules, finals, signed = change
    before, after = division_of(finals), division_of(next_season(finals, signed, rules))
    back = tuple(tuple(id_ for id_ in final if id_ in after) for final in finals)
    for final, zone in zip(back, zones(back, rules), strict=True):
        for place, id_ in enumerate(final):
            if place < zone.promoted:
                assert after[id_] < before[id_]
            elif place < len(final) - zone.relegated:
                divided = before[id_] == len(finals) - 1 < max(after.values())
                assert after[id_] <= before[id_] or divided
        assert all(after[one] <= after[other] for one, other in combinations(final, 2))


@given(changes())
def test_who_is_relegated_falls_by_one_division_at_most(
    change: tuple[LeagueRules, Divisions, tuple[MemberId, ...]],
) -> None:
    """Only a last division can be divided into more than two."""
    rules, finals, signed = change
    before, after = division_of(finals), division_of(next_season(finals, signed, rules))
    for id_ in chain.from_iterable(finals[:-1]):
        assert id_ not in after or after[id_] <= before[id_] + 1


@given(changes())
def test_newcomers_stand_behind_those_who_come_back(
    change: tuple[LeagueRules, Divisions, tuple[MemberId, ...]],
) -> None:
    """In the order in which they signed up."""
    rules, finals, signed = change
    divisions = next_season(finals, signed, rules)
    before = set(chain.from_iterable(finals))
    line = list(chain.from_iterable(divisions))
    newcomers = [id_ for id_ in signed if id_ not in before]
    assert line[len(line) - len(newcomers) :] == newcomers


@given(changes())
def test_if_all_come_back_as_many_go_up_as_down(
    change: tuple[LeagueRules, Divisions, tuple[MemberId, ...]],
) -> None:
    """Exactly those in the zones, and nobody else changes division."""
    rules, finals, _ = change
    signed = tuple(chain.from_iterable(finals))
    before, after = division_of(finals), division_of(next_season(finals, signed, rules))
    for final, zone in zip(finals, zones(finals, rules), strict=True):
        steps = [after[id_] - before[id_] for id_ in final]
        stay = len(final) - zone.promoted - zone.relegated
        assert steps == [-1] * zone.promoted + [0] * stay + [1] * zone.relegated
