"""Hard ends, clocks that keep to them, rounds at fixed times, competitions that are held again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, text

import matches
from competitions.log import creation
from competitions.model.errors import CompetitionError
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.tournaments import queries
from competitions.tournaments.direction import change, hand_over, start
from competitions.tournaments.games import by_time
from competitions.tournaments.repeats import later as later_by
from competitions.tournaments.repeats import next_terms
from competitions.tournaments.rulings import take_back
from competitions.tournaments.settlement import HARD_END
from competitions.tournaments.upkeep import advance, take_due
from matches import privacy
from matches.archive import verify
from matches.clocks import vacations
from matches.clocks.downtime import credit_downtime, heartbeat
from matches.model.clock import Clock as TimeControl
from matches.model.computer_players import of_level
from matches.model.ids import ChannelId
from storage import competitions as rows
from storage.database import Database
from storage.downtime import record_downtime, total_downtime
from storage.transactions import transaction
from tests.competitions.kills import another
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    EVE,
    HOST,
    Open,
    join,
    later,
    play_round,
    ruled,
    terms,
    win,
)
from tests.matches.beats import alive
from tests.matches.conftest import Clock

DAY = timedelta(days=1)


async def test_matches_have_ended_by_the_hard_end(db: Database, hold: Open, clock: Clock) -> None:
    """All seats together have as much time as the round may take, which leaves as much for the
    others.
    """
    held = await hold(unfinished="time", ends_at=later(clock, days=30))
    match = await matches.get(db, held.matches[1, 1, 0])
    assert str(match.clock) == "3d/5d"
    assert match.left == (5 * DAY, 5 * DAY)
    assert match.due_at == clock() + 3 * DAY
    for days in (2, 1, 2, 1):
        clock.turn(days=days)
        assert match.player_to_move is not None
        match = (await matches.play(db, match.id, match.player_to_move, "step")).match
    assert match.left == (DAY, 3 * DAY)
    assert match.due_at == clock() + DAY
    assert {one.fault async for one in verify.replays(db)} == {None}
    clock.turn(days=1)
    for match_id in await matches.due_now(db):
        await matches.expire(db, match_id)
    held = await advance(db, held.id)
    assert held.competition.outcomes[1, 1, 0] == Outcome((2, 1), "time")


async def test_time_decides_without_regard_to_whose_turn_it_is(
    db: Database, hold: Open, clock: Clock
) -> None:
    """Nobody can snipe: whoever has used more time is behind."""
    held = await hold(Settings("knockout"), 2, unfinished="time", ends_at=later(clock, days=10))
    game = (1, 1, 0)
    match = await matches.get(db, held.matches[game])
    first, second = match.seated
    clock.turn(days=2)
    match = (await matches.play(db, match.id, first, "step")).match
    assert by_time(held, game, match, clock()) == Outcome((2, 1), "adjudged")
    assert by_time(held, game, match, clock() + DAY) == Outcome((2, 1), "adjudged")
    assert by_time(held, game, match, clock() + 2.5 * DAY) == Outcome((1, 2), "adjudged")
    assert by_time(held, game, replace(match, left=()), clock()) == Outcome((1, 1), "adjudged")
    asked = await matches.ask_to_adjourn(db, match.id, first)
    assert asked.match.request is not None
    await matches.grant(db, match.id, second, request=asked.match.request.seq)
    clock.turn(days=8)
    held = await advance(db, held.id)
    assert held.competition.outcomes[game] == Outcome((2, 1), "adjudged")


async def test_known_vacations_give_more_time_a_turn(
    db: Database, hold: Open, clock: Clock
) -> None:
    """But not in total; vacations announced later change nothing."""
    await vacations.take_vacation(db, ANN, later(clock, days=3), later(clock, days=1))
    held = await hold(ends_at=later(clock, days=60))
    found = [await matches.get(db, one) for one in held.matches.values()]
    (match,) = [one for one in found if ANN in one.players]
    assert str(match.clock) == "5d/10d"
    player = match.player_to_move
    assert player is not None
    await vacations.take_vacation(db, player, later(clock, days=9), later(clock, days=4))
    assert (await matches.get(db, match.id)).due_at == match.due_at


async def test_live_matches_keep_their_clock(db: Database, hold: Open, clock: Clock) -> None:
    """They are over by then in any case."""
    live = TimeControl.read("5m+5s")
    held = await hold(clock=live, ends_at=later(clock, days=2))
    assert (await matches.get(db, held.matches[1, 1, 0])).clock == live
    held = await hold(clock=live, ends_at=later(clock, hours=1))
    assert str((await matches.get(db, held.matches[1, 1, 0])).clock) == "10m/10m"


async def test_downtime_moves_the_hard_end(db: Database, hold: Open, clock: Clock) -> None:
    """Nobody loses time because the bot was down."""
    await heartbeat(db)
    held = await hold(ends_at=later(clock, days=2))
    end = held.terms.ends_at
    assert end is not None
    clock.turn(days=1)
    await credit_downtime(db)
    clock.turn(days=1)
    held = await advance(db, held.id)
    assert held.terms.ends_at == end + DAY
    assert held.next_at == held.terms.ends_at
    assert held.competition.undecided != ()
    (line,) = (await queries.in_guild(db, held.terms.guild)).lines
    assert line.ends_at == held.terms.ends_at


async def test_end_without_a_start(db: Database, hold: Open, clock: Clock) -> None:
    """Sign-up ends at the hard end, however many have signed up by then."""
    held = await hold(begun=False, ends_at=later(clock, days=2))
    assert (await advance(db, held.id)).next_at == held.terms.ends_at
    clock.turn(days=2)
    with pytest.raises(CompetitionError, match="time-up"):
        await start(db, held.id, HOST)
    with pytest.raises(CompetitionError, match="time-up"):
        await join(db, held.id, EVE)
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    assert (held.competition.status, held.competition.reason) == ("cancelled", HARD_END)


async def test_rounds_at_fixed_times(db: Database, hold: Open, clock: Clock) -> None:
    """The next one waits for its time; unfinished games are decided then."""
    held = await hold(each_round=timedelta(days=4))
    began = clock()
    match = await matches.get(db, held.matches[1, 1, 0])
    assert str(match.clock) == "2d/2d"
    held = await play_round(db, held)
    assert len(held.competition.rounds) == 1
    assert held.next_at == began + 4 * DAY
    clock.turn(days=4)
    held = await advance(db, held.id)
    assert len(held.competition.rounds) == 2
    await win(db, held, held.competition.undecided[0])
    clock.turn(days=4)
    held = await advance(db, held.id)
    assert len(held.competition.rounds) == 3
    hows = sorted(one.how for game, one in held.competition.outcomes.items() if game[0] == 2)
    assert hows == ["adjudged", "played"]
    held = await play_round(db, held)
    assert held.competition.status == "over", "nothing has to be waited for"


async def test_a_round_that_begins_late_lasts_as_long(
    db: Database, hold: Open, clock: Clock
) -> None:
    """Whether the director or upkeep was late: its games are opened, with as much time as those of
    other rounds.
    """
    held = await hold(each_round=4 * DAY, unfinished="director")
    clock.turn(days=4)
    held = await advance(db, held.id)
    assert len(held.competition.stalled) == 2
    clock.turn(days=9)
    for game in held.competition.undecided:
        held = await ruled(db, held, game, 1, 2)
    held = await advance(db, held.id)
    assert len(held.competition.rounds) == 2
    assert held.competition.stalled == frozenset()
    assert held.round_ends_at == held.next_at == clock() + 4 * DAY
    match = await matches.get(db, held.matches[2, 1, 0])
    assert str(match.clock) == "2d/2d"
    clock.turn(days=1)
    held = await play_round(db, held)
    assert len(held.competition.rounds) == 2
    clock.turn(days=3)
    assert len((await advance(db, held.id)).competition.rounds) == 3


async def test_a_round_that_is_paired_anew_begins_anew(
    db: Database, hold: Open, clock: Clock
) -> None:
    """At once, not when its predecessor would have ended."""
    held = await hold(Settings("swiss", rounds=2), 4, each_round=4 * DAY)
    clock.turn(days=1)
    held = await take_back(db, held.id, HOST, 1, reason="Wrong seeds.")
    assert held.round_ends_at is None
    held = await advance(db, held.id)
    assert len(held.matches) == 2
    assert held.round_ends_at == clock() + 4 * DAY


async def test_downtime_moves_the_end_of_a_round(db: Database, hold: Open, clock: Clock) -> None:
    """Nobody loses time because the bot was down; what was over before stays over."""
    await heartbeat(db)
    held = await play_round(db, await hold(each_round=2 * DAY))
    end = later(clock, days=2)
    clock.turn(days=1)
    await credit_downtime(db)
    clock.turn(days=1)
    await alive(db, clock)
    held = await advance(db, held.id)
    assert held.round_ends_at == held.next_at == end + DAY
    assert len(held.competition.rounds) == 1
    stored = (await privacy.stored(db, ANN))["tables"]["competition"][0]
    assert stored["round_ends_at"] == (end + DAY).isoformat()
    assert not [name for name in stored if "downtime" in name]
    clock.turn(days=2)
    await alive(db, clock)
    clock.turn(days=5)
    await credit_downtime(db)
    assert (await queries.get(db, held.id)).round_ends_at == end + DAY
    held = await advance(db, held.id)
    assert len(held.competition.rounds) == 2
    assert held.round_ends_at == clock() + 2 * DAY


async def test_ends_are_reckoned_again_after_a_downtime(
    db: Database, hold: Open, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the downtime is recorded while somebody is about to store them."""
    downtimes = list[timedelta]()

    def total(connection: Connection) -> int:
        found = total_downtime(connection)
        if downtimes:
            record_downtime(connection, clock() - downtimes.pop(), clock())
        return found

    monkeypatch.setattr(rows, "total_downtime", total)
    downtimes.append(DAY)
    held = await hold(begun=False, count=2, ends_at=later(clock, days=9))
    assert (downtimes, held.terms.ends_at) == ([], later(clock, days=9))
    held = await hold(begun=False, count=2, each_round=4 * DAY)
    await start(db, held.id, HOST)
    downtimes.append(DAY)
    held = await advance(db, held.id)
    assert (downtimes, held.round_ends_at) == ([], later(clock, days=4))


async def test_held_again(db: Database, hold: Open, clock: Clock) -> None:
    """Once it has begun, sign-up for the next one begins, once, with later times."""
    held = await hold(
        repeats="month", starts_at=later(clock, days=1), ends_at=later(clock, days=20), begun=False
    )
    assert (await queries.in_guild(db, held.terms.guild)).count == 1
    clock.turn(days=1)
    held = await advance(db, held.id)
    await advance(db, held.id)
    page = await queries.in_guild(db, held.terms.guild, statuses=("open",))
    (following,) = page.lines
    assert held.terms.starts_at is not None
    assert following.starts_at == held.terms.starts_at.replace(month=2)
    assert following.ends_at == following.starts_at + 19 * DAY
    assert (following.name, following.entrants) == ("Cup", 0)
    clock.turn(days=31)
    await advance(db, following.id)
    held = await queries.get(db, following.id)
    assert held.competition.status == "cancelled", "too few"
    page = await queries.in_guild(db, held.terms.guild, statuses=("open",))
    assert [one.starts_at for one in page.lines] == [following.starts_at.replace(month=3)]


@pytest.mark.parametrize("start", [None, 1], ids=["when_full", "at_a_time"])
async def test_held_again_if_it_never_began(
    db: Database, hold: Open, clock: Clock, start: int | None
) -> None:
    """Because its hard end came first, or the bot was down until then; the next one is as long."""
    starts_at = None if start is None else later(clock, days=start)
    held = await hold(
        repeats="week", starts_at=starts_at, ends_at=later(clock, days=5), begun=False, count=1
    )
    opened, again = clock(), DAY * (7 + (start or 0))
    clock.turn(days=6)
    held = await advance(db, held.id)
    assert (held.competition.status, held.competition.reason) == ("cancelled", HARD_END)
    (line,) = (await queries.in_guild(db, held.terms.guild, statuses=("open",))).lines
    assert line.starts_at == opened + again
    assert line.ends_at == line.starts_at + DAY * (5 - (start or 0))


async def test_held_again_with_what_is_refused_today(
    db: Database, hold: Open, url: str, clock: Clock
) -> None:
    """A knockout with a number of rounds, opened when that was still ignored, repeats."""
    held = await hold(
        Settings("knockout"), 2, repeats="week", starts_at=later(clock, days=1), begun=False
    )
    before = {"text": "knockout rounds=5 cycles=2"}

    def as_before(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(text("UPDATE competition SET settings = :text"), before)
            connection.execute(
                text("UPDATE competition_entry SET text = :text WHERE kind = 'open'"), before
            )

    await db.write(as_before)
    clock.turn(days=1)
    async with another(url, clock) as after:
        held = await advance(after, held.id)
        assert (held.competition.status, held.competition.settings.rounds) == ("running", 5)
        (following,) = (await queries.in_guild(after, held.terms.guild, statuses=("open",))).lines
        assert following.settings == held.competition.settings


async def test_every_month_on_the_day_of_the_first(db: Database, hold: Open, clock: Clock) -> None:
    """Or on the last day of a month without it."""
    held = await hold(repeats="month", starts_at=later(clock, days=30), begun=False, count=1)
    starts = []
    for _ in range(4):
        assert held.terms.starts_at is not None
        starts.append((held.terms.starts_at.month, held.terms.starts_at.day))
        clock.turn(days=(held.terms.starts_at - clock()).days)
        await advance(db, held.id)
        (line,) = (await queries.in_guild(db, held.terms.guild, statuses=("open",))).lines
        held = await queries.get(db, line.id)
    assert starts == [(1, 31), (2, 28), (3, 31), (4, 30)]


async def test_not_held_again_by_somebody_who_directs_enough(
    db: Database, hold: Open, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that has begun counts, but not one that couldn't begin."""
    monkeypatch.setattr(creation, "HOSTED", 1)
    few = await hold(repeats="week", starts_at=later(clock, days=1), begun=False, count=1)
    clock.turn(days=1)
    assert (await advance(db, few.id)).competition.status == "cancelled"
    (line,) = (await queries.in_guild(db, few.terms.guild)).lines
    for player in (ANN, BOB):
        await join(db, line.id, player)
    clock.turn(days=7)
    assert (await advance(db, line.id)).competition.status == "running"
    assert [one.id for one in (await queries.in_guild(db, few.terms.guild)).lines] == [line.id]


def test_held_again_without_an_end(clock: Clock) -> None:
    """Starts in the past are skipped."""
    usual, now = terms(), clock()
    found = next_terms(replace(usual, starts_at=now), "week", now + 15 * DAY, now + DAY)
    assert (found.starts_at, found.ends_at) == (now + 21 * DAY, None)
    assert next_terms(usual, "week", now, now).starts_at == now + 7 * DAY


def test_months_and_weeks() -> None:
    """The same day of a later month, or its last day."""
    time = datetime(2030, 1, 31, 18, tzinfo=UTC)
    assert later_by(time, "month", 1, 31) == datetime(2030, 2, 28, 18, tzinfo=UTC)
    assert later_by(time, "month", 12, 31) == datetime(2031, 1, 31, 18, tzinfo=UTC)
    assert later_by(time, "week", 2, 31) == datetime(2030, 2, 14, 18, tzinfo=UTC)


async def test_changed_and_handed_over(db: Database, hold: Open, clock: Clock) -> None:
    """Name, channel and director, while it is running."""
    held = await hold(ends_at=later(clock, days=3))
    held = await change(db, held.id, HOST, name=" New  Cup ", channel=ChannelId(72))
    assert (held.terms.name, held.terms.channel) == ("New Cup", 72)
    held = await change(db, held.id, HOST, name="Newer Cup")
    assert (held.terms.name, held.terms.channel) == ("Newer Cup", 72)
    held = await change(db, held.id, HOST, channel=ChannelId(73))
    assert (held.terms.name, held.terms.channel) == ("Newer Cup", 73)
    held = await hand_over(db, held.id, HOST, CAT)
    with pytest.raises(CompetitionError, match="not-director"):
        await change(db, held.id, HOST, name="Mine")
    with pytest.raises(CompetitionError, match="wrong-name"):
        await change(db, held.id, CAT, name=" \n ")
    with pytest.raises(CompetitionError, match="no-person"):
        await hand_over(db, held.id, BOB, of_level(1), manager=True)
    clock.turn(days=3)
    held = await advance(db, held.id)
    assert held.competition.status == "over"
    with pytest.raises(CompetitionError, match="not-running"):
        await change(db, held.id, CAT, name="Late")
