"""Messages about time: quiet hours, reminders, and time that opponents may claim."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import games
import matches
from matches.effects.notices import move_reminders
from matches.model.clock import AtEnd
from matches.model.errors import NotYourTurn
from matches.outbox import queue
from matches.outbox.queue import Notice
from matches.settings import quiet_hours
from matches.unit_of_work.cache import resize
from matches.unit_of_work.repository import key_of
from storage.database import Database
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import ANN, Clock, Play
from tests.matches.owed import owed, with_clock

# Quiet hours


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
    """Quiet hours follow the player's local time, across midnight and daylight saving time."""
    found = quiet_hours.until(hours, ZoneInfo(zone), datetime.fromisoformat(f"{now}+00:00"))
    assert found == datetime.fromisoformat(expected).replace(tzinfo=UTC)


# Reminders


def _reminders(found: dict[str, datetime], now: datetime) -> list[timedelta]:
    return sorted(due - now for key, due in found.items() if ".r" in key)


async def test_reminders(db: Database, turns: Play, clock: Clock) -> None:
    """Reminders are due when a third of the time is left and shortly before the end; each turn
    starts anew.
    """
    match = await with_clock(db, "3d")
    first = [timedelta(days=2), timedelta(days=2, hours=18)]
    assert _reminders(await owed(db), clock()) == first
    clock.turn(days=1)
    match = (await turns(match, "step")).match
    assert _reminders(await owed(db), clock()) == first
    await queue.done(db, *(key for key in await owed(db) if ".r" not in key))
    clock.turn(days=2, seconds=1)
    (third,) = await queue.due(db)
    base, lead = match.base, timedelta(days=1)
    key, due_at = f"{match.id}.r0", third.due_at
    assert third == Notice(key, match.id, "reminder", 2, base, base, 1, due_at, lead)
    assert third.nonce == f"{match.id}.r0.{match.base}"
    await queue.done(db, third.key)
    clock.turn(hours=18)
    (last,) = await queue.due(db)
    assert last.lead == timedelta(hours=6)
    await queue.done(db, last.key)
    clock.turn(days=1)
    assert await queue.due(db) == []


async def test_a_reminder_that_a_turn_renews_while_it_is_sent(
    db: Database, turns: Play, clock: Clock
) -> None:
    """Isn't put back or put off, nor removed: the new one has a due time of its own."""
    match = await with_clock(db, "3d")
    clock.turn(days=2)
    (taken,) = [one for one in await queue.due(db) if ".r" in one.key]
    await turns(match, "step")
    before = await owed(db)
    await queue.put_back(db, taken.key, timedelta(hours=1))
    await queue.hold(db, [taken.key], timedelta(hours=1), base=taken.base)
    await queue.done(db, taken.key, bases={taken.key: taken.base})
    assert await owed(db) == before
    clock.turn(days=2)
    again = [one for one in await queue.due(db) if one.key == taken.key]
    assert [one.attempts for one in again] == [1]
    await queue.hold(db, [taken.key], timedelta(hours=1), base=again[0].base)
    assert (await owed(db))[taken.key] == clock() + timedelta(hours=1)
    await queue.done(db, taken.key, bases={taken.key: again[0].base})
    assert taken.key not in await owed(db)


async def test_live_matches_have_no_reminders(db: Database, clock: Clock) -> None:
    """Live matches have no reminders, since their players are present."""
    await with_clock(db, "15+10")
    assert _reminders(await owed(db), clock()) == []


async def test_reminders_follow_the_end_of_the_time(db: Database, clock: Clock) -> None:
    """Unsent reminders move with the due time. Sent ones are not repeated."""
    match = await with_clock(db, "3d")
    assert match.due_at is not None
    await queue.done(db, f"{match.id}.r0")
    end = match.due_at + timedelta(days=5)

    def work(connection: Any) -> None:
        with transaction(connection):
            move_reminders(connection, {key_of(match.id): end})

    await db.write(work)
    assert _reminders(await owed(db), clock()) == [end - clock() - timedelta(hours=6)]


@pytest.mark.parametrize("at_end", ["automatic", "claim"])
async def test_reminders_once_a_match_thaws(
    db: Database, turns: Play, clock: Clock, monkeypatch: pytest.MonkeyPatch, at_end: AtEnd
) -> None:
    """No time runs while a match is frozen, so what was due is void. When it goes on, its time
    starts again, and so does what is due before its end and after it.
    """
    match = await with_clock(db, "3d", at_end)
    base = (await turns(match, "step", "jump left", "step")).match.base
    with monkeypatch.context() as stricter:
        stricter.setitem(games._registry(), "toy", toy.STRICTER)
        resize(db, 10)
        assert await matches.expire(db, match.id) is None
        await queue.done(db, *await owed(db))
        clock.turn(days=9)
    resize(db, 10)
    with pytest.raises(NotYourTurn):
        await matches.play(db, match.id, ANN, "step")
    end = clock() + timedelta(days=3)
    assert (await matches.get(db, match.id)).due_at == end
    leads = {"r0": timedelta(days=1), "r1": timedelta(hours=6)}
    leads |= {"c1": timedelta()} if at_end == "claim" else {}
    assert await owed(db) == {f"{match.id}.{key}": end - lead for key, lead in leads.items()}
    clock.turn(days=2)
    (first,) = await queue.due(db)
    assert (first.seat, first.base, first.lead) == (2, base, leads["r0"])
    told = await queue.told(db, first)
    assert [one.turn.text for one in told.turns] == ["step"]


# Claiming the time


async def test_opponents_hear_that_they_may_claim(db: Database, turns: Play, clock: Clock) -> None:
    """When the time is up, each opponent who may claim it is told. The notice is void after a
    turn.
    """
    match = await with_clock(db, "3d", at_end="claim")
    ends = {key: due for key, due in (await owed(db)).items() if ".c" in key}
    assert ends == {f"{match.id}.c2": match.due_at}
    await matches.take_vacation(db, ANN, clock() + timedelta(days=1))
    moved_to = (await matches.get(db, match.id)).due_at
    assert (await owed(db))[f"{match.id}.c2"] == moved_to == clock() + timedelta(days=4)
    match = (await turns(match, "step")).match
    await queue.done(db, *(key for key in await owed(db) if ".c" not in key))
    clock.turn(days=3)
    (claim,) = [one for one in await queue.due(db) if one.base == match.base]
    assert (claim.kind, claim.seat, claim.lead) == ("claim", 1, timedelta())
    assert claim.nonce == f"{match.id}.c1.{match.base}"


async def test_nobody_hears_of_what_counts_by_itself(db: Database) -> None:
    """Where the match ends automatically there is nothing to claim, and no notice."""
    await with_clock(db, "3d")
    assert not [key for key in await owed(db) if ".c" in key]
