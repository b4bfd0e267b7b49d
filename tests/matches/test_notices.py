"""Notices: written with the turn, taken by one sender at a time, gone once they are sent."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, select

import matches
from matches import Match, errors, notices, quiet
from matches.clock import Clock as TimeControl
from matches.desk import key_of
from matches.notices import LEASE, Notice
from matches.owing import GRACE, board_key, moved
from storage.database import Database
from storage.schema import notice
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, HERE, Clock, Play, Start

SECOND = timedelta(seconds=1)


async def _owed(db: Database) -> dict[str, datetime]:
    """All that is owed: from when on, by key."""
    query = select(notice.c.key, notice.c.due_at)
    return dict(await db.read(lambda connection: connection.execute(query).all()))


async def _taken(db: Database) -> list[str]:
    return [one.key for one in await notices.due(db)]


async def test_a_board_is_owed_for_the_start_and_each_turn(
    db: Database, start: Start, turns: Play
) -> None:
    """Each change of the position owes one board; drafts, prepared turns and offers owe none."""
    match = await start()
    keys = [board_key(match)]
    for text in ("step", "step"):
        match = (await turns(match, text)).match
        keys.append(board_key(match))
    await matches.play(db, match.id, ANN, "jump")
    await matches.prepare(db, match.id, BOB, "step; step")
    await matches.offer_draw(db, match.id, BOB)
    assert sorted(await _owed(db)) == sorted(keys)


async def test_a_refused_turn_owes_nothing(db: Database, start: Start, turns: Play) -> None:
    """What is not entered is not told."""
    match = await start()
    await turns(match, "step")
    before = await _owed(db)
    with pytest.raises(errors.StaleMatch):
        await matches.play(db, match.id, BOB, "step", seq=match.seq - 1)
    assert await _owed(db) == before


async def test_a_table_that_closes_owes_nothing(db: Database) -> None:
    """Before the start there is no board."""
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    await matches.close_table(db, table.id, ANN)
    assert await _owed(db) == {}


async def test_whoever_entered_a_turn_goes_first(db: Database, start: Start, clock: Clock) -> None:
    """A board is left alone for a while, then taken once, and again if its sender never says that
    it is sent; with the same nonce, and counted.
    """
    match = await start()
    clock.turn(seconds=GRACE.total_seconds() - 1)
    assert await notices.due(db) == []
    clock.turn(seconds=2)
    assert [(one.key, one.attempts) for one in await notices.due(db)] == [(board_key(match), 1)]
    assert await notices.due(db) == []
    clock.turn(seconds=LEASE.total_seconds() + 1)
    again = await notices.due(db)
    assert [(one.nonce, one.attempts) for one in again] == [(board_key(match), 2)]
    await notices.done(db, board_key(match))
    clock.turn(days=1)
    assert await notices.due(db) == []
    assert not await notices.is_owed(db, board_key(match))


async def test_what_takes_long_can_be_held(db: Database, start: Start, clock: Clock) -> None:
    """A sender that is slow keeps others away."""
    match = await start()
    clock.turn(seconds=GRACE.total_seconds() - 1)
    await notices.hold(db, [board_key(match)])
    clock.turn(seconds=LEASE.total_seconds() - 1)
    assert await notices.due(db) == []
    clock.turn(seconds=2)
    assert await _taken(db) == [board_key(match)]


async def test_several_senders_share_the_work(
    db: Database, url: str, start: Start, clock: Clock
) -> None:
    """Each notice is taken by exactly one of several processes that look at the same time."""
    keys = sorted([board_key(await start()) for _ in range(24)])
    clock.turn(minutes=1)
    others = [Database.connect(url, now=clock) for _ in range(3)]
    found: list[str] = []
    try:
        while new := await asyncio.gather(*(notices.due(one, 3) for one in [db, *others])):
            if not any(new):
                break
            found += [one.key for some in new for one in some]
    finally:
        for other in others:
            await other.close()
    assert sorted(found) == keys


async def test_who_prefers_a_message_of_his_own_gets_one(
    db: Database, start: Start, turns: Play
) -> None:
    """It is owed at once, to the player to move only; whoever is not to move hears nothing."""
    await notices.prefer(db, BOB, notices="direct")
    match = await start()
    assert await _taken(db) == []
    match = (await turns(match, "step")).match
    (mine,) = await notices.due(db)
    assert (mine.kind, mine.seat, mine.base) == ("turn", 2, match.base)
    await turns(match, "step")
    assert await _taken(db) == []


async def test_the_end_is_told_to_all(db: Database, start: Start) -> None:
    """All who prefer messages of their own hear of the end."""
    for player in (ANN, CAT):
        await notices.prefer(db, player, notices="direct")
    match = await start(ANN, BOB, CAT)
    (first,) = await notices.due(db)
    await notices.done(db, first.key)
    for player in (BOB, ANN):
        await matches.resign(db, match.id, player)
    told = [one for one in await notices.due(db) if one.base == (await _now(db, match)).base]
    assert sorted((one.kind, one.seat or 0) for one in told) == [("turn", 1), ("turn", 3)]
    assert len({one.nonce for one in told}) == 2
    assert all(len(one.nonce) <= 25 for one in told)


async def _now(db: Database, match: Match) -> Match:
    return await matches.get(db, match.id)


async def test_a_notice_tells_what_it_was_written_for(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """Also when the match has gone on since: the position, the turns and the events of then."""
    match = await start()
    played = [await turns(match, text) for text in ("block", "step", "run end", "step")]
    resigned = await matches.resign(db, match.id, ANN)
    clock.turn(minutes=1)
    found = {one.key: one for one in await notices.due(db)}
    for then in (*played, resigned):
        told = await notices.told(db, found[board_key(then.match)])
        assert str(told.match.position) == str(then.match.position)
        assert told.match.status == then.match.status
        assert [one.turn for one in told.turns] == [one.turn for one in then.turns]
        assert told.events == then.events
        assert told.match.base == then.match.base


async def test_a_turn_costs_one_statement_more(db: Database, start: Start) -> None:
    """However many are owed something, they are noted at once."""
    await notices.prefer(db, BOB, notices="direct")
    match = await start()
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        seen.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    await matches.play(db, match.id, ANN, "step")
    assert len([one for one in seen if "notice" in one]) == 1, seen


# Preferences


async def test_preferences(db: Database) -> None:
    """What is chosen replaces only itself; what does not exist can't be chosen."""
    assert await notices.called(db, [ANN, BOB]) == (ANN, BOB)
    await notices.prefer(db, ANN, notices="direct", locale="de")
    await notices.prefer(db, ANN, quiet="22-8", zone="Europe/Berlin")
    await notices.prefer(db, ANN, quiet=None)
    known = (await notices.preferences(db, [ANN]))[ANN]
    assert known == {"notices": "direct", "locale": "de", "zone": "Europe/Berlin"}
    assert await notices.called(db, [ANN, BOB]) == (BOB,)
    for wrong in ({"notices": "pigeon"}, {"quiet": "late"}, {"zone": "Mars/Olympus"}):
        with pytest.raises(ValueError, match=r"."):
            await notices.prefer(db, ANN, **wrong)
    assert (await notices.preferences(db, [ANN]))[ANN] == known


@pytest.mark.parametrize(
    ("now", "hours", "zone", "expected"),
    [
        ("2030-01-01T12:00", "22-8", "UTC", "2030-01-01T12:00"),
        ("2030-01-01T22:00", "22-8", "UTC", "2030-01-02T08:00"),
        ("2030-01-02T03:30", "22-8", "UTC", "2030-01-02T08:00"),
        ("2030-01-02T08:00", "22-8", "UTC", "2030-01-02T08:00"),
        ("2030-01-01T21:30", "22-8", "Europe/Berlin", "2030-01-02T07:00"),
        ("2030-07-01T20:30", "22 - 8", "Europe/Berlin", "2030-07-02T06:00"),
        ("2030-01-01T13:15", "12-14", "UTC", "2030-01-01T14:00"),
        ("2030-01-01T02:00", "0-6", "Asia/Tokyo", "2030-01-01T02:00"),
    ],
)
def test_quiet_hours(now: str, hours: str, zone: str, expected: str) -> None:
    """They go by the clock on the player's wall, over midnight and in summer time."""
    found = quiet.until({"quiet": hours, "zone": zone}, datetime.fromisoformat(f"{now}+00:00"))
    assert found == datetime.fromisoformat(expected).replace(tzinfo=UTC)


# Reminders


async def _timed(db: Database, control: str) -> Match:
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, invited=[BOB], seating="chosen",
        clock=TimeControl.read(control),
    )  # fmt: skip
    return await matches.accept(db, table.id, BOB)


def _reminders(found: dict[str, datetime], now: datetime) -> list[timedelta]:
    return sorted(due - now for key, due in found.items() if ".r" in key)


async def test_reminders(db: Database, turns: Play, clock: Clock) -> None:
    """They are due when a third of the time is left and near its end; each turn begins anew."""
    match = await _timed(db, "3d")
    first = [timedelta(days=2), timedelta(days=2, hours=18)]
    assert _reminders(await _owed(db), clock()) == first
    clock.turn(days=1)
    match = (await turns(match, "step")).match
    assert _reminders(await _owed(db), clock()) == first
    await notices.done(db, *(key for key in await _owed(db) if ".r" not in key))
    clock.turn(days=2, seconds=1)
    (third,) = await notices.due(db)
    assert third == Notice(
        f"{match.id}.r0", match.id, "reminder", 2, match.base, match.base, 1, timedelta(days=1)
    )
    assert third.nonce == f"{match.id}.r0.{match.base}"
    await notices.done(db, third.key)
    clock.turn(hours=18)
    (last,) = await notices.due(db)
    assert last.lead == timedelta(hours=6)
    await notices.done(db, last.key)
    clock.turn(days=1)
    assert await notices.due(db) == []


async def test_live_matches_have_no_reminders(db: Database, clock: Clock) -> None:
    """Who plays for minutes sits there."""
    await _timed(db, "15+10")
    assert _reminders(await _owed(db), clock()) == []


async def test_reminders_follow_the_end_of_the_time(db: Database, clock: Clock) -> None:
    """Those that have not been sent move with it; those that have been are not sent again."""
    match = await _timed(db, "3d")
    assert match.due_at is not None
    await notices.done(db, f"{match.id}.r0")
    end = match.due_at + timedelta(days=5)

    def work(connection: Any) -> None:
        with transaction(connection):
            moved(connection, {key_of(match.id): end})

    await db.write(work)
    assert _reminders(await _owed(db), clock()) == [end - clock() - timedelta(hours=6)]
