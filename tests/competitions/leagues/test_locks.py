"""Use cases of a league and of its divisions on PostgreSQL: they don't wait for each other in a
circle.
"""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, select, text

from competitions.leagues import queries, upkeep
from competitions.tournaments.direction import LEAGUE_OVER, call_off
from competitions.tournaments.queries import get
from matches import privacy
from matches.model.ids import PlayerId, number_of
from storage import competitions, leagues
from storage.database import Database
from storage.errors import LostRace
from storage.runners import awaited
from storage.schema import competition, match
from storage.transactions import transaction
from tests.competitions.leagues.conftest import ANN, HOST, Open, divisions
from tests.support.traces import traces

_WAITING = text("SELECT count(*) FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))")
"""How many locks of this connection others are waiting for."""


@pytest.fixture
def backend() -> str:
    """The kind of database for all tests in this file."""
    return "postgresql"


def _wait_for_another(connection: Connection, locked: asyncio.Event) -> None:
    """Waits until somebody else waits for a lock that this connection has."""
    locked.set()
    while not connection.execute(_WAITING).scalar():
        awaited(asyncio.sleep(0.01))


async def test_the_league_is_locked_before_its_divisions(db: Database, hold: Open) -> None:
    """While a league and its divisions are being changed, one of these ends. That has to be told to
    the league, so it waits for the league before it locks anybody out of the division.
    """
    held = await hold()
    league, division = held.number, (await divisions(db, held))[0]
    locked = asyncio.Event()

    def change(connection: Connection) -> None:
        with transaction(connection):
            leagues.LOG.row(connection, league, lock=True)
            _wait_for_another(connection, locked)
            rows = select(competition.c.id).where(competition.c.league == league)
            connection.execute(rows.with_for_update(nowait=True, key_share=True))
            competitions.change_divisions(connection, league, {"channel": 72})

    changing = asyncio.create_task(db.write(change))
    await locked.wait()
    await call_off(db, division.id, LEAGUE_OVER)
    await changing
    now = await get(db, division.id)
    assert (now.competition.status, now.terms.channel) == ("cancelled", 72)
    assert await upkeep.take_due(db) == [held.id]
    assert (await queries.get(db, held.id)).league == held.league


@pytest.mark.parametrize("player", [HOST, ANN])
async def test_whoever_is_forgotten_waits_for_the_league_first(
    db: Database, hold: Open, player: PlayerId
) -> None:
    """A director and a member have their data deleted. While they wait, they lock nobody out of its
    divisions or their matches.
    """
    held = await hold()
    games = [one for division in await divisions(db, held) for one in division.matches.values()]
    locked = asyncio.Event()

    def change(connection: Connection) -> None:
        with transaction(connection):
            leagues.LOG.row(connection, held.number, lock=True)
            _wait_for_another(connection, locked)
            rows = select(competition.c.id).where(competition.c.league == held.number)
            played = select(match.c.id).where(match.c.id.in_(map(number_of, games)))
            for query in (rows, played):
                connection.execute(query.with_for_update(nowait=True, key_share=True))

    changing = asyncio.create_task(db.write(change))
    await locked.wait()
    await privacy.forget(db, player)
    await changing
    assert await traces(db, player) == []


async def test_whoever_is_in_a_circle_tries_again(db: Database, hold: Open) -> None:
    """If there is a circle after all, whoever ends a division succeeds in the end, and so does
    whoever changes the league.
    """
    held = await hold()
    one, other = await divisions(db, held)
    locked = asyncio.Event()

    def first(connection: Connection) -> None:
        with transaction(connection):
            competitions.LOG.row(connection, one.number, lock=True)
            _wait_for_another(connection, locked)
            leagues.LOG.row(connection, held.number, lock=True)

    holding = asyncio.create_task(db.write(first))
    await locked.wait()
    await call_off(db, one.id, LEAGUE_OVER)
    results = await asyncio.gather(holding, return_exceptions=True)
    assert [*filter(None, results)] == [] or isinstance(results[0], LostRace)
    assert (await get(db, one.id)).competition.status == "cancelled"
    assert (await get(db, other.id)).competition.status == "running"
