"""Time during which no process was alive is given back."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection, event, func, select

import matches
from matches.privacy import stored
from matches.timekeeping import GRACE
from storage import backlog
from storage.database import Database
from storage.schema import standstill
from tests.matches.conftest import ANN, BOB, CAT, Timed, same_everywhere
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


async def test_giving_back_does_not_look_at_all_matches(
    db: Database, timed: Timed, time: Time
) -> None:
    """It takes as many statements, each run once, with many running matches as with one; their
    number does not even show in how many rows are written.
    """
    sent: list[tuple[str, int]] = []

    def note(_: Connection, __: object, statement: str, values: object, *___: object) -> None:
        many = isinstance(values, list) and len(values) > 0 and not isinstance(values[0], str)
        sent.append((statement, len(values) if many and isinstance(values, list) else 1))

    await timed("1h", ANN, CAT)
    long = [await timed("3d")]
    await matches.take_vacation(db, CAT, time() + 20 * DAY)
    seen = []
    for more in (0, 12):
        long += [await timed("3d") for _ in range(more)]
        before = [(await matches.get(db, one.id)).due_at for one in long]
        await matches.give_back(db)
        time.turn(minutes=1)
        event.listen(db.engine, "before_cursor_execute", note)
        await matches.give_back(db)
        event.remove(db.engine, "before_cursor_execute", note)
        after = [(await matches.get(db, one.id)).due_at for one in long]
        assert after == [due and due + timedelta(minutes=1) for due in before]
        seen.append(sent.copy())
        sent.clear()
    assert len(seen[0]) > 3
    assert seen[0] == seen[1]


async def test_ends_stay_between_standstills(db: Database, timed: Timed, time: Time) -> None:
    """A time that was over before a standstill keeps its end through all that follow; one that runs
    moves by each of them, also by two between which nothing was noted.
    """
    await matches.give_back(db)
    ends, down = [], timedelta()
    running = await timed("3d")
    for hours in (5, 7, 11):
        match = await timed("1h", at_end="claim")
        await _beats(db, time, time() + 1.5 * HOUR)
        ends.append((match.id, match.due_at))
        for _ in range(2):
            time.turn(hours=hours)
            assert await matches.give_back(db) == []
            down += hours * HOUR
    for match_id, due in ends:
        assert (await matches.get(db, match_id)).due_at == due
        await same_everywhere(db, await matches.get(db, match_id))
    assert running.due_at is not None
    now = await matches.get(db, running.id)
    assert now.due_at == running.due_at + down
    await matches.resign(db, ends[1][0], ANN)
    told = (await stored(db, ANN))["tables"]["match"]
    assert {one["match"]: one["due_at"] for one in told}[running.id] == now.due_at.isoformat()
    assert "stood" not in told[0]


async def test_standstills_that_nobody_needs_are_forgotten(
    db: Database, timed: Timed, time: Time
) -> None:
    """However often the bot is started: one row is left, and one more for each time that was over
    before others stood still, until its match goes on. No end moves by that.
    """
    await matches.give_back(db)
    running = await timed("7d")
    late: dict[str, datetime | None] = {}

    async def down() -> int:
        for hours in (1, 2, 3):
            time.turn(hours=hours)
            assert await matches.give_back(db) == []
        for match_id, due in late.items():
            assert (await matches.get(db, match_id)).due_at == due
        assert running.due_at is not None
        now = await matches.get(db, running.id)
        assert now.due_at == running.due_at + 6 * HOUR * len(left)
        rows = select(func.count()).select_from(standstill)
        return await db.read(lambda connection: int(connection.execute(rows).scalar_one()))

    left = [0]
    assert await down() == 1
    for number in (2, 3):
        match = await timed("1h", at_end="claim")
        late[match.id] = match.due_at
        await _beats(db, time, time() + HOUR + timedelta(minutes=1))
        left.append(number)
        assert await down() == number
    for number in (2, 1):
        await matches.claim(db, late.popitem()[0], BOB)
        left.append(number)
        assert await down() == number


async def test_turn_elsewhere_right_after(db: Database, url: str, timed: Timed, time: Time) -> None:
    """Another process, which knows the match from before, counts nothing of the standstill; and
    what it stores is not moved by what has been given back before.
    """
    other = Database.connect(url, now=time)
    await matches.give_back(db)
    match = await timed(BUDGET)
    await matches.get(other, match.id)
    await _beats(db, time, time() + HOUR)
    used = time() - match.created_at
    time.turn(days=2)
    await asyncio.gather(matches.heartbeat(other, "b"), matches.heartbeat(db))
    played = await matches.play(other, match.id, ANN, "step")
    assert played.match.left[0] == 5.5 * DAY - used
    assert played.match.due_at == time() + 5 * DAY
    await same_everywhere(db, played.match)
    time.time = played.match.due_at
    await matches.heartbeat(db)
    await other.close()


async def test_what_is_due_is_counted_after_a_standstill(
    db: Database, timed: Timed, time: Time
) -> None:
    """Those who watch the bot see a time that is over when it is, not before."""
    await matches.give_back(db)
    match = await timed("1d")
    time.turn(hours=30)
    await matches.give_back(db)
    due = (await matches.get(db, match.id)).due_at
    assert due == time() + DAY
    for moment, count in ((due - timedelta(seconds=1), 0), (due, 1)):
        time.time = moment
        assert (await db.read(partial(backlog.counts, now=moment)))[2] == count
        assert await matches.due_now(db) == [match.id] * count


async def test_clock_that_was_set_back(db: Database, timed: Timed, time: Time) -> None:
    """A machine whose clock goes back takes no time from anybody."""
    await matches.give_back(db)
    match = await timed("1d")
    time.turn(hours=-1)
    assert await matches.give_back(db) == []
    assert (await matches.get(db, match.id)).due_at == match.due_at


async def test_little_time_after_a_vacation(db: Database, timed: Timed, time: Time) -> None:
    """Who comes back from a vacation shortly before his time ends has as much as everybody."""
    await matches.give_back(db)
    match = await timed("1h")
    await _beats(db, time, time() + timedelta(minutes=55))
    ends_at = time() + 10 * DAY
    await matches.take_vacation(db, ANN, ends_at)
    time.turn(minutes=2)
    assert await matches.give_back(db) == [match.id]
    assert (await matches.get(db, match.id)).due_at == ends_at + GRACE
