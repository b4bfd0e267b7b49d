"""Vacations: clocks stop for a limited number of days a year, and opponents can see it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

import matches
from matches.clocks.vacations import DAYS_A_YEAR, days_in
from matches.model import errors
from matches.model.clock import Clock
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, HERE, Timed, same_everywhere
from tests.matches.conftest import Clock as Time
from tests.support.statements import Sent

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def test_in_the_middle_of_a_turn(db: Database, timed: Timed, time: Time) -> None:
    """The time left at the start of the vacation is left at its end, and nothing is charged."""
    match = await timed("2d+12h/4d")
    due = match.due_at
    assert due is not None
    time.turn(days=1)
    taken = await matches.take_vacation(db, ANN, time() + 7 * DAY)
    assert taken.span == (time(), time() + 7 * DAY)
    assert [(one.id, one.due_at) for one in taken.concerned] == [(match.id, due + 7 * DAY)]
    await same_everywhere(db, await matches.get(db, match.id))
    time.turn(days=3)
    played = await matches.play(db, match.id, ANN, "step")
    assert played.match.left == (1.5 * DAY, 2 * DAY)
    time.turn(hours=3)
    played = await matches.play(db, match.id, BOB, "step")
    assert played.match.due_at == taken.ends_at + 1.5 * DAY
    await same_everywhere(db, played.match)
    time.turn(days=3, hours=21)
    assert time() == taken.ends_at
    time.turn(days=1)
    played = await matches.play(db, match.id, ANN, "step")
    assert played.match.left == (DAY, 2.5 * DAY - 3 * HOUR)


async def test_later_vacation(db: Database, timed: Timed, time: Time) -> None:
    """A future vacation only moves due times after its start."""
    soon, long = await timed("1d"), await timed("14d")
    begins = time() + 2 * DAY
    await matches.take_vacation(db, ANN, begins + 5 * DAY, begins)
    assert (await matches.get(db, soon.id)).due_at == soon.due_at
    assert long.due_at is not None
    assert (await matches.get(db, long.id)).due_at == long.due_at + 5 * DAY
    time.turn(days=1)
    assert await matches.due_now(db) == [soon.id]


async def test_only_the_own_time_stands_still(db: Database, timed: Timed, time: Time) -> None:
    """Opponents' clocks, live clocks and expired times are not affected."""
    theirs, live = await timed("1d", BOB, ANN), await timed("30+20")
    late = await timed("1h", at_end="claim")
    time.turn(minutes=20)
    await matches.play(db, live.id, ANN, "block")
    live = await matches.get(db, live.id)
    time.turn(minutes=9)
    late_due = late.due_at
    time.turn(hours=1)
    await matches.take_vacation(db, ANN, time() + 9 * DAY)
    for match in (theirs, live):
        assert (await matches.get(db, match.id)).due_at == match.due_at
    assert (await matches.get(db, late.id)).due_at == late_due
    await matches.claim(db, late.id, BOB)


async def test_ending_early(db: Database, timed: Timed, time: Time) -> None:
    """Players who return early keep the time they had, and only the days begun are used. A vacation
    that has not begun is cancelled without a trace.
    """
    match = await timed("3d")
    time.turn(days=1)
    await matches.take_vacation(db, ANN, time() + 20 * DAY)
    assert await matches.days_left(db, ANN) == DAYS_A_YEAR - 20
    time.turn(days=3, hours=1)
    ended = await matches.end_vacation(db, ANN)
    assert ended.ends_at == time()
    assert (await matches.get(db, match.id)).due_at == time() + 2 * DAY
    assert await matches.days_left(db, ANN) == DAYS_A_YEAR - 4
    await matches.take_vacation(db, ANN, time() + 3 * DAY, time() + DAY)
    assert (await matches.get(db, match.id)).due_at == time() + 4 * DAY
    await matches.end_vacation(db, ANN)
    assert (await matches.get(db, match.id)).due_at == time() + 2 * DAY
    assert await matches.days_left(db, ANN) == DAYS_A_YEAR - 4
    with pytest.raises(errors.NoVacation):
        await matches.end_vacation(db, ANN)


async def test_days_of_a_year(db: Database, time: Time) -> None:
    """The days per calendar year are limited, a day begun counts in full, and vacations cannot
    overlap.
    """
    now = time()
    await matches.take_vacation(db, ANN, now + 10 * DAY - HOUR)
    assert await matches.days_left(db, ANN) == DAYS_A_YEAR - 10
    with pytest.raises(errors.VacationOverlaps):
        await matches.take_vacation(db, ANN, now + 12 * DAY, now + 9 * DAY)
    with pytest.raises(errors.VacationTooLong) as long:
        await matches.take_vacation(db, ANN, now + 41 * DAY, now + 20 * DAY)
    assert long.value.refusal.fields == {"year": 2030, "left": 20, "limit": DAYS_A_YEAR}
    await matches.take_vacation(db, ANN, now + 40 * DAY, now + 20 * DAY)
    with pytest.raises(errors.VacationTooLong):
        await matches.take_vacation(db, ANN, now + 51 * DAY, now + 50 * DAY)
    assert await matches.days_left(db, BOB) == DAYS_A_YEAR
    time.time = datetime(2030, 12, 20, tzinfo=UTC)
    with pytest.raises(errors.VacationTooLong):
        await matches.take_vacation(db, ANN, datetime(2031, 1, 5, tzinfo=UTC))
    next_year = datetime(2031, 1, 1, tzinfo=UTC)
    await matches.take_vacation(db, ANN, next_year + 30 * DAY, next_year)


@pytest.mark.parametrize(("starts", "ends"), [(0, 0), (1, 0.5), (-1, 1), (0, 367), (366, 367)])
async def test_impossible_vacations(db: Database, time: Time, starts: float, ends: float) -> None:
    """A vacation cannot begin in the past, end before it begins, or lie too far ahead."""
    with pytest.raises(errors.WrongVacation):
        await matches.take_vacation(db, ANN, time() + ends * DAY, time() + starts * DAY)


def test_days_are_counted_by_years() -> None:
    """A vacation over New Year uses days of both years, at least one of each."""
    span = (datetime(2030, 12, 31, 18, tzinfo=UTC), datetime(2031, 1, 3, 1, tzinfo=UTC))
    assert [days_in(span, year) for year in (2029, 2030, 2031, 2032)] == [0, 1, 3, 0]


async def test_who_is_away(db: Database, time: Time) -> None:
    """Everybody can see current and planned vacations, but not past ones."""
    now = time()
    await matches.take_vacation(db, CAT, now + 2 * DAY)
    await matches.take_vacation(db, BOB, now + 9 * DAY, now + 5 * DAY)
    found = await matches.vacations_of(db, ANN, BOB, CAT)
    assert [(one.player, one.starts_at) for one in found] == [(CAT, now), (BOB, now + 5 * DAY)]
    time.turn(days=3)
    assert [one.player for one in await matches.vacations_of(db, ANN, BOB, CAT)] == [BOB]
    assert await matches.vacations_of(db) == []


async def test_downtime_before_and_in_a_vacation(db: Database, timed: Timed, time: Time) -> None:
    """A time that is given back never ends within a vacation."""
    await matches.credit_downtime(db)
    match = await timed("1d")
    await matches.take_vacation(db, ANN, time() + 10 * DAY, time() + 1.5 * DAY)
    time.turn(days=1)
    assert await matches.credit_downtime(db) == []
    assert match.due_at is not None
    now = await matches.get(db, match.id)
    assert now.due_at == match.due_at + DAY + 8.5 * DAY


async def test_computer_players_are_never_away(db: Database) -> None:
    """So nothing waits for one of them that plays in other matches, too."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seating="chosen", clock=Clock.read("3d")
    )
    match = await matches.fill(db, table.id, ANN, 1)
    other = match.players[1]
    assert other is not None
    sent = Sent(db)
    await matches.play(db, match.id, ANN, "step")
    await matches.play(db, match.id, other, "step")
    locks = [one for one in sent.statements if "advisory" in one]
    assert locks == [one for one in locks if f"({ANN:d})" in one]
    assert bool(locks) == (db.url.get_backend_name() == "postgresql")


async def test_vacation_and_turn_race(db: Database, url: str, timed: Timed, time: Time) -> None:
    """A vacation taken at the same moment as the opponent's move counts in full."""
    other = await _second(url, time)
    for number in range(5):
        match = await timed("3d", BOB, ANN)
        taken, _ = await asyncio.gather(
            matches.take_vacation(other, ANN, time() + DAY),
            matches.play(db, match.id, BOB, "step"),
        )
        now = await matches.get(db, match.id)
        assert now.due_at == taken.ends_at + 3 * DAY, number
        time.turn(days=2)
    await other.close()


async def _second(url: str, time: Time) -> Database:
    other = Database.connect(url, now=time)
    await matches.days_left(other, ANN)
    return other
