"""Clocks of machines that are wrong, or set while a bot runs."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, select

import matches
from matches.model.ids import MatchId
from storage.database import Database
from storage.schema import notice
from storage.steady_time import SteadyTime
from tests.matches.beats import DAY, HOUR, beats
from tests.matches.conftest import ANN, Timed, same_everywhere
from tests.matches.conftest import Clock as Time


async def test_clock_that_was_set_back(db: Database, timed: Timed, time: Time) -> None:
    """If a machine's clock is earlier at a start than at the last heartbeat, nobody loses time: all
    have what was left then. Times that were over stay over.
    """
    await matches.credit_downtime(db)
    match, over = await timed("1d"), await timed("1h", at_end="claim")
    await beats(db, time, time() + 2 * HOUR)
    time.turn(hours=-7)
    assert await matches.credit_downtime(db) == []
    assert (await matches.get(db, match.id)).due_at == time() + 22 * HOUR
    assert await matches.due_now(db) == []
    assert (await matches.get(db, over.id)).due_at == over.due_at
    played = await matches.play(db, match.id, ANN, "step")
    assert played.match.due_at == time() + DAY
    await same_everywhere(db, played.match)


async def test_clock_that_is_set_right_after_a_start(url: str, timed: Timed, time: Time) -> None:
    """If a machine starts with a wrong clock, which is set forward or back while the bot runs,
    nobody loses time: neither the player to move before nor the one after.
    """
    passed = 0.0
    steady = SteadyTime(time, lambda: passed)
    db = Database.connect(url, now=steady)

    def passes(seconds: float) -> None:
        nonlocal passed
        passed += seconds
        time.turn(seconds=seconds)

    await matches.credit_downtime(db)
    for hours in (8, -8, 3, -30):
        running, moving = await timed("3d"), await timed("1d")
        passes(10)
        assert await matches.heartbeat(db) == []
        left = [await _left(db, one.id) for one in (running, moving)]
        time.turn(hours=hours)
        passes(2)
        for one, before in zip((running, moving), left, strict=True):
            assert await _left(db, one.id) == before - timedelta(seconds=2)
        assert await matches.heartbeat(db) == []
        assert abs(db.now() - time()) < timedelta(seconds=1)
        assert await matches.due_now(db) == []
        for one, before in zip((running, moving), left, strict=True):
            assert await _left(db, one.id) == before - timedelta(seconds=2)
        passes(60)
        played = await matches.play(db, moving.id, ANN, "step")
        assert played.match.due_at == db.now() + DAY
        assert await _left(db, moving.id) == DAY
        await same_everywhere(db, played.match)
    await db.close()


async def _left(db: Database, match_id: MatchId) -> timedelta:
    due_at = (await matches.get(db, match_id)).due_at
    assert due_at is not None
    return due_at - db.now()


async def test_two_processes_whose_clock_is_set(url: str, timed: Timed, time: Time) -> None:
    """The first of two processes to notice the change gives the time back once, in either
    direction.
    """
    passed = 0.0
    both = [Database.connect(url, now=SteadyTime(time, lambda: passed)) for _ in range(2)]
    for name, db in zip("ab", both, strict=True):
        await matches.credit_downtime(db, name)
    match = await timed("3d")
    left = await _left(both[0], match.id)
    for hours in (8, -8, -1):
        time.turn(hours=hours)
        for name, db in zip("ab", both, strict=True):
            assert await matches.heartbeat(db, name) == []
        for db in both:
            assert db.now() == time()
            assert await _left(db, match.id) == left
    for db in both:
        await db.close()


async def test_jump_while_another_machine_is_right(url: str, timed: Timed, time: Time) -> None:
    """Setting a clock to the time that another process already uses changes nothing."""
    passed, wrong = 0.0, timedelta(hours=5)
    late = SteadyTime(lambda: time() - wrong, lambda: passed)
    right, other = Database.connect(url, now=time), Database.connect(url, now=late)
    await matches.credit_downtime(right, "a")
    await matches.credit_downtime(other, "b")
    match = await timed("3d")
    due = match.due_at
    wrong = timedelta()
    assert await matches.heartbeat(other, "b") == []
    assert other.now() == time()
    assert (await matches.get(right, match.id)).due_at == due
    await right.close()
    await other.close()


async def test_suspended_and_set(url: str, timed: Timed, time: Time) -> None:
    """A process without database access whose clock is also set gives back both."""
    passed = 0.0
    db = Database.connect(url, now=SteadyTime(time, lambda: passed))
    await matches.credit_downtime(db)
    match = await timed("3d")
    left = await _left(db, match.id)
    for hours in (5, -5):
        passed += 3600
        time.turn(hours=1 + hours)
        assert await matches.heartbeat(db) == []
        assert await _left(db, match.id) == left
    await db.close()


async def test_reminders_when_the_clock_goes_back(db: Database, timed: Timed, time: Time) -> None:
    """When the clock is set back, scheduled notices move back by as much."""
    await matches.credit_downtime(db)
    match = await timed("3d")
    before = await db.read(_dues)
    time.turn(hours=-7)
    await matches.credit_downtime(db)
    after = await db.read(_dues)
    assert {f"{match.id}.r0", f"{match.id}.r1"} <= after.keys() == before.keys()
    assert all(after[key] == max(before[key] - 7 * HOUR, time()) for key in before)


def _dues(connection: Connection) -> dict[str, datetime]:
    return {row.key: row.due_at for row in connection.execute(select(notice))}


async def test_vacation_when_the_clock_goes_back(db: Database, timed: Timed, time: Time) -> None:
    """A vacation that was over by the wrong clock continues, with all of its time."""
    await matches.credit_downtime(db)
    match = await timed("1d")
    ends_at = time() + 2 * DAY
    await matches.take_vacation(db, ANN, ends_at)
    await beats(db, time, time() + timedelta(minutes=1))
    time.turn(days=3)
    await matches.credit_downtime(db)
    left = await _left(db, match.id)
    time.turn(days=-2)
    await matches.credit_downtime(db)
    assert (await matches.get(db, match.id)).due_at == ends_at + left
