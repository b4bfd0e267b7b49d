"""Two ways to run work on a database beside an asyncio loop, with the same interface.

SQLite blocks its caller, so each connection has its own aiosqlite thread, in which a piece of work
runs from its first statement to its last. Work on PostgreSQL runs in greenlets that share a thread:
while one waits for its statement, another goes on.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import AsyncExitStack, ExitStack, suppress
from contextvars import ContextVar, copy_context
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool
from sqlalchemy.util import await_only

from storage.addresses import driver_arguments, is_pooled

T = TypeVar("T")
Work = Callable[[Connection], T]

_READERS = 2
_ROWS = 64
"""How many rows aiosqlite's own cursors would fetch at a time. There are none."""


class _Opening(threading.local):
    """Hands SQLAlchemy the connection that a thread has opened."""

    connection: sqlite3.Connection | None = None


_opening = _Opening()

_caller: ContextVar[asyncio.AbstractEventLoop] = ContextVar("caller")
"""The loop in which somebody waits for the work that is running now."""
_in_greenlet: ContextVar[bool] = ContextVar("in_greenlet")
"""Whether that work runs in a greenlet; else it has a thread to itself."""


def awaited(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine in the event loop of the work's caller and returns its result. This lets
    work on a database, which is a plain function, wait for something.
    """
    result = asyncio.run_coroutine_threadsafe(coroutine, _caller.get())
    if _in_greenlet.get():
        return await_only(asyncio.wrap_future(result))
    return result.result()


def _kind(*, writes: bool) -> str:
    return "writes" if writes else "reads"


class Runner(Protocol):
    """Runs work on connections of an engine."""

    engine: Engine
    waiting: dict[str, int]
    """How many `reads` and `writes` wait for a connection."""

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """Runs work on its own connection, and returns its result. Raises what the work raises."""

    async def close(self) -> None:
        """Waits for work that is under way, and closes all connections."""


class _Lane:
    """A connection of aiosqlite, in whose thread a whole piece of work runs.

    aiosqlite hops to its thread once per statement. One hop per use case is much cheaper, so this
    uses its private `_execute` and `_conn`, which is why pyproject.toml limits its version.
    """

    def __init__(self, file: str, engine: Engine) -> None:
        # A missing file is not created: it would be an empty database.
        address = f"{Path(file).absolute().as_uri()}?mode=rw"
        self._connect = partial(sqlite3.connect, address, check_same_thread=False, uri=True)
        self._file = file
        self._engine = engine
        self._thread: aiosqlite.Connection | None = None
        self._connection: Connection | None = None
        """SQLAlchemy's view of it, which is opened when it is needed first, and then kept."""
        self._opened: tuple[int, int] | None = None
        """Which file the connection is to: its device and inode."""

    async def run(self, work: Work[T]) -> T:
        """Runs work in the thread, and returns its result. Raises what the work raises."""
        if self._thread is None:
            # The connection is opened before its thread starts, so a failure leaves no thread
            # behind.
            opened = await asyncio.to_thread(self._connect)
            self._thread = await aiosqlite.Connection(lambda: opened, _ROWS)
        loop, context = asyncio.get_running_loop(), copy_context()
        done: T = await self._thread._execute(  # type: ignore[no-untyped-call]  # noqa: SLF001
            context.run, self._do, self._thread, work, loop
        )
        return done

    def _do(
        self, thread: aiosqlite.Connection, work: Work[T], loop: asyncio.AbstractEventLoop
    ) -> T:
        _caller.set(loop)
        _in_greenlet.set(False)
        if self._connection is None:
            _opening.connection = thread._conn  # noqa: SLF001
            self._connection = self._engine.connect()
        self._require_file()
        try:
            return work(self._connection)
        finally:
            if self._connection.in_transaction():
                self._connection.rollback()

    def _require_file(self) -> None:
        """Raises OSError if the file was deleted or replaced: SQLite would carry on, and what it
        stores there would be lost.
        """
        now = os.stat(self._file)  # noqa: PTH116 - a path object would cost more than the look
        found = now.st_dev, now.st_ino
        if self._opened is None:
            self._opened = found
        elif found != self._opened:
            raise OSError(
                f"{self._file} is not the file that was opened; restart the bot to use it"
            )

    async def close(self) -> None:
        """Closes the connection, after all work, and ends the thread."""
        if self._thread is None:
            return
        if self._connection is not None:
            await self._thread._execute(  # type: ignore[no-untyped-call]  # noqa: SLF001
                self._connection.close
            )
        await self._thread.close()


class _Lanes:
    """Lanes of one kind, given out in the order in which callers ask. With `asyncio.Queue`, a
    caller with one piece of work after another could overtake those who have been waiting.
    """

    def __init__(self, lanes: Iterable[_Lane]) -> None:
        self._free = deque(lanes)
        self._all = len(self._free)
        self._turn = asyncio.Semaphore(self._all)

    async def take(self) -> _Lane:
        """Waits for a lane, which then belongs to the caller."""
        await self._turn.acquire()
        return self._free.popleft()

    def give_back(self, lane: _Lane) -> None:
        """Passes the lane to the caller that has waited longest."""
        self._free.append(lane)
        self._turn.release()

    async def close(self) -> None:
        """Waits for all lanes, and closes them."""
        for lane in [await self.take() for _ in range(self._all)]:
            await lane.close()


class SQLiteRunner:
    """Work runs in threads. One connection writes, because SQLite has one writer at a time; writers
    in this process queue up in order. Work that has begun runs to its end even if its caller is
    cancelled.
    """

    def __init__(self, file: str) -> None:
        self.engine = create_engine(
            "sqlite://", creator=lambda: _opening.connection, poolclass=NullPool
        )
        self.waiting = {"reads": 0, "writes": 0}
        self._writers = _Lanes([_Lane(file, self.engine)])
        self._readers = _Lanes(_Lane(file, self.engine) for _ in range(_READERS))

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """As `Runner` says."""
        free = self._writers if writes else self._readers
        self.waiting[kind := _kind(writes=writes)] += 1
        try:
            lane = await free.take()
        finally:
            self.waiting[kind] -= 1
        try:
            return await lane.run(work)
        finally:
            # A lane whose caller was cancelled may still be working, and starts the next piece of
            # work afterwards.
            free.give_back(lane)

    async def close(self) -> None:
        """As `Runner` says."""
        await self._writers.close()
        await self._readers.close()


@cache
def _database_loop() -> asyncio.AbstractEventLoop:
    """An event loop in its own thread, which starts with the first piece of work and ends with the
    process.

    It is the same for all databases, since work on one may be part of work on another.
    """
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="database", daemon=True).start()
    return loop


_POOLED: dict[str, Any] = {
    "statement_cache_size": 0,
    "prepared_statement_cache_size": 0,
    "prepared_statement_name_func": lambda: "",
}
"""Behind a pooler each transaction may have another server process, so no statement is kept there
for later. One without a name lasts until the next one.
"""


def _set_in_each_transaction(engine: Engine, settings: Mapping[str, str]) -> None:
    """Behind a pooler, a session's setting would be lost, or passed on to another client."""

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        for name, value in settings.items():
            connection.exec_driver_sql(f"SET LOCAL {name} = {value}")


class PostgreSQLRunner:
    """Work runs in a separate thread, which continues with other work whenever one piece waits for
    the database. So a use case's computation never blocks code that needs no database.

    A stopped server, or a network that drops everything, neither answers nor refuses. So callers
    wait at most `patience` seconds, if that is set. Then the connection is cut, and the work fails
    as if the server had closed it.
    """

    def __init__(
        self, address: URL, name: str, patience: float | None = None, **settings: str
    ) -> None:
        # Imported late: it is a sixth of everything loaded at start-up, and SQLite doesn't need it.
        from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415

        plain, given = driver_arguments(address)
        pooled = is_pooled(address)
        arguments: dict[str, Any] = {"server_settings": {"application_name": name}}
        if pooled:
            arguments |= _POOLED
        else:
            arguments["server_settings"] |= settings
        self._async = create_async_engine(
            plain, pool_pre_ping=True, connect_args={**given, **arguments}
        )
        self.engine = self._async.sync_engine
        if pooled:
            _set_in_each_transaction(self.engine, settings)
        self.waiting = {"reads": 0, "writes": 0}
        self._working: set[asyncio.Task[Any]] = set()
        self._patience = patience

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """As `Runner` says. Work that nobody is waiting for any more is cancelled. Raises
        TimeoutError if no connection is made in time.
        """
        kind = _kind(writes=writes)
        return await self._there(self._run(work, asyncio.get_running_loop(), kind))

    async def _run(self, work: Work[T], caller: asyncio.AbstractEventLoop, kind: str) -> T:
        _caller.set(caller)
        _in_greenlet.set(True)
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            async with AsyncExitStack() as stack:
                # Left last, because giving the connection back may also wait for the server.
                left = stack.enter_context(ExitStack())
                self.waiting[kind] += 1
                try:
                    async with asyncio.timeout(self._patience):
                        connection = await stack.enter_async_context(self._async.connect())
                finally:
                    self.waiting[kind] -= 1
                driver = (await connection.get_raw_connection()).driver_connection
                if self._patience is not None and driver is not None:
                    cut = asyncio.get_running_loop().call_later(self._patience, driver.terminate)
                    left.callback(cut.cancel)
                return await connection.run_sync(work)
        finally:
            self._working.discard(task)

    async def _there(self, coroutine: Coroutine[Any, Any, T]) -> T:
        loop = _database_loop()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, loop))

    async def close(self) -> None:
        """As `Runner` says."""
        await self._there(self._close())

    async def _close(self) -> None:
        if self._working:
            await asyncio.wait(self._working)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                await self._async.dispose()
