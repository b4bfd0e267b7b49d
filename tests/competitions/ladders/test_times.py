"""The time to answer a challenge, and how a downtime changes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import Connection, func, select

from competitions.ladders import acts, challenges, news, verify
from competitions.ladders.queries import get
from competitions.ladders.upkeep import advance, take_due
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import Lapsed
from matches.clocks.downtime import credit_downtime, heartbeat
from storage import ladders as rows
from storage.database import Database
from storage.downtime import record_downtime, total_downtime
from storage.schema import standstill
from tests.competitions.ladders.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    Open,
    accepted,
    challenged,
    places,
)
from tests.matches.beats import DAY, HOUR, alive
from tests.matches.conftest import Clock


async def test_downtime_moves_the_time_for_an_answer(
    db: Database, hold: Open, clock: Clock
) -> None:
    """Nobody loses a place because the bot was down: the challenge doesn't lapse, and can be
    accepted. The resulting log can be folded.
    """
    await heartbeat(db)
    held = await advance(db, (await challenged(db, await hold(), DAN, BOB)).id)
    end = clock() + 3 * DAY
    assert held.until == {1: end}
    assert held.next_at == end
    clock.turn(days=2)
    await alive(db, clock)
    clock.turn(days=5)
    await credit_downtime(db)
    assert await take_due(db) == [held.id], "when its time would have been over"
    held = await advance(db, held.id)
    assert places(held)[1] == BOB
    assert held.until == {1: end + 5 * DAY}
    assert held.next_at == end + 5 * DAY == clock() + DAY
    assert "accept" in acts.possible(held, BOB, clock())
    held = await challenges.accept(db, held.id, BOB, 1)
    assert held.until == {}
    held = await advance(db, held.id)
    assert held.match_of(held.ladder.challenges[1]) is not None
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_it_lapses_when_its_time_is_over(db: Database, hold: Open, clock: Clock) -> None:
    """After a downtime just as without one."""
    await heartbeat(db)
    held = await challenged(db, await hold(), DAN, BOB)
    clock.turn(days=30)
    await credit_downtime(db)
    clock.turn(days=3)
    assert "accept" not in acts.possible(await get(db, held.id), BOB, clock())
    with pytest.raises(CompetitionError, match="too-late"):
        await challenges.accept(db, held.id, BOB, 1)
    held = await advance(db, held.id)
    assert places(held) == [ANN, DAN, BOB, CAT]
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_what_was_over_before_stays_over(db: Database, hold: Open, clock: Clock) -> None:
    """The time ran out while the bot was up but didn't get to it any more. The downtime after that
    is kept as long as it is needed.
    """
    await heartbeat(db)
    held = await hold()
    await _down(db, clock)
    await challenged(db, held, DAN, BOB)
    end = clock() + 3 * DAY
    clock.turn(days=4)
    for _ in range(2):
        await _down(db, clock)
        assert (await get(db, held.id)).until == {1: end}
        assert await _downtimes(db) == 2
    held = await advance(db, held.id)
    assert places(held) == [ANN, DAN, BOB, CAT]
    told = [one.event for one in await news.news(db, held)]
    assert Lapsed(1, clock()) in told
    await _down(db, clock)
    assert await _downtimes(db) == 1


async def _down(db: Database, clock: Clock) -> None:
    """A process is alive for another hour, and then none is for a day."""
    clock.turn(hours=1)
    await alive(db, clock)
    clock.turn(days=1)
    await credit_downtime(db)


async def _downtimes(db: Database) -> int:
    def work(connection: Connection) -> int:
        return int(connection.execute(select(func.count()).select_from(standstill)).scalar_one())

    return await db.read(work)


async def test_a_clock_that_was_set_back(db: Database, hold: Open, clock: Clock) -> None:
    """There is as much time left as before. The log can be folded, although a challenge lapses
    before the time of day that was announced first.
    """
    await heartbeat(db)
    held = await challenged(db, await hold(), DAN, BOB)
    end = clock() + 3 * DAY
    clock.turn(hours=1)
    await alive(db, clock)
    clock.turn(hours=-8)
    await credit_downtime(db)
    held = await get(db, held.id)
    assert held.until == {1: end - 8 * HOUR}
    assert held.until[1] - clock() == 3 * DAY - HOUR
    clock.time = held.until[1]
    held = await advance(db, held.id)
    assert places(held) == [ANN, DAN, BOB, CAT]
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_it_is_reckoned_again_after_a_downtime(
    db: Database, hold: Open, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the downtime is recorded while somebody challenges."""
    held, downtimes = await hold(), [timedelta(days=1)]

    def total(connection: Connection) -> int:
        found = total_downtime(connection)
        if downtimes:
            record_downtime(connection, clock() - downtimes.pop(), clock())
        return found

    monkeypatch.setattr(rows, "total_downtime", total)
    held = await challenged(db, held, DAN, BOB)
    assert (downtimes, held.until) == ([], {1: clock() + 3 * DAY})


async def test_who_plays_has_answered(db: Database, hold: Open) -> None:
    """Once there is a match, or the challenge is over, no time to answer is stored. So no downtime
    is kept for it.
    """
    held = await accepted(db, await hold(), DAN, BOB)
    assert held.until == {}
    held = await challenged(db, held, CAT, ANN)
    held = await challenges.recall(db, held.id, CAT)
    assert held.until == {}

    def timed(connection: Connection) -> list[bool]:
        return [one.timed for one in rows.challenges(connection, held.number, 9, 9)]

    assert await db.read(timed) == [False, False]
