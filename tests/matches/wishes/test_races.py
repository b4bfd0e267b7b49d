"""Several processes look for tables at once, and processes die while they do."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import event

import matches
from matches.archive import verify
from matches.model.ids import PlayerId
from matches.wishes import requests, tables
from matches.wishes.requests import Wanted
from storage.database import Database
from tests.matches.conftest import ANN, BOB, Clock
from tests.matches.wishes.conftest import Make, everything, statuses
from tests.matches.wishes.seekers import THREE, TWO, terms
from tests.support.racing import racing

pytestmark = pytest.mark.untraced

PEOPLE = [PlayerId(number) for number in range(201, 231)]
RESTLESS = PEOPLE[::5]


class Killed(Exception):
    """The process is gone."""


class Ticking(Clock):
    """A clock that never tells the same time twice."""

    def __call__(self) -> datetime:
        """The current time."""
        self.turn(microseconds=1)
        return self.time


@pytest.fixture
def clock() -> Clock:
    """The database's clock."""
    return Ticking()


async def _sound(db: Database, restless: Collection[PlayerId] = ()) -> None:
    """Everybody sits at most once, each wish came true at most once, and every match has its
    wishes. Who is restless may sit down again, but only by a wish that they made afterwards.
    """
    wishes = [one for one in await everything(db) if one.match_id is not None]
    seated: dict[PlayerId, list[tuple[datetime, datetime]]] = defaultdict(list)
    for match_id in {one.match_id for one in wishes if one.match_id is not None}:
        match = await matches.get(db, match_id)
        players = [player for player in match.players if player is not None]
        wished = {
            player: one.since
            for one in wishes
            if one.match_id == match_id
            for player in one.players
        }
        assert len(players) == match.setup.seats
        assert {*players} == wished.keys()
        for player, since in wished.items():
            seated[player].append((match.created_at, since))
    for player, times in seated.items():
        assert len(times) == 1 or player in restless
        for (began, _), (_, since) in pairwise(sorted(times)):
            assert since > began
    faults = [one.fault async for one in verify.replays(db)]
    assert faults == [None] * len({one.match_id for one in wishes})


async def _look(db: Database) -> None:
    for _ in range(5):
        for number in await tables.due(db, limit=3):
            await tables.look(db, number)


async def test_several_databases(db: Database, url: str, make: Make) -> None:
    """Through three open databases, each with several tasks, while people go on changing."""
    for player in PEOPLE:
        await make(player)
        await make(player, wished=terms(THREE))
    others = [Database.connect(url, now=db.now) for _ in range(2)]
    try:
        await asyncio.gather(
            *(_look(one) for one in (db, *others) for _ in range(3)),
            *(_fidget(one, player) for player in RESTLESS for one in others),
        )
    finally:
        for other in others:
            await other.close()
    await _sound(db, RESTLESS)


async def _fidget(db: Database, player: PlayerId) -> None:
    """Somebody makes wishes and gives them up."""
    for _ in range(3):
        try:
            made = await requests.make(db, player, Wanted(terms(TWO, THREE)))
            await requests.give_up(db, made.id, player)
        except matches.TableError:
            return


async def test_two_processes(db: Database, url: str, make: Make, clock: Clock) -> None:
    """Two processes and this one."""
    for player in PEOPLE:
        await make(player, wished=terms(TWO, THREE))
    async with racing("tests.matches.wishes.racer", url):
        await asyncio.gather(*(_look(db) for _ in range(3)))
    clock.turn(hours=1)  # What somebody was faster with is looked for again.
    while numbers := await tables.due(db):
        for number in numbers:
            await tables.look(db, number)
    await _sound(db)
    seated = [one for one in await everything(db) if one.status == "matched"]
    assert len(seated) >= len(PEOPLE) - 1


def _dies_after(db: Database, writes: int) -> Callable[[], None]:
    """Has the process die before its next statement that writes, after that many."""
    left = writes

    def before(conn: Any, cursor: Any, statement: str, *_: Any) -> None:
        nonlocal left
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            left -= 1
            if left < 0:
                raise Killed

    event.listen(db.engine, "before_cursor_execute", before)
    return lambda: event.remove(db.engine, "before_cursor_execute", before)


async def test_death_before_any_statement(db: Database, make: Make) -> None:
    """Whoever seats two people dies before some statement that writes. There is no half a table,
    and the next one seats them.
    """
    await make(ANN)
    made = await make(BOB)
    await tables.due(db)
    died = 0
    for step in range(100):
        stop = _dies_after(db, step)
        try:
            match_id = await tables.look(db, made.id)
            break
        except Killed:
            died += 1
        finally:
            stop()
        assert await statuses(db, ANN) == await statuses(db, BOB) == ["open"]
        assert await matches.matches_of(db, ANN) == []
    assert died > 5
    assert match_id is not None
    await _sound(db)
