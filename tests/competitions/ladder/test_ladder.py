"""Ladders: who moves where, what is refused, and what becomes due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import (
    Accepted,
    Annulled,
    Challenged,
    Closed,
    Dropped,
    Event,
    Joined,
    LadderSettings,
    Lapsed,
    Left,
    Moved,
    Opened,
    Played,
    Recalled,
    Refused,
)
from competitions.model.ladder.ladder import Ladder, due, fold
from tests.competitions.play import refusal

START = datetime(2026, 1, 1, tzinfo=UTC)
TWO = LadderSettings()
THREE = LadderSettings(seats=3)
FOUR = LadderSettings(seats=4, reach=4)


def day(number: float) -> datetime:
    """A time, in days from the start."""
    return START + timedelta(days=number)


def member(number: int) -> MemberId:
    """The number of a member."""
    return MemberId(number)


def members(*numbers: int) -> tuple[MemberId, ...]:
    """Numbers of members."""
    return tuple(map(MemberId, numbers))


def ladder(settings: LadderSettings, count: int = 6) -> Ladder:
    """A ladder with `count` members, in the order of their numbers."""
    joined = [Joined(member(number), START) for number in range(1, count + 1)]
    return fold([Opened(settings, START), *joined])


def after(now: Ladder, *events: Event) -> Ladder:
    """The ladder after some events."""
    for event in events:
        now = now.apply(event)
    return now


def challenge(now: Ladder, who: int, *whom: int, at: float = 1) -> Ladder:
    """A challenge."""
    return now.apply(Challenged(member(who), members(*whom), day(at)))


def played(now: Ladder, who: int, *whom: int, ranks: tuple[int, ...], at: float = 1) -> Ladder:
    """A challenge that everybody accepts, and its result."""
    now = challenge(now, who, *whom, at=at)
    accepted = [Accepted(now.made, member(one), day(at)) for one in whom]
    return after(now, *accepted, Played(now.made, ranks, day(at)))


def test_who_joins_comes_in_at_the_bottom() -> None:
    """Under the next number, or under their own if they come back; who leaves makes room."""
    now = ladder(TWO, 3).apply(Left(member(2), day(1)))
    assert now.places == members(1, 3)
    assert refusal(now, Left(member(2), day(1))) == ("unknown-entrant", {"entrant": 2})
    for number in (0, 5):
        event = Joined(member(number), day(1))
        assert refusal(now, event) == ("wrong-number", {"number": 4})
    assert refusal(now, Joined(member(3), day(1))) == ("on-ladder", {})
    now = after(now, Joined(member(4), day(1)), Joined(member(2), day(2)))
    assert (now.places, now.last) == (members(1, 3, 4, 2), 4)


@pytest.mark.parametrize(
    ("ranks", "places"),
    [
        ((1, 2), (1, 5, 2, 3, 4, 6)),
        ((2, 1), (1, 2, 3, 4, 5, 6)),
        ((1, 1), (1, 2, 3, 4, 5, 6)),
        ((2, 2), (1, 2, 3, 4, 5, 6)),
    ],
)
def test_a_challenger_who_wins_takes_the_place(
    ranks: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """Those in between move down by one; after a loss or a draw nobody moves."""
    now = played(ladder(TWO), 5, 2, ranks=ranks)
    assert now.places == members(*places)
    assert not now.challenges


def test_a_place_that_is_no_longer_above_is_not_taken() -> None:
    """The challenger has passed the challenged in the meantime."""
    now = after(challenge(ladder(TWO), 5, 4), Accepted(1, member(4), day(1)))
    now = after(now, Moved(member(5), 2, "a mistake", day(1)), Played(1, (1, 2), day(2)))
    assert now.places == members(1, 5, 2, 3, 4, 6)


@pytest.mark.parametrize(
    ("ranks", "places"),
    [
        ((1, 2, 3), (1, 5, 2, 4, 3, 6)),
        ((3, 1, 2), (1, 2, 3, 4, 5, 6)),
        ((2, 3, 1), (1, 3, 5, 4, 2, 6)),
        ((1, 1, 3), (1, 2, 5, 4, 3, 6)),
        ((1, 1, 1), (1, 2, 3, 4, 5, 6)),
        ((1, 2, 2), (1, 5, 2, 4, 3, 6)),
        ((3, 3, 3), (1, 2, 3, 4, 5, 6)),
    ],
)
def test_a_table_orders_itself_anew_among_its_places(
    ranks: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """Five challenges two and three; four is not at the table and stays. Members who share a rank
    keep their order.
    """
    assert played(ladder(THREE), 5, 2, 3, ranks=ranks).places == members(*places)


def test_a_table_for_four() -> None:
    """The last becomes the first."""
    now = played(ladder(FOUR), 5, 1, 2, 4, ranks=(1, 2, 3, 4))
    assert now.places == members(5, 1, 3, 2, 4, 6)


def test_who_refuses_has_lost() -> None:
    """Two: the challenger takes the place. Three: whoever refuses gets the lowest of the places."""
    assert challenge(ladder(TWO), 5, 2).apply(Refused(1, member(2), day(2))).places == members(
        1, 5, 2, 3, 4, 6
    )
    now = challenge(ladder(THREE), 5, 2, 3).apply(Accepted(1, member(3), day(1)))
    now = now.apply(Refused(1, member(2), day(2)))
    assert now.places == members(1, 3, 5, 4, 2, 6)
    assert not now.challenges


def test_who_does_not_answer_in_time_has_lost() -> None:
    """When the caller who watches the time says that it is over: the log only has times of day, and
    the bot may have been down. Until it has lapsed, a challenge can be accepted.
    """
    now = challenge(ladder(THREE), 5, 2, 3).apply(Accepted(1, member(2), day(1)))
    assert due(now, day(9)) == due(now, day(9), {2}) == ()
    assert due(now, day(4), {1}) == (Lapsed(1, day(4)),)
    assert after(now, *due(now, day(4), {1})).places == members(1, 2, 5, 4, 3, 6)
    done = now.apply(Accepted(1, member(3), day(9)))
    assert refusal(done, Lapsed(1, day(9))) == ("not-due", {})
    assert due(done, day(9), {1}) == ()


def test_only_those_above_within_reach_are_challenged() -> None:
    """Up to three places; a table needs its number of opponents, each named once."""
    now = ladder(TWO)
    far = {"reach": 3}
    event = Challenged(member(5), members(1), day(1))
    assert refusal(now, event) == ("out-of-reach", {"entrant": 1, **far})
    event = Challenged(member(5), members(6), day(1))
    assert refusal(now, event) == ("out-of-reach", {"entrant": 6, **far})
    assert now.reachable(member(5), day(1)) == members(2, 3, 4)
    assert now.reachable(member(1), day(1)) == ()
    for whom in ((), (5,), (2, 3), (2, 2)):
        event = Challenged(member(5), members(*whom), day(1))
        assert refusal(now, event) == ("wrong-tables", {"most": 2})
    event = Challenged(member(5), members(9), day(1))
    assert refusal(now, event) == ("unknown-entrant", {"entrant": 9})


def test_one_challenge_runs_each_way() -> None:
    """A member challenges once at a time and is challenged once, the same two never both ways."""
    now = challenge(ladder(TWO), 5, 4)
    assert refusal(now, Challenged(member(5), members(3), day(1))) == ("already-challenging", {})
    event = Challenged(member(6), members(4), day(1))
    assert refusal(now, event) == ("already-challenged", {"entrant": 4})
    assert now.reachable(member(6), day(1)) == members(3, 5)
    both = challenge(challenge(now, 4, 3), 6, 5)
    assert [one.number for one in both.running(member(5))] == [1, 3]
    above = now.apply(Moved(member(5), 4, "a mistake", day(1)))
    event = Challenged(member(4), members(5), day(1))
    assert refusal(above, event) == ("already-challenged", {"entrant": 5})


def test_the_same_two_cool_down() -> None:
    """In either direction, and all who sat at one table."""
    now = played(ladder(TWO), 5, 4, ranks=(1, 2))
    cooling = ("cooling-down", {"entrant": 5, "until": day(15).isoformat()})
    assert refusal(now, Challenged(member(4), members(5), day(14.9))) == cooling
    assert challenge(now, 4, 5, at=15).made == 2
    assert now.reachable(member(4), day(2)) == members(2, 3)
    assert {one: error.code for one, error in now.blocked(member(4), day(2)).items()} == {
        member(5): "cooling-down"
    }
    table = played(ladder(THREE), 5, 3, 4, ranks=(3, 1, 2))
    assert refusal(table, Challenged(member(4), members(3, 2), day(2)))[0] == "cooling-down"


def test_the_same_two_cool_down_even_if_they_leave_and_come_back() -> None:
    """Whoever of them does."""
    now = played(ladder(TWO), 6, 5, ranks=(2, 1))
    for gone in (6, 5):
        now = after(now, Left(member(gone), day(2)), Joined(member(gone), day(2)))
    cooling = ("cooling-down", {"entrant": 6, "until": day(15).isoformat()})
    assert refusal(now, Challenged(member(5), members(6), day(14.9))) == cooling
    assert challenge(now, 5, 6, at=15).made == 2


def test_who_did_not_want_to_play_cools_down_with_the_others() -> None:
    """The others at the table haven't met, nor have those whose challenge was taken back."""
    refused = challenge(ladder(THREE), 6, 4, 5).apply(Refused(1, member(4), day(1)))
    lapsed = challenge(ladder(THREE), 6, 4, 5).apply(Accepted(1, member(5), day(1)))
    for now in (refused, lapsed.apply(Lapsed(1, day(1)))):
        assert now.places == members(1, 2, 3, 5, 6, 4)
        assert refusal(now, Challenged(member(4), members(6, 3), day(2)))[0] == "cooling-down"
        assert challenge(now, 6, 5, 3, at=2).made == 2
    recalled = challenge(ladder(TWO), 5, 4).apply(Recalled(1, day(1)))
    assert challenge(recalled, 5, 4, at=2).made == 2


def test_a_challenge_can_be_taken_back_until_it_is_accepted() -> None:
    """The places stay as they are."""
    now = challenge(ladder(THREE), 5, 3, 4).apply(Accepted(1, member(4), day(1)))
    assert now.apply(Recalled(1, day(1))).places == members(1, 2, 3, 4, 5, 6)
    now = now.apply(Accepted(1, member(3), day(1)))
    assert refusal(now, Recalled(1, day(1))) == ("being-played", {})


def test_only_who_is_asked_answers() -> None:
    """Only once; and a result needs all answers, and possible ranks."""
    now = challenge(ladder(THREE), 5, 3, 4)
    for number in (5, 1):
        event = Accepted(1, member(number), day(1))
        assert refusal(now, event) == ("not-asked", {"entrant": number})
    assert refusal(now, Played(1, (1, 2, 3), day(1))) == ("not-accepted", {})
    now = now.apply(Accepted(1, member(4), day(1)))
    assert refusal(now, Refused(1, member(4), day(1))) == ("not-asked", {"entrant": 4})
    now = now.apply(Accepted(1, member(3), day(1)))
    for ranks in ((1, 2), (0, 1, 2), (1, 2, 4)):
        assert refusal(now, Played(1, ranks, day(1))) == ("wrong-ranks", {"seats": 3})
    assert refusal(now, Played(2, (1, 2, 3), day(1))) == ("unknown-challenge", {"number": 2})


def test_who_leaves_takes_their_challenges_along() -> None:
    """Their challenges end without a result; those of others go on."""
    now = challenge(challenge(challenge(ladder(TWO), 5, 4), 4, 3), 6, 5)
    now = now.apply(Left(member(4), day(2)))
    assert now.places == members(1, 2, 3, 5, 6)
    assert list(now.challenges) == [3]
    assert due(now, day(9), {1, 3}) == (Lapsed(3, day(9)),)


def test_who_is_idle_drops() -> None:
    """Behind the next three who are active; no idle member passes another one."""
    now = played(ladder(TWO), 6, 5, ranks=(2, 1), at=28)
    now = played(now, 4, 3, ranks=(2, 1), at=28)
    assert due(now, day(29.9)) == ()
    assert due(now, day(30)) == (Dropped(member(2), day(30)), Dropped(member(1), day(30)))
    dropped = after(now, *due(now, day(30)))
    assert dropped.places == members(3, 4, 5, 1, 2, 6)
    assert due(dropped, day(30)) == ()
    for number in (1, 3):
        assert refusal(dropped, Dropped(member(number), day(31))) == ("not-due", {})
    again = played(dropped, 6, 5, ranks=(2, 1), at=50)
    assert due(again, day(57.9)) == ()
    assert Dropped(member(2), day(60)) in due(again, day(60))


def test_who_has_a_challenge_running_is_not_idle() -> None:
    """However long it takes."""
    now = challenge(ladder(TWO), 2, 1).apply(Accepted(1, member(1), day(1)))
    now = played(now, 6, 5, ranks=(2, 1), at=90)
    assert due(now, day(99)) == (Dropped(member(4), day(99)), Dropped(member(3), day(99)))


def test_if_all_are_idle_nobody_moves() -> None:
    """There is nobody to drop behind."""
    assert due(ladder(TWO), day(99)) == ()


def test_the_director_annuls_and_moves_with_a_reason() -> None:
    """A challenge that is annulled starts no cooldown; a member can only be moved to an existing
    place.
    """
    now = challenge(ladder(TWO), 5, 4)
    assert challenge(now.apply(Annulled(1, "why", day(1))), 5, 4).made == 2
    assert now.apply(Moved(member(1), 6, "why", day(1))).places == members(2, 3, 4, 5, 6, 1)
    for place in (0, 7):
        assert refusal(now, Moved(member(1), place, "why", day(1))) == ("wrong-place", {"most": 6})
    assert refusal(now, Moved(member(9), 1, "why", day(1))) == ("unknown-entrant", {"entrant": 9})


def test_a_closed_ladder_stays_as_it_is() -> None:
    """Nothing is running, nothing can happen, nothing is due."""
    now = challenge(ladder(TWO), 5, 4)
    closed = now.apply(Closed("why", day(1)))
    assert closed.closed
    assert closed.reason == "why"
    assert not closed.challenges
    assert refusal(closed, Joined(member(7), day(2))) == ("closed", {})
    assert due(closed, day(99), {1}) == ()
    assert closed.reachable(member(5), day(2)) == ()


def test_a_log_begins_once() -> None:
    """With the opening."""
    with pytest.raises(CompetitionError, match="not-open"):
        fold([Joined(member(1), START)])
    assert refusal(ladder(TWO), Opened(TWO, START)) == ("not-open", {})


@pytest.mark.parametrize(
    ("name", "value", "least"),
    [("seats", 5, 2), ("reach", 0, 1), ("answer", 0, 1), ("cooldown", -1, 0), ("idle", 0, 1)],
)
def test_impossible_settings_are_refused(name: str, value: int, least: int) -> None:
    """The refusal names the possible values."""
    with pytest.raises(CompetitionError) as caught:
        LadderSettings(**{name: value})
    assert caught.value.fields["name"] == name
    assert caught.value.fields["least"] == least


def test_a_table_needs_the_reach_for_its_opponents() -> None:
    """Otherwise nobody could ever challenge."""
    with pytest.raises(CompetitionError) as caught:
        LadderSettings(seats=4, reach=2)
    assert caught.value.fields == {"name": "reach", "least": 3, "most": 99}
