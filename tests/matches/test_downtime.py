"""Time during which no process was alive is given back."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import matches
from matches.timekeeping import GRACE
from storage.database import Database
from tests.matches.conftest import ANN, BOB, Timed, same_everywhere
from tests.matches.conftest import Clock as Time

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BUDGET = "5d+12h/10d"


async def _beats(db: Database, time: Time, until: datetime, process: str = "") -> None:
    """A process that is alive until then."""
    while time() < until:
        assert await matches.heartbeat(db, process) == []
        time.turn(seconds=10)
    assert await matches.heartbeat(db, process) == []


async def test_downtime_is_given_back(db: Database, timed: Timed, time: Time) -> None:
    """At the start every running time moves by the time since the last heartbeat, and one that
    would leave less than a quarter of an hour leaves that much, and is reported.
    """
    assert await matches.give_back(db) == []
    long, short = await timed("1d"), await timed("1h")
    unclaimed = await timed("1h", at_end="claim")
    await _beats(db, time, time() + timedelta(minutes=50))
    down, over = time(), await timed(None)
    time.turn(hours=7)
    assert sorted(await matches.give_back(db)) == sorted([short.id, unclaimed.id])
    assert long.due_at is not None
    assert short.due_at is not None
    assert (await matches.get(db, long.id)).due_at == long.due_at + (time() - down)
    assert (await matches.get(db, short.id)).due_at == time() + GRACE
    assert short.due_at + (time() - down) < time() + GRACE
    assert (await matches.get(db, over.id)).due_at is None
    assert await matches.due_now(db) == []
    played = await matches.play(db, long.id, ANN, "step")
    await same_everywhere(db, played.match)


async def test_short_restart_is_given_back(db: Database, timed: Timed, time: Time) -> None:
    """Also seconds count, where the process itself was the only one."""
    await matches.give_back(db)
    match = await timed("1d")
    time.turn(seconds=3)
    assert await matches.give_back(db) == []
    assert match.due_at is not None
    assert (await matches.get(db, match.id)).due_at == match.due_at + timedelta(seconds=3)


async def test_what_was_over_before_stays_over(db: Database, timed: Timed, time: Time) -> None:
    """Who ran out of time while a process was alive gets no new time by a restart."""
    await matches.give_back(db)
    match = await timed("1h", at_end="claim")
    await _beats(db, time, time() + 2 * HOUR)
    time.turn(hours=5)
    assert await matches.give_back(db) == []
    assert (await matches.get(db, match.id)).due_at == match.due_at
    await matches.claim(db, match.id, BOB)


async def test_another_process_is_alive(db: Database, timed: Timed, time: Time) -> None:
    """A process that starts, or comes late, while another is alive moves nothing; when the last
    one has been away, the first to come back gives the time back once.
    """
    for process in ("a", "b"):
        assert await matches.give_back(db, process) == []
    match = await timed("1h")
    due = match.due_at
    assert due is not None
    await _beats(db, time, time() + timedelta(minutes=10), "a")
    assert await matches.heartbeat(db, "b") == []
    time.turn(seconds=20)
    assert await matches.give_back(db, "a") == []
    assert (await matches.get(db, match.id)).due_at == due
    down = time()
    time.turn(hours=2)
    assert await matches.give_back(db, "b") == []
    assert await matches.give_back(db, "a") == []
    assert (await matches.get(db, match.id)).due_at == due + (time() - down)


async def test_suspended_process_gives_back(db: Database, timed: Timed, time: Time) -> None:
    """A process that was not stopped but could not run (a suspended machine, no database) notices
    by its next heartbeat.
    """
    await matches.give_back(db)
    match = await timed("1h")
    time.turn(hours=3)
    assert await matches.heartbeat(db) == []
    assert match.due_at is not None
    assert (await matches.get(db, match.id)).due_at == match.due_at + 3 * HOUR


async def test_several_that_start_at_once(db: Database, url: str, timed: Timed, time: Time) -> None:
    """All processes come back at the same moment: the time is given back once."""
    names = ["a", "b", "c", "d"]
    for name in names:
        await matches.give_back(db, name)
    match = await timed("3d")
    time.turn(hours=9)
    others = [Database.connect(url, now=time) for _ in names]
    await asyncio.gather(
        *(matches.give_back(one, name) for one, name in zip(others, names, strict=True))
    )
    assert match.due_at is not None
    assert (await matches.get(db, match.id)).due_at == match.due_at + 9 * HOUR
    for one in others:
        await one.close()


async def test_moved_time_and_turn_race(db: Database, url: str, timed: Timed, time: Time) -> None:
    """A turn that is entered while due times are moved is charged by one of the two, never by a
    mixture.
    """
    other = Database.connect(url, now=time)
    await matches.give_back(db)
    match = await timed(BUDGET)
    time.turn(days=1)
    played, _ = await asyncio.gather(
        matches.play(other, match.id, ANN, "step"), matches.give_back(db)
    )
    assert played.match.left[0] in (4.5 * DAY, 5.5 * DAY)
    now = await matches.get(db, match.id)
    assert now.due_at in (time() + 5 * DAY, time() + 6 * DAY)
    await other.close()
