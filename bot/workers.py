"""Searching in processes of their own, so that whoever answers people never waits for a search.

Tasks wait in a bounded queue, urgent ones first. A worker that dies is replaced and its task begun
again, once; one that takes too long, or whose result nobody waits for any more, is ended.
"""

from __future__ import annotations

import asyncio
import math
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from bot.worker import RESULT, TASK

T = TypeVar("T")

_PASSED_ON = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL")
"""All that a task needs of the environment, in which the bot's token may be."""
_GIVING_WAY = 10
"""How nice a process is that gives way to all others."""


class Full(Exception):
    """Too many tasks wait already."""


class TooLong(Exception):
    """The task took longer than it may."""


class Crashed(Exception):
    """The task has ended its process, twice."""


@dataclass(order=True)
class _Task:
    rank: int
    number: int
    data: bytes = field(compare=False)
    seconds: float = field(compare=False)
    result: asyncio.Future[Any] = field(compare=False)


class Workers:
    """Processes that work tasks off: so many, each with so many megabytes of memory at most."""

    def __init__(self, number: int = 1, *, waiting: int = 200, memory: int = 1024) -> None:
        self._number = number
        self._waiting = waiting
        self._memory = memory
        self._tasks: asyncio.PriorityQueue[_Task] = asyncio.PriorityQueue()
        self._numbers = count()
        self._drivers: list[asyncio.Task[None]] = []

    @property
    def room(self) -> int:
        """How many more tasks may wait."""
        return max(self._waiting - self.waiting, 0)

    @property
    def waiting(self) -> int:
        """How many tasks wait for a process."""
        return self._tasks.qsize()

    async def run(self, task: Callable[[], T], *, urgent: bool = False, seconds: float = 30.0) -> T:
        """What the task returns, run in a worker; it must be picklable, as its result.

        Whoever is cancelled while he waits for it ends the search. `seconds` counts from when a
        worker takes the task. Raises Full, TooLong, Crashed, and whatever the task raises.
        """
        if not self.room:
            raise Full
        if not self._drivers:
            self._drivers = [asyncio.create_task(self._drive()) for _ in range(self._number)]
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        rank, data = (0 if urgent else 1), pickle.dumps(task)
        self._tasks.put_nowait(_Task(rank, next(self._numbers), data, seconds, result))
        return await result

    async def close(self) -> None:
        """Ends all processes; what waits is cancelled."""
        for driver in self._drivers:
            driver.cancel()
        await asyncio.gather(*self._drivers, return_exceptions=True)
        self._drivers = []
        while not self._tasks.empty():
            self._tasks.get_nowait().result.cancel()

    async def _drive(self) -> None:
        worker = _Worker(self._memory)
        try:
            while True:
                task = await self._tasks.get()
                if not task.result.done():
                    await _carry_out(task, worker)
        finally:
            await worker.end()


async def _carry_out(task: _Task, worker: _Worker) -> None:
    """Has the worker do the task; whatever comes of it becomes the task's result."""
    try:
        for last in (False, True):
            try:
                success, result = await _one_attempt(task, worker)
                break
            except (EOFError, OSError):
                await worker.end()
                if last:
                    raise Crashed from None
    except asyncio.CancelledError:
        task.result.cancel()
        raise
    except Exception as error:  # noqa: BLE001 - it is raised where the task comes from
        success, result = False, error
    if task.result.done():
        return
    if success:
        task.result.set_result(result)
    else:
        task.result.set_exception(result)


async def _one_attempt(task: _Task, worker: _Worker) -> tuple[bool, Any]:
    asking = asyncio.create_task(worker.ask(task.data, task.seconds))
    waiting: set[asyncio.Future[Any]] = {asking, task.result}
    try:
        await asyncio.wait(waiting, timeout=task.seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not asking.done():
            asking.cancel()
            await worker.end()
    if task.result.done():
        return False, None  # Nobody waits for it any more.
    with suppress(asyncio.CancelledError):
        return await asking
    raise TooLong


class _Worker:
    """A process, started when it is needed first and after each end."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: Process | None = None

    async def ask(self, data: bytes, seconds: float) -> tuple[bool, Any]:
        """What the process makes of a task. Raises EOFError, OSError if it dies."""
        self._process = process = self._process or await start(self._memory, gives_way=True)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(TASK.pack(len(data), math.ceil(seconds) + 1) + data)
        await process.stdin.drain()
        (length,) = RESULT.unpack(await process.stdout.readexactly(RESULT.size))
        found: tuple[bool, Any] = pickle.loads(  # noqa: S301 - from our own process
            await process.stdout.readexactly(length)
        )
        return found

    async def end(self) -> None:
        """Ends the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            await end(process)


async def start(memory: int, *, gives_way: bool = False) -> Process:
    """A new process that works tasks off (`bot.worker`), with so many megabytes at most."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.worker", str(memory), str(_GIVING_WAY * gives_way)),
        stdin=PIPE,  # It is closed when this process ends, in whatever way.
        stdout=PIPE,
        env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        start_new_session=True,  # An interrupt at the keyboard is for us.
    )


async def end(process: Process) -> None:
    """Ends it, whatever it does."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
