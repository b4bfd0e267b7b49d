"""Rounds and schedules: the laws that hold for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.pairing.layouts import splits
from competitions.pairing.rules import Pair, TableRules, Unseatable
from competitions.pairing.tables import schedule, tables
from tests.competitions.pairing import exact

slow = pytest.mark.untraced  # Tracing the search would take twice as long.

THREE, FOUR, MIXED = TableRules((3,)), TableRules((4,)), TableRules((4, 3))
DRAWN = TableRules((4,), partners=True)
TEAMS = TableRules((2,))
RULES = st.sampled_from(
    [THREE, FOUR, MIXED, TableRules((3, 4)), TableRules((4, 3, 2)), DRAWN, TEAMS]
)


def ids(count: int) -> list[EntrantId]:
    """The entrants 1, 2, 3 and so on."""
    return [EntrantId(number) for number in range(1, count + 1)]


def apart(*pairs: tuple[int, int]) -> set[Pair]:
    """Pairs that must not meet."""
    return {frozenset(map(EntrantId, pair)) for pair in pairs}


def one_by_one(entrants: Sequence[EntrantId], rules: TableRules, rounds: int) -> list[Pairing]:
    """Rounds that are drawn one after the other."""
    past = list[Pairing]()
    for number in range(1, rounds + 1):
        past += tables(entrants, rules, past, number=number, seed=7)
    return past


def byes(pairings: Sequence[Pairing], entrants: Sequence[EntrantId]) -> list[int]:
    """How many byes each entrant had."""
    had = Counter(pairing.seats[0] for pairing in pairings if pairing.bye)
    return [had[one] for one in entrants]


def check_round(
    pairings: Sequence[Pairing], entrants: Sequence[EntrantId], rules: TableRules
) -> None:
    """Everybody is in exactly one pairing, and the tables have the right sizes."""
    assert sorted(one for pairing in pairings for one in pairing.seats) == sorted(entrants)
    sizes = [len(pairing.seats) for pairing in pairings]
    assert sorted(sizes) in [sorted(split) for split in splits(len(entrants), rules.sizes)]
    assert [pairing.number for pairing in pairings] == list(range(1, len(pairings) + 1))
    assert all(pairing.games == rules.games for pairing in pairings)


@slow
@settings(max_examples=25)
@given(st.data(), RULES)
def test_withdrawals_between_the_rounds(data: st.DataObject, rules: TableRules) -> None:
    """Whoever withdraws, joins or comes back, each round has everybody once, at tables of the right
    sizes, and its byes go to those who have had the fewest.
    """
    everybody = ids(12)
    past = list[Pairing]()
    for number in range(1, 5):
        entrants = data.draw(st.lists(st.sampled_from(everybody), min_size=2, unique=True))
        new = tables(entrants, rules, past, number=number, seed=1)
        check_round(new, entrants, rules)
        had = dict(zip(entrants, byes(past, entrants), strict=True))
        resting = [pairing.seats[0] for pairing in new if pairing.bye]
        assert sorted(had[one] for one in resting) == sorted(had.values())[: len(resting)]
        assert {pairing.round for pairing in new} == {number}
        past += new


@slow
@settings(max_examples=25)
@given(
    st.sampled_from([THREE, FOUR, DRAWN, MIXED, TEAMS]),
    st.integers(4, 9),
    st.sets(st.tuples(st.integers(1, 9), st.integers(1, 9)).filter(lambda pair: pair[0] < pair[1])),
)
def test_who_must_not_meet(rules: TableRules, count: int, pairs: set[tuple[int, int]]) -> None:
    """Pairs that must not meet never do. If no split allows that, it is refused."""
    entrants, blocked = ids(count), apart(*pairs)
    if not any(_possible(entrants, split, blocked) for split in splits(count, rules.sizes)):
        with pytest.raises(Unseatable) as refused:
            schedule(entrants, rules, range(1, 4), seed=3, apart=blocked)
        here = [pair for pair in blocked if pair <= set(entrants)]
        assert refused.value.entrants == tuple(sorted(frozenset[EntrantId]().union(*here)))
        return
    found = schedule(entrants, rules, range(1, 4), seed=3, apart=blocked)
    for number in range(1, 4):
        some = [pairing for pairing in found if pairing.round == number]
        check_round(some, entrants, rules)
        for pairing in some:
            assert not any(frozenset(pair) in blocked for pair in combinations(pairing.seats, 2))


def _possible(left: Sequence[EntrantId], sizes: Sequence[int], blocked: set[Pair]) -> bool:
    """Whether all of them can be seated somehow, found by trying everything."""
    if not left:
        return True
    return any(
        not any(frozenset(pair) in blocked for pair in combinations((left[0], *mates), 2))
        and _possible([one for one in left[1:] if one not in mates], _without(sizes, size), blocked)
        for size in set(sizes)
        for mates in combinations(left[1:], size - 1)
    )


def _without(sizes: Sequence[int], size: int) -> list[int]:
    rest = list(sizes)
    rest.remove(size)
    return rest


@slow
@pytest.mark.parametrize("rules", [THREE, FOUR, TEAMS], ids=repr)
@pytest.mark.parametrize("count", [12, 13, 24])
def test_seats_are_even(rules: TableRules, count: int) -> None:
    """After each round that is drawn alone, and in a schedule, everybody has had every seat equally
    often, give or take one.
    """
    rounds = one_by_one(ids(count), rules, 8)
    for number in range(1, 9):
        assert exact.unevenness([one for one in rounds if one.round <= number]) < 1
    assert exact.unevenness(schedule(ids(count), rules, range(1, 9), seed=7)) < 1


@slow
@pytest.mark.parametrize("closeness", [0.05, 5.0])
def test_seats_are_even_if_scores_count(closeness: float) -> None:
    """However much scores weigh, seats weigh more."""
    rules, past, rng = TableRules((3,), closeness=closeness), list[Pairing](), Random(1)
    scores = dict.fromkeys(ids(16), 0.0)
    for number in range(1, 8):
        past += tables(ids(16), rules, past, number=number, seed=1, scores=scores)
        assert exact.unevenness(past) < 1
        scores = {one: score + rng.choice((0, 1, 2)) for one, score in scores.items()}


@slow
@pytest.mark.parametrize("count", [10, 11, 25])
def test_seats_at_tables_of_several_sizes(count: int) -> None:
    """Nobody is more than a game away from what is due, and nobody is at small tables much more
    often than others.
    """
    for rounds in (one_by_one(ids(count), MIXED, 8), schedule(ids(count), MIXED, range(8), seed=7)):
        assert exact.unevenness(rounds) <= 1
        sizes = Counter((one, len(pairing.seats)) for pairing in rounds for one in pairing.seats)
        small = [sizes[one, 3] for one in ids(count)]
        assert max(small) - min(small) <= 2


@slow
@given(st.sampled_from([THREE, FOUR, MIXED, TEAMS]), st.integers(8, 13), st.integers(1, 7))
@settings(max_examples=12)
def test_after_a_withdrawal_the_rest_is_planned_anew(
    rules: TableRules, count: int, gone: int
) -> None:
    """What was played counts: byes stay even to within one, and nobody's seats are more than a game
    away from what is due.
    """
    before = schedule(ids(count), rules, range(1, 7), seed=2)
    past = [pairing for pairing in before if pairing.round <= 3]
    entrants = [one for one in ids(count) if one != gone]
    rest = schedule(entrants, rules, range(4, 7), past, seed=2)
    assert {pairing.round for pairing in rest} == {4, 5, 6}
    had = byes([*past, *rest], entrants)
    assert max(had) - min(had) <= 1
    seats = exact.dues([*past, *rest])
    assert all(abs(due) <= 1 for one in entrants for due in seats[one])


@slow
@pytest.mark.parametrize("rules", [THREE, MIXED, DRAWN], ids=repr)
def test_the_same_seed_draws_the_same(rules: TableRules) -> None:
    """The order in which entrants are named makes no difference; another seed draws others."""
    first = schedule(ids(9), rules, range(1, 3), seed=1)
    assert schedule(ids(9)[::-1], rules, range(1, 3), seed=1) == first
    assert schedule(ids(9), rules, range(1, 3), seed=2) != first
    alone = tables(ids(9), rules, number=1, seed=1)
    assert tables(ids(9)[::-1], rules, number=1, seed=1) == alone
    assert tables(ids(9), rules, number=1, seed=2) != alone


def test_partners_are_drawn_anew() -> None:
    """In three rounds of four people, each plays once with and twice against each other one."""
    for found in (one_by_one(ids(4), DRAWN, 3), schedule(ids(4), DRAWN, range(3), seed=1)):
        opponents, partners = exact.met(found, DRAWN)
        assert set(partners.values()) == {1}
        assert set(opponents.values()) == {2}
        assert len(partners) == len(opponents) == 6


@slow
def test_partners_in_larger_fields() -> None:
    """In fifteen rounds of sixteen people, nobody plays with the same partner more than twice, and
    most play with everybody once; seats are even to within two.
    """
    found = schedule(ids(16), DRAWN, range(15), seed=1)
    opponents, partners = exact.met(found, DRAWN)
    assert max(partners.values()) <= 2
    assert len(partners) >= 110
    assert max(opponents.values()) <= 4
    assert exact.unevenness(found) < 2


def test_teams_meet_each_other_once() -> None:
    """Six teams in five rounds: all of them meet, and their first and second seats are as even as
    possible.
    """
    found = schedule(ids(6), TEAMS, range(1, 6), seed=1)
    opponents, _ = exact.met(found, TEAMS)
    assert set(opponents.values()) == {1}
    assert len(opponents) == 15
    assert exact.unevenness(found) == Fraction(1, 2)


@slow
def test_entrants_of_similar_score_meet() -> None:
    """With weight on scores, neighbours meet, and the bye goes to the lowest of those who have had
    the fewest. With less weight, nobody meets again as long as possible.
    """
    entrants = ids(10)
    scores = {one: float(10 - one) for one in entrants}
    strict = tables(entrants, TableRules((3,), closeness=10.0), number=1, seed=1, scores=scores)
    assert [set(pairing.seats) for pairing in strict] == [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10}]
    again = tables(
        entrants, TableRules((3,), closeness=10.0), strict, number=2, seed=1, scores=scores
    )
    assert [set(pairing.seats) for pairing in again] == [{1, 2, 3}, {4, 5, 6}, {7, 8, 10}, {9}]
    loose = tables(
        entrants, TableRules((3,), closeness=0.001), strict, number=2, seed=1, scores=scores
    )
    assert exact.repeats([*strict, *loose], THREE) == 0


def test_several_games_at_a_table() -> None:
    """If a table plays as many games as it has seats, the seats are even whoever meets."""
    rules = TableRules((3,), games=3)
    found = schedule(ids(6), rules, (1, 2), seed=1)
    assert exact.unevenness(found) == 0
    assert exact.unevenness(schedule(ids(6), TableRules((3,), games=2), range(3), seed=1)) == 0


def test_too_few_for_a_table() -> None:
    """Then all have a bye. Without entrants or rounds the result is empty."""
    assert [pairing.bye for pairing in tables(ids(2), THREE, number=1, seed=1)] == [True, True]
    assert tables([], THREE, number=1, seed=1) == ()
    assert schedule(ids(3), THREE, (), seed=1) == ()


def test_another_split_if_that_keeps_people_apart() -> None:
    """Twelve sit at three tables for four, or at four tables for three if four entrants must all be
    kept apart.
    """
    four = apart(*combinations((1, 2, 3, 4), 2))
    found = tables(ids(12), MIXED, number=1, seed=1)
    assert [len(pairing.seats) for pairing in found] == [4, 4, 4]
    found = tables(ids(12), MIXED, number=1, seed=1, apart=four)
    assert [len(pairing.seats) for pairing in found] == [3, 3, 3, 3]
    with pytest.raises(Unseatable, match=r"apart: \(1, 2, 3, 4\)"):
        tables(ids(12), FOUR, number=1, seed=1, apart=four)
    assert tables(ids(3), THREE, number=1, seed=1, apart=apart((1, 9)))


@pytest.mark.parametrize("sizes", [(), (1,), (5,), (3, 5)])
def test_wrong_sizes(sizes: tuple[int, ...]) -> None:
    """Tables have two to four seats."""
    with pytest.raises(ValueError, match="tables have 2 to 4 seats"):
        TableRules(sizes)


def test_partners_need_four() -> None:
    """Partners sit at tables for four only."""
    with pytest.raises(ValueError, match="partners sit at tables for 4"):
        TableRules((4, 3), partners=True)
