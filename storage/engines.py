"""Two ways to run work on a database beside an asyncio loop, with the same face.

SQLite knows no other way than to keep its caller waiting, so work on it runs in threads: the whole
of it in one hop, however many statements it has. Work on PostgreSQL runs in a greenlet of the
loop's own thread, which goes on with something else while a statement is under way.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.util import await_only

T = TypeVar("T")
Work = Callable[[Connection], T]

_READERS = 2


class _Here(threading.local):
    """What a thread knows: for which loop it works, if it is one of ours."""

    loop: asyncio.AbstractEventLoop | None = None


_here = _Here()


def awaited(coroutine: Coroutine[Any, Any, T]) -> T:
    """What the coroutine returns: how work on a database, a plain function, waits for something."""
    if _here.loop is None:
        return await_only(coroutine)
    return asyncio.run_coroutine_threadsafe(coroutine, _here.loop).result()


class Runner(Protocol):
    """Runs work on connections of an engine."""

    engine: Engine

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """What the work returns, on a connection of its own. Raises what it raises."""

    async def close(self) -> None:
        """Waits for work that is under way, and closes all connections."""


class Threads:
    """Work runs in threads. There is one for what writes, since SQLite has one writer at a time:
    in here writers queue up in order. Work that has begun goes on to its end when its caller is
    cancelled.
    """

    def __init__(self, address: URL) -> None:
        self.engine = create_engine(address, pool_size=_READERS + 1, max_overflow=0)
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(_READERS, "reader")

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """As `Runner` says."""
        loop, context = asyncio.get_running_loop(), copy_context()
        threads = self._writer if writes else self._readers
        return await loop.run_in_executor(threads, context.run, self._run, work, loop)

    def _run(self, work: Work[T], loop: asyncio.AbstractEventLoop) -> T:
        _here.loop = loop
        with self.engine.connect() as connection:
            return work(connection)

    async def close(self) -> None:
        """As `Runner` says."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for threads in (self._writer, self._readers):
            threads.shutdown()
        self.engine.dispose()


class Greenlets:
    """Work runs in the loop's thread, and gives way wherever it waits for the database."""

    def __init__(self, address: URL, **settings: str) -> None:
        self._async = create_async_engine(
            address, pool_pre_ping=True, connect_args={"server_settings": settings}
        )
        self.engine = self._async.sync_engine

    async def run(self, work: Work[T], *, writes: bool) -> T:
        """As `Runner` says."""
        async with self._async.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """As `Runner` says."""
        await self._async.dispose()
