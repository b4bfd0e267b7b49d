"""Reads that may be some seconds old, on a server that follows another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import Connection

from bot.config.database import existing
from bot.config.settings import load
from matches.model.ids import PlayerId
from matches.model.ratings import Pool
from matches.ratings.standings import head_to_head, leaderboard, profile
from storage import clocks, database, replicas
from storage.database import Database
from storage.errors import BadAddress, StorageError, Unavailable
from storage.replicas import BEHIND
from storage.transactions import in_transaction
from tests import PATIENCE
from tests.support.standby import Pair, replicated


@pytest.fixture(scope="module")
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    """A server and its replica. Needs a server's programs, as `cluster` does."""
    request.getfixturevalue("cluster")
    with replicated() as both:
        yield both


@pytest.fixture
def url(pair: Pair) -> Iterator[str]:
    """A database on the first server."""
    with pair.primary.database() as address:
        yield address


@pytest.fixture
async def plain(url: str) -> AsyncIterator[Database]:
    """The database, as long as nobody knows of a replica."""
    opened = Database.connect(url)
    yield opened
    await opened.close()


@pytest.fixture
async def replica(pair: Pair, url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of its replica on the other server. How far that is behind is looked at each
    time, also after a failure.
    """
    monkeypatch.setattr(replicas, "LOOKS", 0.0)
    monkeypatch.setattr(replicas, "SHUNNED", 0.0)
    there = url.replace(f":{pair.primary.port}/", f":{pair.standby}/")
    await _exists(there)
    return there


@pytest.fixture
def db(plain: Database, replica: str) -> Database:
    """The database with its replica."""
    plain.read_from(replica)
    return plain


async def _exists(address: str) -> None:
    """Returns once the replica has the database, too."""
    there = Database.connect(address)
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StorageError):
                await there.read(_is_replica)
                break
            await asyncio.sleep(0.01)
    await there.close()


async def _beat(db: Database) -> None:
    now = db.now()
    await db.write(in_transaction(lambda connection: clocks.beat(connection, "bot", now)))


async def _read_there(db: Database) -> None:
    """Returns once the replica has caught up."""
    async with asyncio.timeout(PATIENCE):
        while not await db.read_late(_is_replica):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


def _is_replica(connection: Connection) -> bool:
    found = connection.exec_driver_sql("SELECT pg_is_in_recovery()").scalar()
    return bool(found)


async def test_only_late_reads(db: Database) -> None:
    """They are done on the replica, others never."""
    await _beat(db)
    await _read_there(db)
    assert not await db.read(_is_replica)


class _Asked(Exception):
    """The first server is asked."""


@pytest.mark.parametrize(
    "shown",
    [
        partial(leaderboard, pool=Pool("attangle", 2, "live"), player=PlayerId(101)),
        partial(profile, player=PlayerId(101)),
        partial(head_to_head, player=PlayerId(101), other=PlayerId(102)),
    ],
    ids=["leaderboard", "profile", "head to head"],
)
async def test_what_is_read_late(
    db: Database, monkeypatch: pytest.MonkeyPatch, shown: Callable[[Database], Awaitable[object]]
) -> None:
    """Leaderboards, profiles and comparisons are read on the replica, without the first server."""
    await _beat(db)
    await _read_there(db)
    assert db._replica is not None
    now = db.now()
    monkeypatch.setattr(db._replica, "_now", lambda: now)  # It is never behind.

    async def refuse(_: object) -> None:
        await asyncio.sleep(0.1)  # So that the time-out is noticed.
        raise _Asked

    monkeypatch.setattr(db, "read", refuse)
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(_Asked):  # It was asked because the replica was too slow, for once.
                await shown(db)
                break


async def test_by_a_setting(url: str, replica: str) -> None:
    """`DATABASE_REPLICA_URL` says which one is read."""
    settings = load(_env_file=None, database_url=url, database_replica_url=replica)
    opened = await existing(settings)
    await _beat(opened)
    await _read_there(opened)
    await opened.close()


async def test_one_that_may_be_behind(
    db: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It isn't read until it has heard of a heartbeat. Changes are logged once."""
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            assert not await db.read_late(_is_replica)
        await _beat(db)
        await _read_there(db)
        assert db._replica is not None
        late = db.now() + BEHIND + timedelta(seconds=1)
        monkeypatch.setattr(db._replica, "_now", lambda: late)
        assert not await db.read_late(_is_replica)
    behind = "the replica isn't read: it is too far behind"
    assert caplog.messages == [behind, "the replica is read again", behind]


@pytest.mark.parametrize("silent", [False, True])
async def test_one_that_does_not_answer(
    plain: Database, silent: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The other server is read instead, and the replica is left alone for a while: whether it hangs
    up, or says nothing for longer than is waited for.
    """
    monkeypatch.setattr(replicas, "PATIENCE", 0.1)
    async with _useless(silent=silent) as (address, connections):
        plain.read_from(address)
        assert not await plain.read_late(_is_replica)
        asked = len(connections)
        for _ in range(3):
            assert not await plain.read_late(_is_replica)
        assert len(connections) == asked > 0
    (said,) = caplog.messages
    before, reason = said.split(": ", 1)
    assert before == "the replica isn't read"
    assert (reason == "no answer within 0.1 s") is silent
    assert reason


async def test_one_that_says_nothing(plain: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it as long as for a server that can't be replaced by another."""
    monkeypatch.setattr(replicas, "PATIENCE", 0.1)
    async with _useless(silent=True) as (address, _):
        only = Database.connect(address, patience=database.PATIENCE)
        plain.read_from(address)
        late = asyncio.create_task(plain.read_late(_is_replica))
        other = asyncio.create_task(only.read(_is_replica))
        done, _ = await asyncio.wait((late, other), return_when=asyncio.FIRST_COMPLETED)
        assert done == {late}
        assert not late.result()
    with pytest.raises(Unavailable):  # It has hung up.
        await other
    await only.close()


@asynccontextmanager
async def _useless(*, silent: bool) -> AsyncIterator[tuple[str, list[str]]]:
    """The address of a server that hangs up at once, or says nothing, and who has connected."""
    connections, over = list[str](), asyncio.Event()

    async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(str(writer.get_extra_info("peername")))
        if silent:
            await over.wait()
        writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"postgresql://nobody@127.0.0.1:{port}/nothing", connections
    finally:
        over.set()
        server.close()
        await server.wait_closed()


async def test_without_a_replica(plain: Database) -> None:
    """Late reads are like others."""
    assert not await plain.read_late(_is_replica)
    with pytest.raises(BadAddress):
        plain.read_from("mysql://somewhere")
