"""Heavy work that people ask for, in processes of its own, shared out fairly.

Each person has one job at a time; a few more wait behind it, and what is too much is refused at
once. People take turns, so that whoever asks for little never waits for all that somebody else has
asked for. There are several kinds of work, each with a process of its own, so that looking at a
record never waits for somebody's film. Computer players search elsewhere (`bot.processes.pool`).

A process starts when it is needed and ends when nothing was asked of it for a while.
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
from bot.processes.pool import Full, Worker

T = TypeVar("T")


Kind: TypeAlias = Literal["record", "film", "search"]
"""What is quickly done (looking at records, files, charts) · films · hints and analyses."""

KINDS: tuple[Kind, ...] = get_args(Kind)
WAITING = 200
"""The most jobs that wait, of all people together."""
EACH = 3
"""The most jobs of one person that wait behind the one at work."""
MEMORY = 768
"""Megabytes that a process may use at most."""
NICE = 15
"""How nice a process is: it gives way to answering, painting and computer players."""
IDLE = 60.0
"""Seconds after which a process that has nothing to do ends."""
SECONDS = 60.0
"""How much of the processor's time a job may take unless told otherwise."""


class Engaged(Exception):
    """As many jobs of this person wait as may."""


@dataclass
class _Job:
    person: int
    kind: Kind
    data: bytes
    seconds: float
    result: asyncio.Future[Any]


class Jobs:
    """The work of all people. `replaced` hears of processes that had to be ended."""

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
        """What waits, by person; whoever has waited longest for a turn is the first."""
        self._served: set[int] = set()
        """Whose job is at work."""
        self._changed = asyncio.Event()
        self._drivers: dict[Kind, asyncio.Task[None]] = {}

    def waiting(self, kind: Kind) -> int:
        """How many jobs of a kind wait."""
        return sum(job.kind == kind for queue in self._queues.values() for job in queue)

    @property
    def well(self) -> bool:
        """Whether all processes do what they are asked."""
        return all(worker.well for worker in self._workers.values())

    async def run(
        self, person: int, kind: Kind, work: Callable[[], T], *, seconds: float = SECONDS
    ) -> T:
        """What the work returns, done for a person; both must be picklable.

        Whoever is cancelled while they wait for it ends the job. `seconds` are of the processor's
        time. Raises Engaged, Full, TooLong, Crashed, and whatever the work raises.
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
        """Ends all processes; what waits is cancelled."""
        drivers = list(self._drivers.values())
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        for queue in self._queues.values():
            for job in queue:
                job.result.cancel()
        self._queues.clear()

    async def _drive(self, kind: Kind) -> None:
        """Does the jobs of a kind until there are none for a while."""
        worker = self._workers[kind]
        try:
            while True:
                job = await self._next(kind)
                if job is not None:
                    await self._do(job, worker)
                    continue
                await worker.end()
                if not self.waiting(kind):  # Nothing has come meanwhile.
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

    async def _next(self, kind: Kind) -> _Job | None:
        """The next job, once there is one; None if there is none for too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._idle):
                while (job := self._taken(kind)) is None:
                    self._changed.clear()
                    await self._changed.wait()
                return job
        return None

    def _taken(self, kind: Kind) -> _Job | None:
        """The first job of the first person who has none at work, if it is of this kind; then the
        others come before that person again.
        """
        for person, queue in list(self._queues.items()):
            while queue and queue[0].result.done():  # Nobody waits for it any more.
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
