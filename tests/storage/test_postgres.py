"""PostgreSQL specifics: waiting for locks, deadlocks, and servers in trouble."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from sqlalchemy import Connection, insert, text, update

from storage import database, players
from storage.database import Database
from storage.errors import LostRace, Unavailable
from storage.ids import PlayerId
from storage.runners import awaited
from storage.schema import player
from storage.transactions import transaction
from tests import PATIENCE
from tests.support.postgres import Cluster


@pytest.fixture
def backend() -> str:
    """The kind of database for all tests in this file."""
    return "postgresql"


def _choose(connection: Connection, number: int, theme: str = "dark") -> None:
    with transaction(connection):
        players.set_preferences(connection, PlayerId(number), {"theme": theme})


def _look(connection: Connection) -> None:
    players.preferences(connection, PlayerId(1))


@asynccontextmanager
async def _held(db: Database, number: int) -> AsyncIterator[None]:
    """While an open transaction has changed a player's row."""
    entered, leave = asyncio.Event(), asyncio.Event()

    async def stay() -> None:
        entered.set()
        await leave.wait()

    def work(connection: Connection) -> None:
        with transaction(connection):
            players.set_preferences(connection, PlayerId(number), {})
            awaited(stay())

    holding = asyncio.create_task(db.write(work))
    await entered.wait()
    yield
    leave.set()
    await holding


async def test_waiting_for_a_lock_has_an_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer waits for another's transaction, but with a limit. Others are not affected."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 30)
    db = Database.connect(url)
    await db.write(lambda connection: _choose(connection, 1))
    async with _held(db, 1):
        with pytest.raises(Unavailable, match="lock timeout"):
            await db.write(lambda connection: _choose(connection, 1))
        await db.write(lambda connection: _choose(connection, 2))
    await db.write(lambda connection: _choose(connection, 1))
    await db.close()


async def test_deadlock_is_a_lost_race(db: Database) -> None:
    """In a deadlock one transaction goes on, and the other may retry."""
    await db.write(lambda connection: _choose(connection, 1))
    await db.write(lambda connection: _choose(connection, 2))
    both = asyncio.Barrier(2)

    def work(connection: Connection, first: int, second: int) -> None:
        with transaction(connection):
            players.set_preferences(connection, PlayerId(first), {})
            awaited(both.wait())
            players.set_preferences(connection, PlayerId(second), {})

    results = await asyncio.gather(
        db.write(lambda connection: work(connection, 1, 2)),
        db.write(lambda connection: work(connection, 2, 1)),
        return_exceptions=True,
    )
    assert sorted(map(type, results), key=str) == sorted([type(None), LostRace], key=str)


async def test_transactions_that_can_not_be_put_in_order(db: Database) -> None:
    """If the server uses serializable isolation, a serialization failure is also a lost race."""
    await db.write(lambda connection: _choose(connection, 1))

    def work(connection: Connection) -> None:
        with transaction(connection):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
            _look(connection)
            awaited(db.write(lambda other: _choose(other, 1, "light")))
            players.set_preferences(connection, PlayerId(1), {})

    with pytest.raises(LostRace):
        await db.write(work)


async def test_connection_that_the_server_has_ended(db: Database, cluster: Cluster) -> None:
    """A connection ended by the server or its restart is noticed before the next query."""
    await db.read(_look)
    other = Database.connect(str(cluster.url("postgres")))

    def end(connection: Connection) -> None:
        ended = (
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = :name"
        )
        assert connection.execute(text(ended), {"name": db.url.database}).all()

    await other.read(end)
    await other.close()
    await db.read(_look)


async def test_connection_that_ends_in_a_transaction(db: Database) -> None:
    """Nothing of the transaction remains, and the next one has a new connection."""

    def work(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(insert(player), {"id": 1, "preferences": {"theme": "dark"}})
            connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(Unavailable):
        await db.write(work)
    assert await db.read(lambda connection: players.preferences(connection, PlayerId(1))) == {}


async def test_servers_that_are_not_there(cluster: Cluster, url: str) -> None:
    """No server, no such database, no such user: each is reported in the server's words."""
    for address, said in (
        (url.replace(f":{cluster.port}/", ":9/"), "Connect call failed"),
        (f"{url}_and_more", "does not exist"),
        (url.replace("tests@", "nobody@"), 'role "nobody" does not exist'),
    ):
        db = Database.connect(address)
        with pytest.raises(Unavailable, match=said):
            await db.migrate()
        await db.close()


async def test_schema_that_changes_under_a_running_process(db: Database, url: str) -> None:
    """A column added by a newer process costs at most one refusal."""
    every = text("SELECT * FROM player")
    await db.read(lambda connection: connection.execute(every).all())
    newer = Database.connect(url)

    def migrate(connection: Connection) -> None:
        with transaction(connection):
            connection.exec_driver_sql("ALTER TABLE player ADD COLUMN more INTEGER")

    await newer.write(migrate)
    await newer.close()
    with pytest.raises(Unavailable, match="cached statement plan is invalid"):
        await db.read(lambda connection: connection.execute(every).all())
    await db.read(lambda connection: connection.execute(every).all())


async def test_mistakes_of_ours_are_not_called_unavailable(db: Database) -> None:
    """A value that no database accepts is a bug in the program, and must not be hidden."""
    wrong = update(player).values(id=2**63)
    with pytest.raises(Exception, match="out of int64 range") as failed:
        await db.write(lambda connection: connection.execute(wrong))
    assert not isinstance(failed.value, Unavailable)


async def test_a_server_that_answers_nothing(cluster: Cluster, url: str) -> None:
    """Nobody waits for it for good, neither on an open connection nor for a new one. Work goes on
    when it does.
    """
    db = Database.connect(url, patience=3.0)
    await db.read(_look)
    with cluster.stopped():
        for _ in range(2):
            with pytest.raises(Unavailable):
                await db.read(_look)

    async def answered() -> None:
        while True:
            try:
                await db.read(_look)
            except Unavailable:
                continue
            return

    await asyncio.wait_for(answered(), PATIENCE)
    await db.write(partial(_choose, number=1))
    await db.close()


async def test_work_is_cut_when_the_patience_is_over(url: str) -> None:
    """Wherever it stands, also inside a transaction, of which nothing is kept."""
    db = Database.connect(url, patience=3.0)

    def work(connection: Connection) -> None:
        with transaction(connection):
            players.set_preferences(connection, PlayerId(1), {"theme": "dark"})
            connection.execute(text("SELECT pg_sleep(3600)"))

    with pytest.raises(Unavailable):
        await db.write(work)
    assert await db.read(partial(players.preferences, player_id=PlayerId(1))) == {}
    await db.close()
