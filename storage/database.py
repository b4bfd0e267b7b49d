"""The way to the database: addresses, connections, transactions, migrations.

Work on the database is written as plain functions of a connection, which SQLAlchemy runs inside
asyncio: on SQLite in a thread of its own, on PostgreSQL through asyncpg. There each statement is a
message to another process and back, so a use case should need only a few.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import (
    DatabaseError,
    DBAPIError,
    InterfaceError,
    NotSupportedError,
)
from sqlalchemy.exc import OperationalError as SQLOperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from storage import replicas
from storage.addresses import address_of, shown
from storage.errors import NoDatabase, Unavailable, cause_of
from storage.migrations import downgrade, is_current, require_any, require_current, upgrade
from storage.replicas import Behind, Replica
from storage.runners import PostgreSQLRunner, Runner, SQLiteRunner, Work
from storage.steady_time import SteadyTime
from storage.transactions import code_of, is_writing

__all__ = ["BUSY_TIMEOUT", "Database", "Work", "address_of", "migrate"]

T = TypeVar("T")

BUSY_TIMEOUT = 10_000
"""Milliseconds for which a statement waits for another process's transaction."""

PATIENCE = 30.0
"""Seconds after which a bot waits no longer for a server that answers nothing. What it has done
takes milliseconds; maintenance may take minutes, and has no such limit.
"""

_NOT_OURS = frozenset({"08", "25", "28", "3D", "42", "53", "55", "57", "58", "XX"})
"""Classes of PostgreSQL's error codes that speak of its state and not of the values sent: no
connection, no permission, no such table, no room, no lock in time, about to stop, or broken.
"""

_UNREACHABLE = (SQLOperationalError, InterfaceError, NoConnectionFree, sqlite3.OperationalError)
"""The last is what SQLite raises for a file that can't be opened, before SQLAlchemy has a say."""

_READ_ONLY = "25006"
"""PostgreSQL's code for a write where nothing can be written: on a standby, say."""

_migrating = Lock()


class Database:
    """An open database. `now` is the clock for all stored times."""

    def __init__(
        self, address: URL, clock: Callable[[], datetime], patience: float | None = None
    ) -> None:
        self.url = address
        self.now = clock
        self._replica: Replica | None = None
        self._asked = 0
        self._heard = 0.0
        self._runner: Runner
        if address.get_backend_name() == "sqlite":
            self._runner = SQLiteRunner(str(address.database))
            _tune_sqlite(self._runner.engine)
        else:
            waits = str(BUSY_TIMEOUT)
            self._runner = PostgreSQLRunner(address, "dreierlei", patience, lock_timeout=waits)
            _leave_standbys(self._runner.engine)

    @property
    def jump(self) -> timedelta:
        """By how much the machine's clock was set since `now` was last in step with it."""
        return self.now.jump if isinstance(self.now, SteadyTime) else timedelta()

    def follow(self, jump: timedelta) -> None:
        """Moves `now` by the same amount. Call this once the jump is recorded in the database."""
        if isinstance(self.now, SteadyTime):
            self.now.follow(jump)

    @property
    def engine(self) -> Engine:
        """SQLAlchemy's engine, for listening to its events."""
        return self._runner.engine

    @property
    def waiting(self) -> Mapping[str, int]:
        """How many `reads` and `writes` of this process are waiting for a connection."""
        return self._runner.waiting

    @property
    def silence(self) -> float:
        """Seconds for which the database has answered nothing, although it was asked. 0 if it is
        not being asked.
        """
        return time.monotonic() - self._heard if self._asked else 0.0

    @classmethod
    def connect(
        cls,
        url: str,
        *,
        now: Callable[[], datetime] | None = None,
        patience: float | None = None,
    ) -> Database:
        """Opens the database at an address, but connects only when it is first used. `now` is a
        `SteadyTime` unless another clock is given. Work on a server that takes more than `patience`
        seconds fails as Unavailable.

        `sqlite:///FILE` creates missing folders, and creates the file so that only its owner can
        read it. Raises BadAddress, Unavailable.
        """
        address = address_of(url)
        if address.get_backend_name() == "sqlite":
            _make_file(address)
        return cls(address, now or SteadyTime(), patience)

    @classmethod
    async def open(cls, url: str, *, patience: float | None = None) -> Database:
        """Opens an existing database of this program, of any version. Creates nothing. `patience`
        is as for `connect`. Raises BadAddress, NoDatabase, Unavailable.
        """
        address = address_of(url)
        if address.get_backend_name() == "sqlite":
            _require_file(address)
        database = cls(address, SteadyTime(), patience)
        try:
            await database.read(require_any)
        except NoDatabase as error:
            await database.close()
            raise NoDatabase(f"no database at {shown(address)}: {error}") from error
        except BaseException:
            await database.close()
            raise
        return database

    async def read(self, work: Work[T]) -> T:
        """Runs a function that only reads. Raises Unavailable."""
        return await self._run(work, writes=False)

    def read_from(self, replica: str) -> None:
        """From now on, `read_late` reads from the server at this address, which follows this one.
        Raises BadAddress.
        """
        runner = PostgreSQLRunner(address_of(replica), "dreierlei", replicas.PATIENCE)
        self._replica = Replica(runner, self.now)

    async def read_late(self, work: Work[T]) -> T:
        """Runs a function that only reads, and that may miss what was written in the last seconds:
        on a replica, if there is one that answers and keeps up. Raises Unavailable.
        """
        if self._replica is not None and not self._replica.shunned:
            try:
                with _translated():
                    found = await self._replica.read(work)
            except (Behind, Unavailable, DBAPIError) as error:  # A standby may break a read off.
                self._replica.note(error)
            else:
                self._replica.note(None)
                return found
        return await self.read(work)

    async def write(self, work: Work[T]) -> T:
        """Runs a function that may write, using `transaction`s of its own. Raises StorageError."""
        return await self._run(work, writes=True)

    async def _run(self, work: Work[T], *, writes: bool) -> T:
        if not self._asked:
            self._heard = time.monotonic()
        self._asked += 1
        try:
            with _translated():
                done = await self._runner.run(work, writes=writes)
            self._heard = time.monotonic()
        finally:
            self._asked -= 1
        return done

    async def migrate(self) -> None:
        """Brings the schema up to date, once other migrations of this process have finished. Raises
        WrongSchema, Unavailable.
        """
        await asyncio.to_thread(_migrate, self.url, _upgrade)

    async def require_current(self) -> None:
        """Raises WrongSchema unless the schema is that of this version."""
        await self.read(require_current)

    async def downgrade(self, revision: str) -> Mapping[str, int]:
        """Takes the schema back to an older revision, once other migrations of this process have
        finished. Returns the tables and columns that were removed, and how many rows had data in
        them. Raises NoSuchRevision, NoDatabase, WrongSchema, Unavailable.
        """
        return await asyncio.to_thread(_migrate, self.url, partial(downgrade, revision=revision))

    async def close(self) -> None:
        """Closes all connections."""
        await self._runner.close()
        if self._replica is not None:
            await self._replica.close()


def _migrate(address: URL, work: Work[T]) -> T:
    with _migrating:
        return asyncio.run(_migrated(address, work))


async def _migrated(address: URL, work: Work[T]) -> T:
    database = Database(address, SteadyTime())
    try:
        return await database.write(work)
    finally:
        await database.close()


def _upgrade(connection: Connection) -> None:
    if not is_current(connection):
        upgrade(connection)


async def migrate(url: str) -> None:
    """Brings the database at an address up to date, creating it if necessary."""
    database = Database.connect(url)
    try:
        await database.migrate()
    finally:
        await database.close()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (*_UNREACHABLE, OSError) as error:
        raise Unavailable(cause_of(error)) from error
    except DBAPIError as error:
        # SQLite has no more specific error for a file that is damaged or is not a database.
        # PostgreSQL reports "not supported" for a plan made before another process changed the
        # schema.
        known = type(error) in {DatabaseError, NotSupportedError}
        if known or error.connection_invalidated or code_of(error)[:2] in _NOT_OURS:
            raise Unavailable(cause_of(error)) from error
        raise


def _leave_standbys(engine: Engine) -> None:
    """Ends all connections after a write to a server that only reads. After a failover the address
    leads to another server, but a connection stays with the one where it was made.
    """

    @event.listens_for(engine, "handle_error")
    def _(context: ExceptionContext) -> None:
        if getattr(context.original_exception, "sqlstate", None) == _READ_ONLY:
            context.is_disconnect = True


def _tune_sqlite(engine: Engine) -> None:
    """Durable, with foreign keys, readers beside one writer, and transactions begun by us."""

    @event.listens_for(engine, "connect")
    def _(connection: Any, record: object) -> None:
        connection.isolation_level = None  # The driver must not begin transactions by itself.
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout = {BUSY_TIMEOUT}",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        _switch_to_wal(cursor)
        cursor.close()

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        if is_writing(connection):
            connection.exec_driver_sql("BEGIN IMMEDIATE")


def _switch_to_wal(cursor: sqlite3.Cursor) -> None:
    """SQLite does not wait here for another process that opens the same new file, so we do."""
    for _ in range(100):
        with suppress(sqlite3.OperationalError):
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        time.sleep(0.02)
    cursor.execute("PRAGMA journal_mode = WAL")


def _make_file(address: URL) -> None:
    """Creates the file, and never opens an existing one: closing it again would release all locks
    that this process holds on it, and another process would believe that nobody else is using it.
    """
    path = Path(str(address.database))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise Unavailable(f"can't open the database file {path}: {error.strerror}") from error
    if not path.is_file():
        raise Unavailable(f"can't open the database file {path}: it isn't a file")
    if not os.access(path, os.R_OK | os.W_OK):
        raise Unavailable(f"can't open the database file {path}: it can't be read and written")


def _require_file(address: URL) -> None:
    """Raises NoDatabase unless the file is a database that is not empty. Changes nothing."""
    path = Path(str(address.database))
    if not path.is_file():
        raise NoDatabase(f"there is no file {path}, so no database")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            found = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")
            if found.fetchone() is None:
                raise NoDatabase(f"the file {path} is no database of this program")
    except sqlite3.Error as error:
        raise Unavailable(f"can't read the database file {path}: {error}") from error
