"""Leagues as folds of their logs, and events as texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league.divisions import Zones
from competitions.model.league.events import (
    Begun,
    Closed,
    Entered,
    Event,
    Finished,
    Last,
    LeagueSettings,
    Left,
    Opened,
    Postponed,
    reason_of,
    usual_size,
)
from competitions.model.league.league import League, fold
from competitions.model.league.texts import FORMS, read, write

THREES = LeagueSettings(size=3, exchanged=1)


def members(*numbers: int) -> tuple[MemberId, ...]:
    """Numbers of members."""
    return tuple(map(MemberId, numbers))


ONE, TWO = members(1, 2, 3), members(4, 5, 6)


def league(count: int = 6, settings: LeagueSettings = THREES) -> League:
    """A league for which `count` members have signed up."""
    return fold([Opened(settings), *(Entered(one) for one in members(*range(1, count + 1)))])


def after(now: League, *events: Event) -> League:
    """The league after some events."""
    return fold(events, now)


def refusal(now: League, event: Event) -> str:
    """Why an event is refused."""
    with pytest.raises(CompetitionError) as caught:
        now.apply(event)
    return caught.value.code


def test_sign_up() -> None:
    """Under the next number, or the one that the member had before."""
    now = league(3)
    assert (now.signed, now.last) == (ONE, 3)
    assert refusal(now, Entered(MemberId(2))) == "signed-up"
    assert refusal(now, Entered(MemberId(5))) == "wrong-number"
    assert refusal(now, Left(MemberId(4))) == "not-listed"
    now = after(now, Left(MemberId(2)), Entered(MemberId(2)))
    assert (now.signed, now.last) == (members(1, 3, 2), 3)


def test_a_season() -> None:
    """It begins with those who have signed up, and ends with the orders of its divisions. Those who
    have played stay signed up.
    """
    now = league()
    assert now.next_divisions(members(*range(1, 7))) == (ONE, TWO)
    now = after(now, Begun(1, (ONE, TWO)))
    assert (now.status, now.season, now.division_of(MemberId(4))) == ("running", 1, 2)
    assert now.division_of(MemberId(7)) is None
    assert now.zones == (Zones(0, 1), Zones(1, 0))
    assert refusal(now, Begun(2, (ONE, TWO))) == "not-open"
    assert refusal(now, Postponed()) == "not-open"
    now = after(now, Entered(MemberId(7)), Finished(1, (members(2, 1, 3), members(6, 5, 4))))
    assert now.status == "open"
    divisions = now.next_divisions(now.signed)
    assert divisions == (members(2, 1, 6), members(3, 5, 4, 7))
    now = after(now, Begun(2, divisions))
    assert (now.season, now.finals) == (2, ())


def test_results_may_be_corrected_before_the_next_season() -> None:
    """The final orders that were entered last count."""
    now = after(league(), Begun(1, (ONE, TWO)), Finished(1, (ONE, TWO)))
    now = after(now, Finished(1, (members(3, 2, 1), TWO)))
    assert now.finals[0] == members(3, 2, 1)


def test_what_is_no_season() -> None:
    """Members who have not signed up, are named twice or are too few; out of turn; not over."""
    now = league()
    assert refusal(now, Begun(1, (members(1, 2, 7),))) == "wrong-places"
    assert refusal(now, Begun(1, (members(1, 2), members(2, 3)))) == "wrong-places"
    assert refusal(now, Begun(1, (members(1),))) == "too-few"
    assert refusal(now, Begun(1, (ONE, members(4)))) == "too-few"
    assert refusal(now, Begun(2, (ONE, TWO))) == "wrong-round"
    assert refusal(now, Finished(0, ())) == "not-running"
    now = after(now, Begun(1, (ONE, TWO)))
    assert refusal(now, Finished(1, (ONE,))) == "wrong-places"
    assert refusal(now, Finished(2, (ONE, TWO))) == "not-running"
    assert after(league(1), Postponed()) == league(1)


def test_the_last_season() -> None:
    """Nobody signs up for another one, and afterwards the league is over."""
    assert refusal(league(), Last("Rain.")) == "not-running"
    now = after(league(), Begun(1, (ONE, TWO)), Last("Rain."))
    assert (now.ends, now.signed, now.reason) == (True, (), "Rain.")
    assert refusal(now, Last()) == "last-season"
    assert refusal(now, Entered(MemberId(7))) == "last-season"
    now = after(now, Finished(1, (ONE, TWO)), Closed())
    assert (now.status, now.reason) == ("over", "Rain.")
    assert refusal(now, Entered(MemberId(7))) == "league-over"


def test_a_log_begins_once() -> None:
    """With the opening."""
    for log in ([], [Entered(MemberId(1))]):
        with pytest.raises(CompetitionError, match="not-open"):
            fold(log)
    assert refusal(league(), Opened(THREES)) == "not-open"


@pytest.mark.parametrize(
    ("size", "rules"), [(2, (2, 3)), (3, (2, 4)), (4, (3, 6)), (8, (5, 12)), (64, (33, 96))]
)
def test_limits_of_the_last_division(size: int, rules: tuple[int, int]) -> None:
    """From more than half the size of the others, up to just too few for a further division."""
    found = LeagueSettings(size=size).rules
    assert (found.least, found.most) == rules


def test_limits_at_larger_tables() -> None:
    """A division always fills a table."""
    found = LeagueSettings(seats=4, size=4).rules
    assert (found.least, found.most) == (4, 7)
    assert LeagueSettings(seats=3, size=12).rules == LeagueSettings(size=12).rules
    assert [usual_size(seats) for seats in (2, 3, 4)] == [8, 9, 8]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("seats", {"seats": 5}),
        ("seats", {"rounds": 3}),
        ("rounds", {"seats": 3, "rounds": 0}),
        ("size", {"seats": 4, "size": 3}),
        ("least", {"seats": 4, "least": 3}),
        ("cycles", {"seats": 3, "cycles": 2}),
        ("together", {"seats": 3, "together": 1}),
    ],
)
def test_what_does_not_go_with_the_seats(name: str, changes: dict[str, int]) -> None:
    """Rounds are for tables of three and four; what only a round robin has is for two seats."""
    with pytest.raises(CompetitionError) as caught:
        LeagueSettings(**changes)
    assert caught.value.fields["name"] == name


def test_when_all_is_played_at_once() -> None:
    """With two at a table, unless chosen otherwise; never with more."""
    assert LeagueSettings().at_once
    assert LeagueSettings(together=1).at_once
    assert not LeagueSettings(together=0).at_once
    assert not LeagueSettings(seats=3).at_once


def test_a_season_fills_a_table() -> None:
    """It needs as many as sit at one table, in each division, too."""
    two, pair = members(1, 2), members(4, 5)
    now = league(5, LeagueSettings(seats=3, size=3, exchanged=1))
    assert refusal(now, Begun(1, (two,))) == "too-few"
    assert refusal(now, Begun(1, (ONE, pair))) == "too-few"
    assert now.next_divisions(now.signed) == (members(1, 2, 3, 4, 5),)
    assert after(now, Begun(1, (ONE,))).status == "running"


@pytest.mark.parametrize(
    ("name", "value"), [("size", 1), ("games", 5), ("cycles", 3), ("days", 0), ("together", 2)]
)
def test_impossible_settings_are_refused(name: str, value: int) -> None:
    """The refusal names the possible values."""
    with pytest.raises(CompetitionError) as caught:
        LeagueSettings(**{name: value})
    assert caught.value.fields["name"] == name


# Events as texts

WRITTEN: list[tuple[Event, str, str]] = [
    (Opened(LeagueSettings()), "open", ""),
    (Opened(LeagueSettings(size=4, least=3, together=0)), "open", "size=4 least=3 together=0"),
    (
        Opened(LeagueSettings(size=9, seats=3, rounds=4)),
        "open",
        "size=9 seats=3 rounds=4",
    ),
    (Entered(MemberId(3)), "enter", "3"),
    (Left(MemberId(3)), "leave", "3"),
    (Left(MemberId(3), "They cheat."), "leave", "3"),
    (Begun(2, (ONE, TWO)), "begin", "2 1,2,3 4,5,6"),
    (Postponed(), "postpone", ""),
    (Finished(2, (ONE, TWO)), "finish", "2 1,2,3 4,5,6"),
    (Last("Rain."), "last", ""),
    (Closed("Rain."), "close", ""),
]


@pytest.mark.parametrize(("event", "kind", "text"), WRITTEN)
def test_events_are_written_and_read(event: Event, kind: str, text: str) -> None:
    """Their reasons are stored beside the text."""
    assert write(event) == (kind, text)
    assert read(kind, text, reason_of(event)) == event


def test_every_kind_has_an_example() -> None:
    """So that none is forgotten."""
    assert {kind for _, kind, _ in WRITTEN} == set(FORMS)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("dance", ""),
        ("enter", ""),
        ("enter", "03"),
        ("begin", "1 1,,2"),
        ("finish", "x 1"),
        ("last", "1"),
        ("open", "size"),
        ("open", "size=8"),
        ("open", "colour=8"),
        ("open", "size=99"),
    ],
)
def test_nothing_else_is_read(kind: str, text: str) -> None:
    """Texts with something missing, too much, or written differently."""
    with pytest.raises(ValueError, match=kind):
        read(kind, text)


def test_events_without_reasons_get_none() -> None:
    """A reason beside an event that can't have one is refused."""
    with pytest.raises(ValueError, match="reason"):
        read("enter", "3", "Rain.")


@given(st.sampled_from(sorted(FORMS)), st.text("0123456789,= sizeday\n", max_size=20))
def test_whatever_is_read_is_written_the_same(kind: str, text: str) -> None:
    """Otherwise it is refused."""
    try:
        event = read(kind, text)
    except ValueError:
        return
    assert write(event) == (kind, text)
