"""Processes in which searches run, so that the one that answers Discord never does."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import resource
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from bot.errors import Refused
from games.words import N_

log = logging.getLogger(__name__)

T = TypeVar("T")

BUSY = N_("I have too much to think about just now. Please try again in a minute.")
LONGEST_QUEUE = 200
"""How many searches wait at most."""
MEMORY = 1 << 30
"""Bytes of address space that a worker may have beyond what it starts with."""
ATTEMPTS = 3
"""So often a search is begun whose worker dies."""


class Workers:
    """A process for searches, which is started when it is needed, and again after a crash."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def search(self, work: Callable[..., T], *given: Any) -> T:
        """What a function of plain values gives, called in another process.

        Raises Refused if too many wait, BrokenProcessPool if every worker dies of it, and
        whatever the function raises. Cancelling takes it out of the queue.
        """
        if self._waiting >= LONGEST_QUEUE:
            raise Refused(BUSY)
        self._waiting += 1
        try:
            for attempt in range(ATTEMPTS):
                pool = self._running()
                try:
                    return await asyncio.wrap_future(pool.submit(work, *given))
                except BrokenProcessPool:
                    log.warning("a search has lost its process (%d)", attempt + 1)
                    if self._pool is pool:
                        self._pool = None
            raise BrokenProcessPool(f"{work.__name__} ends every process")
        finally:
            self._waiting -= 1

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=_settle)
        return self._pool

    def close(self) -> None:
        """Ends the processes, whatever they are at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)


def _settle() -> None:
    """Makes this process a worker: it leaves signals to its parent and ends with it, gives way to
    everybody else, and has a limit of memory.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
