"""Addresses, files, transactions, and what survives a crash."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import stat
import sys
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import StatementError

from storage import database, players
from storage.database import Database, address_of
from storage.errors import BadAddress, LostRace, Unavailable
from storage.ids import PlayerId
from storage.runners import awaited
from storage.schema import match, player
from storage.steady_time import SteadyTime
from storage.transactions import transaction
from tests.support.conditions import until


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("sqlite:///some.db", "sqlite:///some.db"),
        ("sqlite+aiosqlite:////var/some.db", "sqlite:////var/some.db"),
        ("postgresql://me@host/name", "postgresql+asyncpg://me@host/name"),
        ("postgres://me@host/name", "postgresql+asyncpg://me@host/name"),
    ],
)
def test_addresses_get_their_driver(url: str, expected: str) -> None:
    """Plain addresses are enough; the program chooses the driver."""
    assert str(address_of(url)) == expected


@pytest.mark.parametrize("url", ["", "nonsense", "sqlite://", "sqlite:///:memory:", "mysql://h/x"])
def test_other_addresses_say_what_is_expected(url: str) -> None:
    """No address, no file and other databases are refused with an example."""
    with pytest.raises(BadAddress, match="sqlite:///"):
        address_of(url)


def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra installed, the message says how to install it."""
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadAddress, match="postgres"):
        address_of("postgresql://me@host/name")


async def test_opening_it_again_keeps_the_locks(tmp_path: Path) -> None:
    """Opening the same file again in one process does not drop the locks of its other connections.
    Another process that exits therefore does not delete the write-ahead log.
    """
    path = tmp_path / "bot.db"
    url = f"sqlite:///{path}"
    await database.migrate(url)
    first = Database.connect(url)
    await first.write(_writing_somebody)
    second = Database.connect(url)
    other = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT id FROM player')"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", other, str(path))
    assert await process.wait() == 0
    assert path.with_name("bot.db-wal").exists()
    await second.close()
    await first.close()


def _writing_somebody(connection: Connection) -> None:
    with transaction(connection):
        connection.execute(insert(player), {"id": 1, "preferences": {}})


async def test_missing_folders_are_made_and_the_file_is_private(tmp_path: Path) -> None:
    """Missing folders are created, and only the owner may read the database."""
    path = tmp_path / "a" / "b" / "bot.db"
    await database.migrate(f"sqlite:///{path}")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_impossible_files_are_reported(tmp_path: Path) -> None:
    """A folder can't be a database; the message names the file."""
    with pytest.raises(Unavailable, match="can't open the database file"):
        Database.connect(f"sqlite:///{tmp_path}")


async def test_file_that_is_no_database_is_reported(tmp_path: Path) -> None:
    """A file at the address that is not a database is left alone."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Bob, " * 300)
    with pytest.raises(Unavailable):
        await database.migrate(f"sqlite:///{path}")
    assert path.read_text().startswith("Dear Bob")


def _lanes() -> int:
    return sum("_connection_worker" in one.name for one in threading.enumerate())


async def test_file_that_goes_before_it_is_opened_is_reported(tmp_path: Path) -> None:
    """Connections are opened when they are needed; no thread is left of one that can't be."""
    before, db = _lanes(), Database.connect(f"sqlite:///{tmp_path / 'gone.db'}")
    await asyncio.to_thread((tmp_path / "gone.db").unlink)
    with pytest.raises(Unavailable, match="unable to open"):
        await db.read(_ids)
    assert _lanes() == before
    await asyncio.to_thread((tmp_path / "gone.db").touch)
    assert await db.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar()) == 1
    assert _lanes() == before + 1
    await db.close()


async def test_sqlite_is_durable_and_strict(tmp_path: Path) -> None:
    """Every connection has a write-ahead log, full synchronisation and foreign keys."""
    db = Database.connect(f"sqlite:///{tmp_path / 'strict.db'}")

    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    for run in (db.read, db.write):
        assert await run(pragmas) == ["wal", 2, 1, database.BUSY_TIMEOUT]
    await db.close()


def _add(connection: Connection, number: int) -> None:
    connection.execute(insert(player), {"id": number, "preferences": {}})


def _ids(connection: Connection) -> list[int]:
    return list(connection.execute(select(player.c.id).order_by(player.c.id)).scalars())


async def test_transaction_is_all_or_nothing(db: Database) -> None:
    """An error inside a transaction undoes everything written in it, and nothing else."""

    def work(connection: Connection) -> None:
        with transaction(connection):
            _add(connection, 1)
        with transaction(connection):
            _add(connection, 2)
            raise KeyError

    with pytest.raises(KeyError):
        await db.write(work)
    assert await db.read(_ids) == [1]


async def test_key_that_is_taken_is_a_lost_race(db: Database) -> None:
    """A second row under the same key is refused, with everything else in its transaction."""

    def work(connection: Connection) -> None:
        with transaction(connection):
            _add(connection, 3)
        with transaction(connection):
            _add(connection, 4)
            _add(connection, 3)

    with pytest.raises(LostRace):
        await db.write(work)
    assert await db.read(_ids) == [3]


async def test_reading_does_not_wait_for_a_writer(db: Database) -> None:
    """During a transaction, readers see the previous state."""
    entered, leave = asyncio.Event(), asyncio.Event()

    async def stay() -> None:
        entered.set()
        await leave.wait()

    def work(connection: Connection) -> None:
        with transaction(connection):
            _add(connection, 5)
            awaited(stay())

    writing = asyncio.create_task(db.write(work))
    await entered.wait()
    assert await db.read(_ids) == []
    leave.set()
    await writing
    assert await db.read(_ids) == [5]


async def test_what_waits_for_a_connection_is_counted(db: Database) -> None:
    """Of sixteen concurrent writers one begins on SQLite and fifteen on PostgreSQL; the others
    wait. On SQLite, readers never wait for writers.
    """
    leave, waiting = asyncio.Event(), 1 if db.url.get_backend_name() == "postgresql" else 15

    async def stay() -> None:
        await leave.wait()

    writing = [asyncio.create_task(db.write(lambda _: awaited(stay()))) for _ in range(16)]
    await until(lambda: db.waiting == {"reads": 0, "writes": waiting})
    leave.set()
    await asyncio.gather(*writing)
    assert db.waiting == {"reads": 0, "writes": 0}


async def test_nobody_is_overtaken_by_whoever_comes_again(tmp_path: Path) -> None:
    """On SQLite one writes after the other, and each gets its turn: also if somebody does one thing
    straight after the other.
    """
    db = Database.connect(f"sqlite:///{tmp_path / 'alone.db'}")
    await db.migrate()
    entered, leave, done = asyncio.Event(), asyncio.Event(), list[str]()

    async def stay() -> None:
        entered.set()
        await leave.wait()

    async def many() -> None:
        await db.write(lambda _: awaited(stay()))
        for _ in range(9):
            await db.write(lambda _: done.append("many"))

    async def single() -> None:
        await db.write(lambda _: done.append("single"))

    busy = asyncio.create_task(many())
    await entered.wait()
    others = [asyncio.create_task(single()) for _ in range(2)]
    while db.waiting["writes"] < len(others):  # noqa: ASYNC110 - it is a number
        await asyncio.sleep(0)
    leave.set()
    await asyncio.gather(busy, *others)
    await db.close()
    assert done == ["single", "single", *["many"] * 9]


async def test_work_that_has_begun_goes_on_without_its_caller(tmp_path: Path) -> None:
    """On SQLite a running transaction finishes before the database is closed, even if its caller
    was cancelled. Work still in the queue is dropped with its caller.
    """
    db = Database.connect(f"sqlite:///{tmp_path / 'alone.db'}")
    await db.migrate()
    entered, leave = asyncio.Event(), asyncio.Event()

    async def stay() -> None:
        entered.set()
        await leave.wait()

    def work(connection: Connection) -> None:
        with transaction(connection):
            awaited(stay())
            _add(connection, 5)

    writing = asyncio.create_task(db.write(work))
    await entered.wait()
    waiting = asyncio.create_task(db.write(lambda connection: _add(connection, 6)))
    await asyncio.sleep(0)
    for task in (writing, waiting):
        task.cancel()
    assert [
        type(one) for one in await asyncio.gather(writing, waiting, return_exceptions=True)
    ] == [asyncio.CancelledError] * 2
    leave.set()
    await db.close()
    again = Database.connect(f"sqlite:///{tmp_path / 'alone.db'}")
    assert await again.read(_ids) == [5]
    await again.close()


async def test_busy_sqlite_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer waits for another process's transaction, but with a limit."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 30)
    path = tmp_path / "busy.db"
    opened = Database.connect(f"sqlite:///{path}")
    await opened.migrate()

    def work(connection: Connection) -> None:
        with transaction(connection):
            _add(connection, 6)

    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="locked"):
        await opened.write(work)
    blocker.execute("ROLLBACK")
    blocker.close()
    await opened.write(work)
    assert await opened.read(_ids) == [6]
    await opened.close()


CRASH = """
import asyncio, os, signal, sys
from sqlalchemy import insert
from storage.database import Database
from storage.schema import player
from storage.transactions import transaction

def work(connection):
    with transaction(connection):
        connection.execute(insert(player), {"id": 7, "preferences": {}})
    with transaction(connection):
        connection.execute(insert(player), {"id": 8, "preferences": {}})
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(Database.connect(sys.argv[1]).write(work))
"""


async def test_killed_process_leaves_whole_transactions_only(db: Database, url: str) -> None:
    """After a SIGKILL everything committed is there, and nothing else."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", CRASH, url)
    assert await process.wait() == -signal.SIGKILL
    assert await db.read(_ids) == [7]

    def work(connection: Connection) -> None:
        with transaction(connection):
            _add(connection, 9)

    await db.write(work)
    assert await db.read(_ids) == [7, 9]


async def test_times_come_back_aware_and_in_utc(db: Database) -> None:
    """A time in any zone is stored as the same instant; one without a zone is refused."""
    there = datetime(2030, 5, 6, 7, 8, 9, 123456, timezone(timedelta(hours=5)))
    row = {"game": "g", "rules_version": 1, "seats": 2, "options": {}, "seating": "random"}
    row |= {"status": "open", "host": 1, "channel": 2, "seq": 1, "base": 0, "turn_count": 0}

    def store(connection: Connection, time: datetime) -> None:
        with transaction(connection):
            connection.execute(insert(match), {**row, "created_at": time, "moved_at": time})

    await db.write(lambda connection: store(connection, there))
    stored = await db.read(lambda c: c.execute(select(match.c.created_at)).scalar_one())
    assert stored == there
    assert stored.tzinfo is UTC
    with pytest.raises(StatementError, match="without a zone"):
        await db.write(lambda connection: store(connection, there.replace(tzinfo=None)))


async def test_clock_is_the_given_one(tmp_path: Path) -> None:
    """Everything stored uses the database's clock, which a test may set."""
    time = datetime(2031, 1, 1, tzinfo=UTC)
    opened = Database.connect(f"sqlite:///{tmp_path / 'x.db'}", now=lambda: time)
    assert opened.now() == time
    assert opened.jump == timedelta()
    await opened.close()
    usual = Database.connect(f"sqlite:///{tmp_path / 'x.db'}")
    assert usual.now().tzinfo is UTC
    await usual.close()


def test_steady_time() -> None:
    """Setting the machine's clock changes nothing until the program follows it. An interruption
    between reading the two clocks is not taken for a jump.
    """
    begin, passed, ahead = datetime(2031, 1, 1, tzinfo=UTC), 5.0, 0.0
    interrupted = 0.0

    def machine() -> datetime:
        nonlocal passed
        passed += interrupted
        return begin + timedelta(seconds=passed + ahead)

    clock = SteadyTime(machine, lambda: passed)
    first = clock()
    for ahead in (7200.0, -7200.0, 0.9, -0.9):
        passed += 60
        before = clock()
        jump = timedelta(seconds=ahead) if abs(ahead) > 1 else timedelta()
        assert clock.jump == jump
        assert clock() == before
        clock.follow(jump)
        assert clock() == before + jump
        clock.follow(-jump)
    ahead, interrupted = 0.0, 3.0
    assert clock.jump == timedelta()
    assert clock() == first + timedelta(seconds=243)


async def test_preferences_of_a_player(db: Database) -> None:
    """There are no preferences at first; a new preference replaces the old one."""

    def choose(connection: Connection, chosen: dict[str, object]) -> None:
        with transaction(connection):
            players.set_preferences(connection, PlayerId(2**63 - 1), chosen)

    def read(connection: Connection) -> dict[str, object]:
        return players.preferences(connection, PlayerId(2**63 - 1))

    assert await db.read(read) == {}
    await db.write(lambda connection: choose(connection, {"theme": "dark"}))
    await db.write(lambda connection: choose(connection, {"theme": "light", "ping": False}))
    assert await db.read(read) == {"theme": "light", "ping": False}
