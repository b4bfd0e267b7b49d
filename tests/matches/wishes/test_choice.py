"""Who goes together: what every party asks for, and which table is the best."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.model.ids import ChannelId, GuildId
from matches.model.ratings import Skill, points_of
from matches.wishes.choice import Seeker, accepted, meeting_of, next_look, pool_of
from matches.wishes.concessions import CONCESSIONS
from matches.wishes.hours import Hours, shares
from matches.wishes.terms import Meeting, TableKind
from tests.matches.wishes.seekers import (
    DAY,
    FOUR,
    HERE,
    LIVE,
    NOW,
    THREE,
    THREE_DAYS,
    TWO,
    WEEK,
    at_table,
    chosen,
    seeker,
    terms,
)

HOUR = timedelta(hours=1)
LONG = timedelta(days=3)
"""After that time nothing more is asked less of."""


def _strong(points: int) -> Skill:
    """Somebody well known with about so many points."""
    skill = Skill(25, 2)
    return Skill(25 + (points - points_of(skill)) / 29.48, 2)


def _around(hour: int) -> Hours:
    return shares(float(one == hour) for one in range(24))


def test_two_who_want_the_same() -> None:
    """They sit down together, at the table that both want."""
    found = chosen(seeker(1), seeker(2))
    assert found is not None
    assert {*found.players} == {1, 2}
    assert (found.kind, found.clock, found.meeting) == (TWO, THREE_DAYS, None)
    assert found.evenness == pytest.approx(1)


def test_nobody_else() -> None:
    """Alone there is no table, nor with people who want something else."""
    assert chosen(seeker(1)) is None
    assert chosen(seeker(1), seeker(2, wished=terms(THREE))) is None
    assert chosen(seeker(1), seeker(2, wished=terms(clocks=(WEEK,)))) is None


def test_three_at_a_table() -> None:
    """A table begins when it is full."""
    three = terms(THREE)
    one, two, last = (seeker(number, wished=three) for number in (1, 2, 3))
    assert chosen(one, two) is None
    assert at_table(chosen(one, two, last)) == {1, 2, 3}


def test_nobody_sits_twice() -> None:
    """Somebody's other wishes are no company, nor are those of a friend's."""
    assert chosen(seeker(1), seeker(1)) is None
    three = terms(THREE)
    assert chosen(seeker(1, wished=three), seeker(2, wished=three), seeker(2, wished=three)) is None
    assert chosen(seeker(1, 2, wished=three), seeker(2, wished=three)) is None


@pytest.mark.parametrize("waited", [0 * HOUR, LONG])
def test_blocks_are_respected(waited: timedelta) -> None:
    """However long both have waited; also between others at the table, and in parties."""
    assert chosen(seeker(1, waited=waited), seeker(2, waited=waited), apart=[(2, 1)]) is None
    three = terms(THREE)
    others = [seeker(number, wished=three, waited=waited) for number in (2, 3)]
    mine = seeker(1, wished=three, waited=waited)
    assert chosen(mine, *others, apart=[(2, 3)]) is None
    party = seeker(2, 3, wished=three, waited=waited)
    assert chosen(mine, party, apart=[(1, 3)]) is None
    assert at_table(chosen(mine, party)) == {1, 2, 3}


def test_a_party_whose_people_are_kept_apart() -> None:
    """They find nobody, and are in nobody's way."""
    three, apart = terms(THREE), [(2, 1)]
    divided, mine = seeker(1, 2, wished=three), seeker(3, wished=three)
    assert chosen(divided, mine, apart=apart) is None
    assert chosen(mine, divided, apart=apart) is None
    others = [seeker(number, wished=three) for number in (4, 5)]
    assert at_table(chosen(mine, divided, *others, apart=apart)) == {3, 4, 5}


# Strength


def test_the_range_of_both_counts() -> None:
    """Whoever is too strong for one of them is no company."""
    skills = {1: _strong(1500), 2: _strong(1620)}
    near, far = terms(within=100), terms(within=200)
    assert chosen(seeker(1, wished=far), seeker(2, wished=far), skills=skills)
    assert chosen(seeker(1, wished=far), seeker(2, wished=near), skills=skills) is None
    assert chosen(seeker(1, wished=near), seeker(2, wished=far), skills=skills) is None


def test_the_range_grows_with_time() -> None:
    """For those who have waited, and only for them."""
    skills, near = {1: _strong(1500), 2: _strong(1640)}, terms(within=100)
    after = {hours: seeker(1, wished=near, waited=hours * HOUR) for hours in (0, 1)}
    patient = seeker(2, wished=near, waited=HOUR)
    assert chosen(after[0], patient, skills=skills) is None
    assert chosen(after[1], patient, skills=skills)


def test_evenness_is_asked_for() -> None:
    """By those who have waited least; after two days any match will do."""
    skills = {1: Skill(15, 2), 2: Skill(35, 2)}
    fresh, patient = seeker(1), seeker(1, waited=LONG)
    assert chosen(fresh, seeker(2), skills=skills) is None
    assert chosen(patient, seeker(2), skills=skills) is None
    assert chosen(patient, seeker(2, waited=LONG), skills=skills)


def test_of_two_the_more_even_match() -> None:
    """The nearest in strength is the best company."""
    skills = {1: _strong(1500), 2: _strong(1620), 3: _strong(1510)}
    found = chosen(seeker(1), seeker(2), seeker(3), skills=skills)
    assert at_table(found) == {1, 3}


def test_the_pool_counts() -> None:
    """Strength is that in the pool of the match."""
    assert pool_of(TWO, LIVE) == "toy-2-live"
    assert pool_of(THREE, WEEK) == "toy-3-correspondence"
    assert pool_of(TableKind("turnier", 4), WEEK) == "turnier-4p-correspondence"


# Hours


def test_hours_in_common() -> None:
    """People who never meet are no company until somebody has waited for half a day."""
    mine, theirs = _around(8), _around(20)
    waiting = {h: seeker(1, hours=mine, waited=h * HOUR) for h in (0, 4, 12)}
    for hours in (0, 4):
        other = seeker(2, hours=theirs, waited=12 * HOUR)
        assert chosen(waiting[hours], other) is None
    assert chosen(waiting[12], seeker(2, hours=theirs, waited=12 * HOUR))
    assert chosen(waiting[0], seeker(2, hours=mine))


def test_unknown_hours_make_no_difference() -> None:
    """Neither theirs nor one's own; and for a live match both are there."""
    assert chosen(seeker(1, hours=_around(8)), seeker(2))
    assert chosen(seeker(1), seeker(2, hours=_around(8)))
    live = terms(clocks=(LIVE,))
    one, other = (seeker(n, wished=live, hours=_around(h)) for n, h in ((1, 8), (2, 20)))
    assert chosen(one, other)


def test_of_two_the_one_at_the_same_hours() -> None:
    """If both are as strong."""
    found = chosen(
        seeker(1, hours=_around(8)), seeker(2, hours=_around(9)), seeker(3, hours=_around(8))
    )
    assert at_table(found) == {1, 3}


# Clocks


def test_clocks_that_both_want() -> None:
    """Of several, one that both have wished for."""
    found = chosen(
        seeker(1, wished=terms(clocks=(DAY, WEEK))), seeker(2, wished=terms(clocks=(WEEK,)))
    )
    assert found is not None
    assert found.clock == WEEK


def test_a_clock_beside_the_wished_one() -> None:
    """After a day the next one is taken, if there is nothing better; never two away, and never a
    live one.
    """
    slow = seeker(1, wished=terms(clocks=(WEEK,)), waited=24 * HOUR)
    found = chosen(slow, seeker(2))
    assert found is not None
    assert found.clock == THREE_DAYS
    assert chosen(slow, seeker(2, wished=terms(clocks=(DAY,)))) is None
    fast = seeker(1, wished=terms(clocks=(DAY,)), waited=LONG)
    assert accepted(fast, NOW) == (DAY, THREE_DAYS)
    better = chosen(slow, seeker(2), seeker(3, wished=terms(clocks=(WEEK,))))
    assert at_table(better) == {1, 3}


def test_a_live_match_only_while_they_are_there() -> None:
    """For an hour after the wish; the slow clocks of the same wish hold on."""
    both = terms(clocks=(LIVE, THREE_DAYS))
    there, gone = seeker(1, wished=both), seeker(1, wished=both, waited=HOUR * 1.1)
    other = seeker(2, wished=terms(clocks=(LIVE,)))
    found = chosen(there, other)
    assert found is not None
    assert found.clock == LIVE
    assert chosen(gone, other) is None
    assert chosen(gone, seeker(2))


def test_live_wishes_ask_for_less_after_minutes() -> None:
    """Sixty times as fast as the others."""
    skills = {1: _strong(1500), 2: _strong(1640)}
    near = terms(within=100, clocks=(LIVE,))
    fresh = [seeker(number, wished=near) for number in (1, 2)]
    waited = [seeker(number, wished=near, waited=HOUR / 60) for number in (1, 2)]
    assert chosen(*fresh, skills=skills) is None
    assert chosen(*waited, skills=skills)


def test_a_live_clock_that_was_added_later() -> None:
    """For live matches only that time counts for which people have been there."""
    skills = {1: _strong(1500), 2: _strong(1640)}
    near = terms(within=100, clocks=(LIVE, WEEK))
    changed = [
        replace(seeker(number, wished=near, waited=LONG), live_until=NOW + HOUR)
        for number in (1, 2)
    ]
    found = chosen(*changed, skills=skills)
    assert found is not None
    assert found.clock != LIVE
    assert next_look(changed[0], NOW) == NOW + HOUR / 60


# Friends


def test_a_party_keeps_together() -> None:
    """It takes as many seats as it has people."""
    three, four = terms(THREE), terms(FOUR)
    assert at_table(chosen(seeker(1, 2, wished=three), seeker(3, wished=three))) == {1, 2, 3}
    assert chosen(seeker(1, 2, wished=three), seeker(3, 4, wished=three)) is None
    found = chosen(seeker(1, 2, wished=four), seeker(3, 4, wished=four))
    assert at_table(found) == {1, 2, 3, 4}
    found = chosen(seeker(1, wished=four), seeker(2, 3, wished=four), seeker(4, wished=four))
    assert at_table(found) == {1, 2, 3, 4}


@pytest.mark.parametrize("seed", range(6))
def test_two_friends_are_partners(seed: int) -> None:
    """Where there are partners; the others, too, as the match is most even."""
    kind = TableKind("turnier", 4)
    wished = terms(kind)
    parties = [seeker(1, 2, wished=wished), seeker(3, wished=wished), seeker(4, wished=wished)]
    found = chosen(*parties, seed=seed)
    assert found is not None
    teams = {frozenset(found.players[::2]), frozenset(found.players[1::2])}
    assert teams == {frozenset((1, 2)), frozenset((3, 4))}


def test_partners_are_chosen_evenly() -> None:
    """Without friends, the strongest plays with the weakest."""
    wished = terms(TableKind("turnier", 4))
    skills = {1: Skill(30, 2), 2: Skill(26, 2), 3: Skill(24, 2), 4: Skill(20, 2)}
    found = chosen(*(seeker(number, wished=wished) for number in (1, 2, 3, 4)), skills=skills)
    assert found is not None
    teams = {frozenset(found.players[::2]), frozenset(found.players[1::2])}
    assert teams == {frozenset((1, 4)), frozenset((2, 3))}


def test_seats_are_drawn() -> None:
    """By lot, where everybody plays for themselves."""
    mine, other = seeker(1), seeker(2)
    drawn = {found.players for seed in range(20) if (found := chosen(mine, other, seed=seed))}
    assert drawn == {(1, 2), (2, 1)}


# Where


def test_where_it_is_played() -> None:
    """On the server if all were there, and nobody wants direct messages."""
    here, direct = terms(), terms(where="direct")
    server = terms(where="server")
    there = Meeting(GuildId(701), ChannelId(81))

    def found(one: Seeker, other: Seeker) -> object:
        table = chosen(one, other)
        return table and (table.meeting or "direct")

    mine = seeker(1, wished=here, meeting=HERE)
    assert found(mine, seeker(2, wished=here, meeting=HERE)) == HERE
    assert found(mine, seeker(2, wished=here, meeting=there)) == "direct"
    assert found(mine, seeker(2, wished=here)) == "direct"
    assert found(mine, seeker(2, wished=direct)) == "direct"
    only = seeker(1, wished=server, meeting=HERE)
    assert found(only, seeker(2, wished=here, meeting=HERE)) == HERE
    assert found(only, seeker(2, wished=here, meeting=there)) is None
    assert found(only, seeker(2, wished=here)) is None
    assert found(only, seeker(2, wished=direct, meeting=HERE)) is None


def test_in_which_channel() -> None:
    """In one that everybody sees, or in the one in which all of them were."""
    hidden = [Meeting(GuildId(700), ChannelId(number), shared=False) for number in (72, 73)]
    first = seeker(1, meeting=hidden[0], waited=HOUR)
    assert meeting_of([first, seeker(2, meeting=HERE)]) == HERE
    assert meeting_of([first, seeker(2, meeting=hidden[0])]) == hidden[0]
    assert meeting_of([first, seeker(2, meeting=hidden[1])]) is None


# All of it


def test_who_has_waited_goes_first() -> None:
    """Of two who fit as well, the one who has waited longer."""
    found = chosen(seeker(1), seeker(2), seeker(3, waited=HOUR / 2))
    assert at_table(found) == {1, 3}


def test_the_best_of_several_tables() -> None:
    """Somebody who wants several kinds gets the one that fits best."""
    skills = {1: _strong(1500), 2: _strong(1700), 3: _strong(1505), 4: _strong(1500)}
    both = terms(TWO, THREE)
    three = terms(THREE)
    found = chosen(
        seeker(1, wished=both),
        seeker(2),
        seeker(3, wished=three),
        seeker(4, wished=three),
        skills=skills,
    )
    assert at_table(found) == {1, 3, 4}


def test_when_to_look_again() -> None:
    """When less is asked for, and after some hours in any case."""
    assert next_look(seeker(1), NOW) == NOW + HOUR
    assert next_look(seeker(1, waited=HOUR), NOW) == NOW + 3 * HOUR
    assert next_look(seeker(1, waited=LONG), NOW) == NOW + 6 * HOUR
    live = seeker(1, wished=terms(clocks=(LIVE,)))
    assert next_look(live, NOW) == NOW + HOUR / 60


_WAITED = st.sampled_from([one.after for one in CONCESSIONS])
_PEOPLE = st.lists(
    st.tuples(
        st.floats(10, 40),
        st.floats(1.5, 8),
        _WAITED,
        st.sampled_from([100, 200, 400, None]),
        st.integers(0, 23),
        st.sampled_from([(DAY,), (THREE_DAYS,), (DAY, WEEK), (LIVE, WEEK)]),
        st.sampled_from(["anywhere", "direct", "server"]),
        st.booleans(),
    ),
    min_size=3,
    max_size=7,
)


@given(_PEOPLE, st.sets(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=3))
def test_every_table_is_a_good_one(
    people: list[tuple[Any, ...]], apart: set[tuple[int, int]]
) -> None:
    """Whoever seeks: all seats are taken once, no pair is kept apart, and waiting never loses a
    table.
    """
    crowd, skills = list[Seeker](), dict[int, Skill]()
    for number, (mu, sigma, waited, within, hour, clocks, where, here) in enumerate(people, 1):
        wished = terms(TWO, THREE, FOUR, within=within, clocks=clocks, where=where)
        more = {"waited": waited, "hours": _around(hour), "meeting": HERE if here else None}
        crowd.append(seeker(number, wished=wished, **more))
        skills[number] = Skill(mu, sigma)
    first, *others = crowd
    found = chosen(first, *others, skills=skills, apart=apart)
    if found is None:
        return
    assert len({*found.players}) == len(found.players) == found.kind.seats
    assert not {*combinations(sorted(found.players), 2)} & {tuple(sorted(pair)) for pair in apart}
    assert all(found.clock in accepted(one, NOW) for one in found.seekers)
    later = NOW + LONG
    if not found.clock.live:
        assert chosen(first, *others, skills=skills, apart=apart, now=later) is not None
