"""PostgreSQL behind PgBouncer, which hands its connections on after each transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest
from sqlalchemy import Connection, make_url

from storage import players
from storage.addresses import address_of
from storage.copies import copy
from storage.database import BUSY_TIMEOUT, Database
from storage.errors import BadAddress
from storage.ids import PlayerId
from storage.transactions import snapshot, transaction
from tests.support.pgbouncer import CONNECTIONS, pooled
from tests.support.postgres import EMPTY, Cluster

MANY = 40
"""How many do something at the same time: far more than there are connections to the server."""
ASKED = "SELECT pg_backend_pid(), current_setting('lock_timeout')"


@pytest.fixture
def address(cluster: Cluster) -> Iterator[str]:
    """The address of a database without a schema, behind PgBouncer."""
    with cluster.database(EMPTY) as direct, pooled(direct) as one:
        yield one


@pytest.fixture
def other(cluster: Cluster) -> Iterator[str]:
    """Another one, with the schema and no rows."""
    with cluster.database() as direct, pooled(direct) as one:
        yield one


@pytest.fixture
async def db(address: str) -> AsyncIterator[Database]:
    """That database, with the whole schema."""
    database = Database.connect(address)
    await database.migrate()
    yield database
    await database.close()


def _choose(connection: Connection, number: int) -> int:
    """Three statements in a transaction, and more reading after it."""
    with transaction(connection):
        players.hold(connection, [PlayerId(number), PlayerId(number + 1)])
        players.set_preferences(connection, PlayerId(number), {"theme": str(number)})
    found = players.preferences(connection, PlayerId(number))
    assert found["theme"] == str(number)
    return int(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())


async def test_many_share_few_connections(db: Database, address: str) -> None:
    """What many do at once through several databases all happens, on two processes of the server,
    and no statement of one is taken for another's.
    """
    others = [Database.connect(address) for _ in range(3)]
    work = [
        one.write(lambda connection, number=number: _choose(connection, number))  # type: ignore[misc]
        for number in range(MANY)
        for one in (db, *others)
    ]
    assert len({*await asyncio.gather(*work)}) <= CONNECTIONS
    for one in others:
        await one.close()


async def test_each_transaction_has_our_settings(db: Database, address: str) -> None:
    """A writer waits for another's lock as long as without a pooler; whoever gets the connection to
    the server after us finds the server's own settings.
    """
    process, ours = await db.read(lambda one: tuple(one.exec_driver_sql(ASKED).one()))
    assert ours == f"{BUSY_TIMEOUT // 1000}s"
    plain = make_url(address).set(query={}).render_as_string(hide_password=False)
    other = await asyncpg.connect(plain, statement_cache_size=0)
    assert tuple(await other.fetchrow(ASKED)) == (process, "0")
    await other.close()


async def test_a_snapshot_is_of_one_moment(db: Database) -> None:
    """What is read in it is as it was when it began, also here."""

    def look(connection: Connection) -> object:
        with snapshot(connection):
            return connection.exec_driver_sql("SHOW transaction_isolation").scalar()

    assert await db.read(look) == "repeatable read"


async def test_copies_go_through_it(db: Database, other: str) -> None:
    """All rows can be copied out of a database behind a pooler, and into one."""
    await db.write(lambda connection: _choose(connection, 1))
    target = Database.connect(other)
    assert (await copy(db, target))["player"] > 0
    assert await target.read(lambda one: players.preferences(one, PlayerId(1))) == {"theme": "1"}
    await target.close()


def test_the_way_of_pooling_is_said() -> None:
    """It is by transactions, and nothing else can be said."""
    with pytest.raises(BadAddress, match="pooler can only be transaction"):
        address_of("postgresql://somebody@host/name?pooler=statement")
