"""The painter: a process of its own, so that painting and answering don't wait for each other.

In threads they would take turns in Python's lock, which costs a third of all pictures a second and
keeps people waiting meanwhile. What is asked for is painted in order; whoever asks needs not wait
until the one before is done.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.worker import RESULT, TASK
from bot.workers import Crashed, end, start

T = TypeVar("T")

log = logging.getLogger(__name__)

MEMORY = 1024
"""Megabytes that the process may use at most: many times what it needs."""
SECONDS = 30
"""How long a picture may take."""


@dataclass
class _Task:
    data: bytes
    result: asyncio.Future[Any]
    begun: bool = False
    """Whether a process has died over it already."""


class Painter:
    """A process that is started when it is needed first, and whenever it has died."""

    def __init__(self) -> None:
        self._asked: deque[_Task] = deque()
        """What has not been painted yet; the process is at work on the first."""
        self._process: Process | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many pictures have not been begun."""
        return max(len(self._asked) - 1, 0)

    def run(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """What the work returns, done in the process; both must be picklable.

        The process is asked at once. To await it raises Crashed if the process has died over it
        twice, and whatever the work raises.
        """
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        data = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        self._asked.append(_Task(TASK.pack(len(data), SECONDS) + data, result))
        if self._process is not None:
            _tell(self._process, self._asked[-1])
        elif self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve(), name="painter")
        return result

    async def close(self) -> None:
        """Ends the process, and all that waits for it."""
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.wait([self._serving])
        for task in self._asked:
            task.result.cancel()

    async def _serve(self) -> None:
        """Keeps a process at work until one dies while there is nothing to do."""
        while self._asked:
            try:
                await self._live()
            except (EOFError, OSError) as error:
                log.warning("the painter has died: %r", error)
            self._blame()

    async def _live(self) -> None:
        """The life of one process. Raises EOFError when it has died, OSError if none can live."""
        process = await start(MEMORY)
        try:
            for task in self._asked:
                _tell(process, task)
            self._process = process
            await self._hear(process)
        finally:
            self._process = None
            await end(process)

    async def _hear(self, process: Process) -> None:
        """Hands out what has been painted."""
        assert process.stdout is not None
        while True:
            (length,) = RESULT.unpack(await process.stdout.readexactly(RESULT.size))
            success, result = _read(await process.stdout.readexactly(length))
            waiting = self._asked.popleft().result
            if waiting.done():
                continue
            if success:
                waiting.set_result(result)
            else:
                waiting.set_exception(result)

    def _blame(self) -> None:
        """The process has died over the first: that is tried once more."""
        if self._asked and self._asked[0].begun:
            waiting = self._asked.popleft().result
            if not waiting.done():
                waiting.set_exception(Crashed())
        elif self._asked:
            self._asked[0].begun = True


def _read(data: bytes) -> tuple[bool, Any]:
    """Whether it has come to something, and to what; errors can be such that none can be read."""
    try:
        found: tuple[bool, Any] = pickle.loads(data)  # noqa: S301 - from our own process
    except Exception as error:  # noqa: BLE001 - it is raised where the work comes from
        return False, error
    return found


def _tell(process: Process, task: _Task) -> None:
    assert process.stdin is not None
    with suppress(OSError):  # That it has died is heard.
        process.stdin.write(task.data)
