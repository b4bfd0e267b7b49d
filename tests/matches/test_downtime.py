"""Time during which no process was alive is given back."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection, event, func, select

import matches
from matches.model.clock import GRACE
from matches.privacy import stored
from storage import backlog
from storage.database import Database
from storage.schema import notice, standstill
from storage.steady_time import SteadyTime
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
    assert await matches.credit_downtime(db) == []
    long, short = await timed("1d"), await timed("1h")
    unclaimed = await timed("1h", at_end="claim")
    await _beats(db, time, time() + timedelta(minutes=50))
    down, over = time(), await timed(None)
    time.turn(hours=7)
    assert sorted(await matches.credit_downtime(db)) == sorted([short.id, unclaimed.id])
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
    await matches.credit_downtime(db)
    match = await timed("1d")
    time.turn(seconds=3)
    assert await matches.credit_downtime(db) == []
    assert match.due_at is not None
    assert (await matches.get(db, match.id)).due_at == match.due_at + timedelta(seconds=3)


async def test_what_was_over_before_stays_over(db: Database, timed: Timed, time: Time) -> None:
    """Who ran out of time while a process was alive gets no new time by a restart."""
    await matches.credit_downtime(db)
    match = await timed("1h", at_end="claim")
    await _beats(db, time, time() + 2 * HOUR)
    time.turn(hours=5)
    assert await matches.credit_downtime(db) == []
    assert (await matches.get(db, match.id)).due_at == match.due_at
    await matches.claim(db, match.id, BOB)


async def test_another_process_is_alive(db: Database, timed: Timed, time: Time) -> None:
    """A process that starts, or comes late, while another is alive moves nothing; when the last
    one has been away, the first to come back gives the time back once.
    """
    for process in ("a", "b"):
        assert await matches.credit_downtime(db, process) == []
    match = await timed("1h")
    due = match.due_at
    assert due is not None
    await _beats(db, time, time() + timedelta(minutes=10), "a")
    assert await matches.heartbeat(db, "b") == []
    time.turn(seconds=20)
    assert await matches.credit_downtime(db, "a") == []
    assert (await matches.get(db, match.id)).due_at == due
    down = time()
    time.turn(hours=2)
    assert await matches.credit_downtime(db, "b") == []
    assert await matches.credit_downtime(db, "a") == []
    assert (await matches.get(db, match.id)).due_at == due + (time() - down)


async def test_suspended_process_gives_back(db: Database, timed: Timed, time: Time) -> None:
    """A process that was not stopped but could not run (a suspended machine, no database) notices
    by its next heartbeat.
    """
    await matches.credit_downtime(db)
    match = await timed("1h")
    time.turn(hours=3)
    assert await matches.heartbeat(db) == []
    assert match.due_at is not None
    assert (await matches.get(db, match.id)).due_at == match.due_at + 3 * HOUR


async def test_several_that_start_at_once(db: Database, url: str, timed: Timed, time: Time) -> None:
    """All processes come back at the same moment: the time is given back once."""
    names = ["a", "b", "c", "d"]
    for name in names:
        await matches.credit_downtime(db, name)
    match = await timed("3d")
    time.turn(hours=9)
    others = [Database.connect(url, now=time) for _ in names]
    await asyncio.gather(
        *(matches.credit_downtime(one, name) for one, name in zip(others, names, strict=True))
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
    await matches.credit_downtime(db)
    match = await timed(BUDGET)
    time.turn(days=1)
    played, _ = await asyncio.gather(
        matches.play(other, match.id, ANN, "step"), matches.credit_downtime(db)
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
        await matches.credit_downtime(db)
        time.turn(minutes=1)
        event.listen(db.engine, "before_cursor_execute", note)
        await matches.credit_downtime(db)
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
    await matches.credit_downtime(db)
    ends, down = [], timedelta()
    running = await timed("3d")
    for hours in (5, 7, 11):
        match = await timed("1h", at_end="claim")
        await _beats(db, time, time() + 1.5 * HOUR)
        ends.append((match.id, match.due_at))
        for _ in range(2):
            time.turn(hours=hours)
            assert await matches.credit_downtime(db) == []
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
    await matches.credit_downtime(db)
    running = await timed("7d")
    late: dict[str, datetime | None] = {}

    async def down() -> int:
        for hours in (1, 2, 3):
            time.turn(hours=hours)
            assert await matches.credit_downtime(db) == []
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
    await matches.credit_downtime(db)
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
    await matches.credit_downtime(db)
    match = await timed("1d")
    time.turn(hours=30)
    await matches.credit_downtime(db)
    due = (await matches.get(db, match.id)).due_at
    assert due == time() + DAY
    for moment, count in ((due - timedelta(seconds=1), 0), (due, 1)):
        time.time = moment
        assert (await db.read(partial(backlog.counts, now=moment)))[2] == count
        assert await matches.due_now(db) == [match.id] * count


async def test_clock_that_was_set_back(db: Database, timed: Timed, time: Time) -> None:
    """A machine whose clock is earlier at a start than at the last heartbeat takes no time from
    anybody: everybody has what was left then. What was over stays over.
    """
    await matches.credit_downtime(db)
    match, over = await timed("1d"), await timed("1h", at_end="claim")
    await _beats(db, time, time() + 2 * HOUR)
    time.turn(hours=-7)
    assert await matches.credit_downtime(db) == []
    assert (await matches.get(db, match.id)).due_at == time() + 22 * HOUR
    assert await matches.due_now(db) == []
    assert (await matches.get(db, over.id)).due_at == over.due_at
    played = await matches.play(db, match.id, ANN, "step")
    assert played.match.due_at == time() + DAY
    await same_everywhere(db, played.match)


async def test_clock_that_is_set_right_after_a_start(url: str, timed: Timed, time: Time) -> None:
    """A machine starts with a wrong clock, which is set right while the bot runs, forward or back:
    nobody loses any time, neither who was to move before nor who is from then on.
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


async def _left(db: Database, match_id: str) -> timedelta:
    due_at = (await matches.get(db, match_id)).due_at
    assert due_at is not None
    return due_at - db.now()


async def test_two_processes_whose_clock_is_set(url: str, timed: Timed, time: Time) -> None:
    """The first of them that notices it gives the time back, once, in either direction."""
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
    """A clock that is set to the time by which another process goes takes and gives nothing."""
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
    """Who could not reach the database for long, and then has its clock set, gives back both."""
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


async def test_ends_lie_behind_the_last_standstill(db: Database, timed: Timed, time: Time) -> None:
    """Where a clock went back unnoticed, a time that begins now is not over at once."""
    await matches.credit_downtime(db)
    time.turn(hours=9)
    await matches.credit_downtime(db)
    time.turn(hours=-8)
    match = await timed("1h")
    assert match.due_at == time() + HOUR
    now = await matches.get(db, match.id)
    assert now.due_at is not None
    assert now.due_at >= time() + HOUR
    assert await matches.due_now(db) == []
    assert (await matches.play(db, match.id, ANN, "step")).match.status == "running"


async def test_reminders_when_the_clock_goes_back(db: Database, timed: Timed, time: Time) -> None:
    """What is to be sent later comes as much earlier as the clock was set back."""
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
    """Whose vacation was over by the wrong clock is on vacation again, with all of the time."""
    await matches.credit_downtime(db)
    match = await timed("1d")
    ends_at = time() + 2 * DAY
    await matches.take_vacation(db, ANN, ends_at)
    await _beats(db, time, time() + timedelta(minutes=1))
    time.turn(days=3)
    await matches.credit_downtime(db)
    left = await _left(db, match.id)
    time.turn(days=-2)
    await matches.credit_downtime(db)
    assert (await matches.get(db, match.id)).due_at == ends_at + left


async def test_little_time_after_a_vacation(db: Database, timed: Timed, time: Time) -> None:
    """Who comes back from a vacation shortly before his time ends has as much as everybody."""
    await matches.credit_downtime(db)
    match = await timed("1h")
    await _beats(db, time, time() + timedelta(minutes=55))
    ends_at = time() + 10 * DAY
    await matches.take_vacation(db, ANN, ends_at)
    time.turn(minutes=2)
    assert await matches.credit_downtime(db) == [match.id]
    assert (await matches.get(db, match.id)).due_at == ends_at + GRACE
