"""Heavy work for people and competitions, in separate processes, shared fairly.

Each person has one job at a time. A few more may wait behind it; further ones are refused at once.
People take turns, so those who ask for little don't wait for all the jobs of somebody else. Each
kind of work has its own process, so looking at a record never waits for somebody's film. Computer
players search elsewhere (`bot.processes.pool`).

A process starts when it is needed, and ends after a while without jobs.
"""

from __future__ import annotations

import asyncio
import pickle
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from bot.processes.child import Replaced, nobody
from bot.processes.pool import Worker

T = TypeVar("T")


JobKind: TypeAlias = Literal["record", "data", "film", "search", "pairing"]
"""Quick work (looking at records, files, charts) · everything stored about somebody · films · hints
and analyses · rounds of competitions, each of which counts as a person.
"""

KINDS: tuple[JobKind, ...] = get_args(JobKind)
WAITING = 200
"""The most waiting jobs, of all people together."""
EACH = 3
"""The most waiting jobs of one person, behind the running one."""
MEMORY = 768
"""The memory limit of a process, in megabytes."""
NICE = 10
"""The niceness of a process: it gives way to answers, painting and computer players. It is modest
because other programs may keep the machine busy: with 15, and two busy loops on the machine, people
waited minutes for a hint.
"""
IDLE = 60.0
"""Seconds after which an idle process ends."""
SECONDS = 60.0
"""The default limit of processor time for a job."""


class Full(Exception):
    """Too many jobs are waiting."""


class Engaged(Exception):
    """A person already has as many waiting jobs as allowed."""


@dataclass
class _Job:
    person: int
    kind: JobKind
    data: bytes
    seconds: float
    result: asyncio.Future[Any]


class Jobs:
    """The jobs of all people. `replaced` is called when a process has to be killed."""

    def __init__(
        self,
        *,
        waiting: int = WAITING,
        each: int = EACH,
        memory: int = MEMORY,
        idle: float = IDLE,
        replaced: Replaced = nobody,
    ) -> None:
        self._most, self._each, self._idle = waiting, each, idle
        self._workers = {kind: Worker(f"{kind} jobs", memory, NICE, replaced) for kind in KINDS}
        self._queues: dict[int, deque[_Job]] = {}
        """The waiting jobs, by person. The person whose turn is next comes first."""
        self._served: set[int] = set()
        """The people who have a running job."""
        self._changed = asyncio.Event()
        self._drivers: dict[JobKind, asyncio.Task[None]] = {}

    def waiting(self, kind: JobKind) -> int:
        """The number of waiting jobs of a kind."""
        return sum(job.kind == kind for queue in self._queues.values() for job in queue)

    @property
    def well(self) -> bool:
        """Whether all processes are working properly."""
        return all(worker.well for worker in self._workers.values())

    async def run(
        self, person: int, kind: JobKind, work: Callable[[], T], *, seconds: float = SECONDS
    ) -> T:
        """Runs work for a person and returns its result. Both must be picklable.

        Cancelling the call ends the job. `seconds` is a limit of processor time. Raises Engaged,
        Full, TooLong, Crashed, and whatever the work raises.
        """
        queue = self._queues.get(person, deque())
        if len(queue) >= self._each + (person not in self._served):
            raise Engaged
        if sum(map(len, self._queues.values())) >= self._most:
            raise Full
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        data = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        queue.append(_Job(person, kind, data, seconds, result))
        self._queues[person] = queue
        self._changed.set()
        if kind not in self._drivers or self._drivers[kind].done():
            self._drivers[kind] = asyncio.create_task(self._drive(kind), name=f"jobs-{kind}")
        return await result

    async def close(self) -> None:
        """Ends all processes, and cancels waiting jobs."""
        drivers = list(self._drivers.values())
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        for queue in self._queues.values():
            for job in queue:
                job.result.cancel()
        self._queues.clear()

    async def _drive(self, kind: JobKind) -> None:
        """Runs the jobs of a kind until there have been none for a while. If the last process
        failed, another one is tried before that.
        """
        worker = self._workers[kind]
        try:
            while True:
                job = await self._next(kind)
                if job is not None:
                    await self._do(job, worker)
                await worker.prove()
                if job is not None:
                    continue
                await worker.end()
                if worker.well and not self.waiting(kind):  # No job has come meanwhile.
                    return
        finally:
            await worker.end()

    async def _do(self, job: _Job, worker: Worker) -> None:
        self._served.add(job.person)
        try:
            await worker.carry_out(job.data, job.seconds, job.result)
        finally:
            self._served.discard(job.person)
            self._changed.set()

    async def _next(self, kind: JobKind) -> _Job | None:
        """Waits for the next job; None if there is none for too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._idle):
                while (job := self._taken(kind)) is None:
                    self._changed.clear()
                    await self._changed.wait()
                return job
        return None

    def _taken(self, kind: JobKind) -> _Job | None:
        """Takes a job of this kind from the first person without a running job, and moves that
        person behind the others.
        """
        for person, queue in list(self._queues.items()):
            while queue and queue[0].result.done():  # Its caller was cancelled.
                queue.popleft()
            if not queue:
                del self._queues[person]
            elif person not in self._served and queue[0].kind == kind:
                job = queue.popleft()
                del self._queues[person]
                if queue:
                    self._queues[person] = queue
                return job
        return None
