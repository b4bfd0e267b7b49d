"""Searches in separate processes, so that answers to people never wait for a search.

Tasks wait in a queue, urgent ones first. Callers make sure that few wait, and decide which of
equals comes next: see `bot.thinkers.calls`. If a worker dies or freezes it is replaced, and its
task is tried once more. A worker is killed if its task takes too long, or if nobody waits for the
result any more.
"""

from __future__ import annotations

import asyncio
import logging
import math
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from bot.processes.child import LOOK, Child, Frozen, Replaced, nobody

T = TypeVar("T")

log = logging.getLogger(__name__)


NICE = 5
"""The niceness of a worker: it gives way to answers and painting."""
SILENCE = 60
"""Looks without a sign of life after which a worker is replaced: half a minute, because it gives
way to others.
"""


TRIAL = 5.0
"""The limit of processor time for the start of a process that is to show that one can live."""


AGAIN = 30.0
"""Seconds without a task after which it is tried again whether a process can live."""


BUSY = 10
"""The most wall-clock time of a task, as a multiple of its processor time, on a busy machine."""


_TRIAL = pickle.dumps(int)


class TooLong(Exception):
    """The task took longer than allowed."""


class Crashed(Exception):
    """The task has cost two processes, which died or froze."""


@dataclass(order=True)
class _Task:
    rank: int
    number: int
    data: bytes = field(compare=False)
    seconds: float = field(compare=False)
    result: asyncio.Future[Any] = field(compare=False)


class Workers:
    """A number of processes that run tasks, each with a limit of memory in megabytes."""

    def __init__(
        self,
        number: int = 1,
        *,
        memory: int = 1024,
        replaced: Replaced = nobody,
    ) -> None:
        self._workers = [Worker("searches", memory, NICE, replaced) for _ in range(number)]
        self._tasks: asyncio.PriorityQueue[_Task] = asyncio.PriorityQueue()
        self._numbers = count()
        self._drivers: list[asyncio.Task[None]] = []

    @property
    def number(self) -> int:
        """How many tasks run at the same time."""
        return len(self._workers)

    @property
    def waiting(self) -> int:
        """The number of waiting tasks."""
        return self._tasks.qsize()

    @property
    def well(self) -> bool:
        """Whether all processes are working properly."""
        return all(worker.well for worker in self._workers)

    async def run(
        self,
        task: Callable[[], T],
        *,
        urgent: bool = False,
        seconds: float = 30.0,
    ) -> T:
        """Runs a task in a worker and returns its result. Both must be picklable.

        Cancelling the call ends the search. `seconds` is a limit of processor time. Raises
        TooLong, Crashed, and whatever the task raises.
        """
        if not self._drivers:
            self._drivers = [asyncio.create_task(self._drive(one)) for one in self._workers]
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        rank, data = (0 if urgent else 1), pickle.dumps(task)
        self._tasks.put_nowait(_Task(rank, next(self._numbers), data, seconds, result))
        return await result

    async def close(self) -> None:
        """Ends all processes, and cancels waiting tasks."""
        for driver in self._drivers:
            driver.cancel()
        await asyncio.gather(*self._drivers, return_exceptions=True)
        self._drivers = []
        while not self._tasks.empty():
            self._tasks.get_nowait().result.cancel()

    async def _drive(self, worker: Worker) -> None:
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if worker.well else AGAIN):
                        task = await self._tasks.get()
                    await worker.carry_out(task.data, task.seconds, task.result)
                await worker.prove()
        finally:
            await worker.end()


class Worker:
    """A process that runs one task at a time. It starts when it is first needed, and again after
    each end. `replaced` is called with its name when it has died or frozen.
    """

    def __init__(self, name: str, memory: int, nice: int, replaced: Replaced = nobody) -> None:
        self._name = name
        self._start = (memory, nice, SILENCE)
        self._replaced = replaced
        self._child: Child | None = None
        self._failed = False

    @property
    def well(self) -> bool:
        """Whether it gives signs of life, and the last process finished something."""
        return not self._failed and (self._child is None or not self._child.silent)

    async def carry_out(self, data: bytes, seconds: float, result: asyncio.Future[Any]) -> None:
        """Runs a task, and sets its outcome as the result. If nobody waits for the result any more,
        the process is killed.
        """
        if result.done():
            return
        try:
            success, found = await self._attempts(data, seconds, result)
        except asyncio.CancelledError:
            result.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - raised to the caller of the task
            success, found = False, error
        if not result.done():
            if success:
                result.set_result(found)
            else:
                result.set_exception(found)

    async def prove(self) -> None:
        """If the last process failed, tries whether one can live now."""
        if self._failed:
            trial = asyncio.get_running_loop().create_future()
            with suppress(Exception):  # Then none can.
                await self._attempts(_TRIAL, TRIAL, trial)

    async def end(self) -> None:
        """Ends the process, if there is one."""
        child, self._child = self._child, None
        if child is not None:
            await child.end()

    async def _attempts(
        self, data: bytes, seconds: float, result: asyncio.Future[Any]
    ) -> tuple[bool, Any]:
        for _ in range(2):
            try:
                return await self._attempt(data, seconds, result)
            except (EOFError, OSError, Frozen) as error:
                await self.end()
                if not self._failed:
                    log.warning("process=%s is replaced: %r", self._name, error)
                self._failed = True
                self._replaced(self._name)
        raise Crashed

    def _achieved(self) -> None:
        if self._failed:
            log.warning("process=%s works again", self._name)
        self._failed = False

    async def _waited(
        self, waiting: set[asyncio.Future[Any]], child: Child, seconds: float
    ) -> None:
        """Waits until one of these is done, or the task has used up its time."""
        end, done = time.monotonic() + BUSY * seconds, set[asyncio.Future[Any]]()
        while not done and child.used < seconds and (left := end - time.monotonic()) > 0:
            done, _ = await asyncio.wait(
                waiting, timeout=min(LOOK, left), return_when=asyncio.FIRST_COMPLETED
            )

    async def _attempt(
        self, data: bytes, seconds: float, result: asyncio.Future[Any]
    ) -> tuple[bool, Any]:
        self._child = child = self._child or await Child.start(*self._start)
        child.tell(data, math.ceil(BUSY * seconds) + 1)
        hearing, watching = asyncio.create_task(child.hear()), asyncio.create_task(child.watch())
        waiting: set[asyncio.Future[Any]] = {hearing, watching, result}
        try:
            await self._waited(waiting, child, seconds)
            if hearing.done():
                found = hearing.result()
                self._achieved()
                return found
            if watching.done():
                watching.result()  # Raises Frozen.
        finally:
            watching.cancel()
            if not hearing.done():
                hearing.cancel()
                await self.end()
        if result.done():
            return False, None  # The caller was cancelled.
        raise TooLong
