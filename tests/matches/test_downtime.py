"""Time during which no process was alive (downtime) is given back."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import Connection, event, func, select

import matches
from matches.clocks.downtime import last_heartbeat
from matches.installation import gateways
from matches.model.clock import GRACE
from matches.model.ids import MatchId
from matches.privacy import stored
from storage import backlog, clocks
from storage.database import Database
from storage.schema import standstill
from tests.matches.beats import DAY, HOUR, alive, beats
from tests.matches.conftest import ANN, BOB, CAT, Timed, same_everywhere
from tests.matches.conftest import Clock as Time

pytestmark = pytest.mark.untraced

BUDGET = "5d+12h/10d"


async def test_downtime_is_given_back(db: Database, timed: Timed, time: Time) -> None:
    """At startup every running due time moves by the time since the last heartbeat. If less than a
    quarter of an hour is left, it moves to a quarter of an hour, and the match is reported.
    """
    assert await matches.credit_downtime(db) == []
    long, short = await timed("1d"), await timed("1h")
    unclaimed = await timed("1h", at_end="claim")
    await beats(db, time, time() + timedelta(minutes=50))
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
    """Even seconds are given back if the process was the only one."""
    await matches.credit_downtime(db)
    match = await timed("1d")
    time.turn(seconds=3)
    assert await matches.credit_downtime(db) == []
    assert match.due_at is not None
    assert (await matches.get(db, match.id)).due_at == match.due_at + timedelta(seconds=3)


async def test_what_was_over_before_stays_over(db: Database, timed: Timed, time: Time) -> None:
    """A restart gives nothing back to players whose time ran out while a process was alive."""
    await matches.credit_downtime(db)
    match = await timed("1h", at_end="claim")
    await beats(db, time, time() + 2 * HOUR)
    time.turn(hours=5)
    assert await matches.credit_downtime(db) == []
    assert (await matches.get(db, match.id)).due_at == match.due_at
    await matches.claim(db, match.id, BOB)


async def test_another_process_is_alive(db: Database, timed: Timed, time: Time) -> None:
    """A process that starts, or is late, while another is alive moves nothing. When the last one
    has been away, the first to come back gives the time back once.
    """
    for process in ("a", "b"):
        assert await matches.credit_downtime(db, process) == []
    match = await timed("1h")
    due = match.due_at
    assert due is not None
    await beats(db, time, time() + timedelta(minutes=10), "a")
    assert await matches.heartbeat(db, "b") == []
    time.turn(seconds=20)
    assert await matches.credit_downtime(db, "a") == []
    assert (await matches.get(db, match.id)).due_at == due
    down = time()
    time.turn(hours=2)
    assert await matches.credit_downtime(db, "b") == []
    assert await matches.credit_downtime(db, "a") == []
    assert (await matches.get(db, match.id)).due_at == due + (time() - down)


@pytest.mark.parametrize("set_back", [timedelta(), HOUR])
async def test_new_names_at_each_start(
    db: Database, timed: Timed, time: Time, set_back: timedelta
) -> None:
    """A process that says that it ends isn't taken for another one that is alive: if there is none,
    the next one gives even a second back, also if the clock is set back meanwhile.
    """
    await matches.credit_downtime(db, "a")
    match = await timed("1h")
    time.turn(seconds=9)
    await last_heartbeat(db, "a")
    away = timedelta(seconds=1) - set_back
    time.turn(seconds=away.total_seconds())
    assert await matches.alive(db) == 0
    assert await matches.credit_downtime(db, "b") == []
    assert match.due_at is not None
    assert (await matches.get(db, match.id)).due_at == match.due_at + away


async def test_who_ends_beside_others(db: Database, timed: Timed, time: Time) -> None:
    """Nothing is given back while another process is alive, nor for the end of one that never
    was.
    """
    for process in ("a", "b"):
        await matches.credit_downtime(db, process)
    match = await timed("1h")
    due = match.due_at
    assert due is not None
    await last_heartbeat(db, "a")
    time.turn(seconds=1)
    assert await matches.credit_downtime(db, "c") == []
    assert (await matches.get(db, match.id)).due_at == due
    for process in ("b", "c"):
        await last_heartbeat(db, process)
    time.turn(seconds=1)
    await last_heartbeat(db, "d")
    assert await matches.credit_downtime(db, "e") == []
    assert (await matches.get(db, match.id)).due_at == due + timedelta(seconds=1)


async def test_how_many_are_alive(db: Database, time: Time) -> None:
    """Those that have given a heartbeat lately: each of them has its share of what all may do."""
    assert await matches.alive(db) == 0
    for process in ("a", "b", "a"):
        await matches.heartbeat(db, process)
    assert await matches.alive(db) == 2
    await beats(db, time, time() + timedelta(minutes=1), "b")
    assert await matches.alive(db) == 1


async def test_who_stands_by_needs_nothing(db: Database) -> None:
    """A gateway without a shard has no share of what all may do, until it takes one over."""
    for process in ("other", "a", "b", "c"):
        await matches.heartbeat(db, process)
    assert await matches.alive(db) == 4
    for process in "abc":
        for one in (await gateways.share(db, process, 2)).inherited:
            await gateways.take_over(db, process, one)
    assert await matches.alive(db) == 3
    await gateways.share(db, "a", 2, leaving=True)
    assert (await gateways.share(db, "c", 2)).inherited
    assert await matches.alive(db) == 4


async def test_processes_long_gone_are_forgotten(db: Database, time: Time) -> None:
    """Gateways have new names at each start, which don't pile up."""
    await matches.heartbeat(db, "a")
    time.turn(days=6)
    await alive(db, time)
    assert {*await db.read(clocks.beats)} == {"a", ""}
    time.turn(days=2)
    await alive(db, time)
    assert {*await db.read(clocks.beats)} == {""}


async def test_suspended_process_gives_back(db: Database, timed: Timed, time: Time) -> None:
    """A process that could not run for a while (suspended machine, no database) notices at its next
    heartbeat.
    """
    await matches.credit_downtime(db)
    match = await timed("1h")
    time.turn(hours=3)
    assert await matches.heartbeat(db) == []
    assert match.due_at is not None
    assert (await matches.get(db, match.id)).due_at == match.due_at + 3 * HOUR


async def test_several_that_start_at_once(db: Database, url: str, timed: Timed, time: Time) -> None:
    """If all processes come back at the same moment, the time is given back once."""
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
    """A turn entered while due times are moving is charged by the old or the new time, never a
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
    """It takes the same number of statements, each run once, with many matches as with one. Even
    the number of rows written does not depend on them.
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
    """A due time that passed before a downtime stays the same through all later ones. A running one
    moves by each of them, even by two with nothing recorded in between.
    """
    await matches.credit_downtime(db)
    ends, down = [], timedelta()
    running = await timed("3d")
    for hours in (5, 7, 11):
        match = await timed("1h", at_end="claim")
        await beats(db, time, time() + 1.5 * HOUR)
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
    assert "downtime" not in told[0]


async def test_standstills_that_nobody_needs_are_forgotten(
    db: Database, timed: Timed, time: Time
) -> None:
    """However often the bot starts, one row is left, plus at most one per overdue match until that
    match goes on. Removing the others moves no due time.
    """
    await matches.credit_downtime(db)
    running = await timed("7d")
    late: dict[MatchId, datetime | None] = {}

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
        await beats(db, time, time() + HOUR + timedelta(minutes=1))
        left.append(number)
        assert await down() == number
    for number in (2, 1):
        await matches.claim(db, late.popitem()[0], BOB)
        left.append(number)
        assert await down() == number


async def test_turn_elsewhere_right_after(db: Database, url: str, timed: Timed, time: Time) -> None:
    """Another process that has the match cached charges no downtime, and what it stores is not
    moved twice.
    """
    other = Database.connect(url, now=time)
    await matches.credit_downtime(db)
    match = await timed(BUDGET)
    await matches.get(other, match.id)
    await beats(db, time, time() + HOUR)
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
    """The count of overdue matches is right after a downtime, too: a moved due time counts from its
    new end.
    """
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


async def test_ends_lie_behind_the_last_standstill(db: Database, timed: Timed, time: Time) -> None:
    """After a clock went back unnoticed, a time that begins now is not over at once."""
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


async def test_little_time_after_a_vacation(db: Database, timed: Timed, time: Time) -> None:
    """A player who returns from a vacation shortly before their due time gets the same minimum as
    everybody.
    """
    await matches.credit_downtime(db)
    match = await timed("1h")
    await beats(db, time, time() + timedelta(minutes=55))
    ends_at = time() + 10 * DAY
    await matches.take_vacation(db, ANN, ends_at)
    time.turn(minutes=2)
    assert await matches.credit_downtime(db) == [match.id]
    assert (await matches.get(db, match.id)).due_at == ends_at + GRACE
