"""Two ways to run work on a database beside an asyncio loop, with the same face.

SQLite knows no other way than to keep its caller waiting, so aiosqlite gives each connection a
thread: work runs there in one hop, however many statements it has. Work on PostgreSQL runs in
greenlets, of which one goes on while another waits for its statement; they share a thread.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from contextvars import ContextVar, copy_context
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import SingletonThreadPool
from sqlalchemy.util import await_only

from storage.addresses import driver_arguments

T = TypeVar("T")
Work = Callable[[Connection], T]

_READERS = 2


class _Here(threading.local):
    """What a lane's thread knows: its connection."""

    connection: sqlite3.Connection | None = None


_here = _Here()
_caller: ContextVar[asyncio.AbstractEventLoop] = ContextVar("caller")
"""The loop for which the work is done that is running now."""


def awaited(coroutine: Coroutine[Any, Any, T]) -> T:
    """What the coroutine returns, run in the loop of whoever has asked for the work: how work on a
    database, a plain function, waits for something.
    """
    result = asyncio.run_coroutine_threadsafe(coroutine, _caller.get())
    if _here.connection is not None:
        return result.result()
    return await_only(asyncio.wrap_future(result))


def _kind(*, writes: bool) -> str:
    return "writes" if writes else "reads"


class Runner(Protocol):
    """Runs work on connections of an engine."""

    engine: Engine
    waiting: dict[str, int]
    """How many `reads` and `writes` wait for a connection."""

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """What the work returns, on a connection of its own. Raises what it raises."""

    async def close(self) -> None:
        """Waits for work that is under way, and closes all connections."""


class _Lane(aiosqlite.Connection):
    """A connection in a thread of its own, which carries a whole piece of work in one hop."""

    def __init__(self, file: str, engine: Engine) -> None:
        # What is not there is not made anew: it would be empty.
        address = f"{Path(file).absolute().as_uri()}?mode=rw"
        connect = partial(sqlite3.connect, address, check_same_thread=False, uri=True)
        super().__init__(connect, 64)
        self._file = file
        self._opened: tuple[int, int] | None = None
        self._engine = engine
        self._kept: Connection | None = None
        """SQLAlchemy's face of it, since making one costs as much as two statements."""

    async def run(self, work: Work[T]) -> T:
        """What the work returns, done in the connection's thread. Raises what it raises."""
        loop, context = asyncio.get_running_loop(), copy_context()
        done: T = await self._execute(context.run, self._do, work, loop)  # type: ignore[no-untyped-call]
        return done

    def _do(self, work: Work[T], loop: asyncio.AbstractEventLoop) -> T:
        _caller.set(loop)
        if self._kept is None:
            _here.connection = self._conn
            self._kept = self._engine.connect()
        self._require_file()
        try:
            return work(self._kept)
        finally:
            if self._kept.in_transaction():
                self._kept.rollback()

    def _require_file(self) -> None:
        """SQLite goes on with a file that was deleted or replaced, and what it stores there is
        lost. Raises OSError.
        """
        now = os.stat(self._file)  # noqa: PTH116 - a path object would cost more than the look
        found = now.st_dev, now.st_ino
        if self._opened is None:
            self._opened = found
        elif found != self._opened:
            raise OSError(
                f"{self._file} is not the file that was opened; start the bot anew to use it"
            )

    async def close(self) -> None:
        """Closes the connection, after all work."""
        if self._kept is not None:
            await self._execute(self._kept.close)  # type: ignore[no-untyped-call]
        await super().close()


class Lanes:
    """Work runs in aiosqlite's threads. One connection writes, since SQLite has one writer at a
    time: in here writers queue up in order. Work that has begun goes on to its end when its caller
    is cancelled.
    """

    def __init__(self, file: str) -> None:
        self.engine = create_engine(
            "sqlite://", creator=lambda: _here.connection, poolclass=SingletonThreadPool
        )
        self._lane = partial(_Lane, file, self.engine)
        self.waiting = {"reads": 0, "writes": 0}
        self._open: set[_Lane] = set()
        self._writers: asyncio.Queue[_Lane] = asyncio.Queue()
        self._readers: asyncio.Queue[_Lane] = asyncio.Queue()
        self._writers.put_nowait(self._lane())
        for _ in range(_READERS):
            self._readers.put_nowait(self._lane())

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """As `Runner` says."""
        free = self._writers if writes else self._readers
        self.waiting[kind := _kind(writes=writes)] += 1
        try:
            lane = await free.get()
        finally:
            self.waiting[kind] -= 1
        try:
            if lane not in self._open:
                await lane
                self._open.add(lane)
            return await lane.run(work)
        finally:
            # One that could not be opened can't be tried again: its thread has ended. One whose
            # caller was cancelled may still be at work, and begins the next when that is done.
            free.put_nowait(lane if lane in self._open else self._lane())

    async def close(self) -> None:
        """As `Runner` says."""
        lanes = [await self._writers.get()]
        lanes += [await self._readers.get() for _ in range(_READERS)]
        for lane in self._open.intersection(lanes):
            await lane.close()
        self.engine.dispose()


@cache
def _database_loop() -> asyncio.AbstractEventLoop:
    """A loop in a thread of its own, which begins with the first work and ends with the process.

    It is the same for all databases, since work on one may be part of work on another.
    """
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="database", daemon=True).start()
    return loop


class Greenlets:
    """Work runs in a thread of its own, which goes on with other work wherever one waits for the
    database. So what a use case computes keeps nobody waiting who needs no database.
    """

    def __init__(self, address: URL, **settings: str) -> None:
        plain, given = driver_arguments(address)
        self._async = create_async_engine(
            plain, pool_pre_ping=True, connect_args={**given, "server_settings": settings}
        )
        self.engine = self._async.sync_engine
        self.waiting = {"reads": 0, "writes": 0}
        self._working: set[asyncio.Task[Any]] = set()

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """As `Runner` says. Work that nobody waits for any more is broken off."""
        kind = _kind(writes=writes)
        return await self._there(self._run(work, asyncio.get_running_loop(), kind))

    async def _run(self, work: Work[T], caller: asyncio.AbstractEventLoop, kind: str) -> T:
        _caller.set(caller)
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            async with AsyncExitStack() as stack:
                self.waiting[kind] += 1
                try:
                    connection = await stack.enter_async_context(self._async.connect())
                finally:
                    self.waiting[kind] -= 1
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
        await self._async.dispose()
