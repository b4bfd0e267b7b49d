"""The painter: a separate process, so that painting and answering don't wait for each other.

In threads they would share Python's lock, which costs a third of the pictures per second and delays
answers. Callers needn't wait for one picture before asking for the next. People who asked for few
pictures lately come first (`bot.processes.fair_queue`). A painter that dies, freezes, or takes too
long over one picture is replaced, and its successor goes on with the queue.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.processes.child import LOOK, Child, Frozen, Replaced, nobody
from bot.processes.fair_queue import FairQueue
from bot.processes.pool import Crashed

T = TypeVar("T")

log = logging.getLogger(__name__)


MEMORY = 1024
"""The memory limit of the process in megabytes: many times what it needs."""
SECONDS = 30
"""Seconds that a picture may take."""
SILENCE = 10
"""Looks without a sign of life after which the process is replaced: five seconds."""
VAIN = 3
"""After this many processes in a row that finished nothing, waiting requests are refused."""
PAUSE = 3.0
"""Seconds until the next process is started after that."""
AHEAD = 1
"""The number of pictures that the process is given in advance. With more it would never have to
wait for the next one, but a person who should come first would wait for all of them.
"""


@dataclass
class _Task:
    data: bytes
    result: asyncio.Future[Any]
    begun: bool = False
    """Whether this picture has already cost a process."""


class Painter:
    """A process that starts when it is first needed, and again whenever it had to be replaced.

    Each process first runs `prepare`. `replaced` is called whenever one had to be replaced.
    """

    def __init__(self, prepare: Callable[[], object] = int, *, replaced: Replaced = nobody) -> None:
        self._prepare = prepare
        self._replaced = replaced
        self._queue = FairQueue[_Task]()
        self._told: deque[_Task] = deque()
        """The pictures that the process knows of. It is working on the first."""
        self._child: Child | None = None
        self._serving: asyncio.Task[None] | None = None
        self._failed = 0
        """The number of processes in a row that finished nothing."""
        self._looks = 0
        """The number of looks since the process began its current picture."""

    @property
    def waiting(self) -> int:
        """The number of pictures that have not been begun."""
        return max(len(self._told) - 1, 0) + len(self._queue)

    @property
    def well(self) -> bool:
        """Whether it gives signs of life, and the last process finished something."""
        return not self._failed and (self._child is None or not self._child.silent)

    def run(self, work: Callable[[], T], whose: Hashable = None) -> asyncio.Future[T]:
        """Runs work in the process and returns its result. Both must be picklable. `whose` is the
        person it is for, or a match that everybody sees.

        The work is queued at once. Awaiting it raises Crashed if it has cost two processes, and
        whatever the work raises.
        """
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        task = _Task(pickle.dumps(work, pickle.HIGHEST_PROTOCOL), result)
        self._queue.put(task, whose)
        if self._child is not None:
            self._tell(self._child)
        elif self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve(), name="painter")
        return result

    async def close(self) -> None:
        """Ends the process, and cancels all requests."""
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.wait([self._serving])
        while (task := self._next()) is not None:
            task.result.cancel()

    def _tell(self, child: Child) -> None:
        """Tells the process what comes next. Requests that nobody waits for any more are left
        out.
        """
        while len(self._told) < AHEAD and self._queue:
            task = self._queue.get()
            if not task.result.done():
                self._told.append(task)
                child.tell(task.data, SECONDS)

    def _next(self) -> _Task | None:
        """Takes the first request; None if there are none."""
        if self._told:
            return self._told.popleft()
        return self._queue.get() if self._queue else None

    async def _serve(self) -> None:
        """Keeps a process running, until a healthy one dies while there is nothing to do."""
        while self._told or self._queue or self._failed:
            try:
                await self._live()
            except (EOFError, OSError, Frozen) as error:
                self._failed += 1
                if self._failed == 1:
                    log.warning("process=painter is replaced: %r", error)
                self._replaced("pictures")
            self._blame()
            if self._failed >= VAIN:
                while self._give_up():
                    pass
                await asyncio.sleep(PAUSE)

    async def _live(self) -> None:
        """The life of one process. Raises EOFError or Frozen at its end, and OSError if none can be
        started.
        """
        child = await Child.start(MEMORY, 0, SILENCE)
        try:
            child.tell(pickle.dumps(self._prepare), SECONDS)
            for task in self._told:
                child.tell(task.data, SECONDS)
            self._child, self._looks = child, 0
            self._tell(child)
            async with asyncio.TaskGroup() as both:
                both.create_task(child.watch(self._at_work))
                both.create_task(self._hear(child))
        except* (EOFError, OSError, Frozen) as errors:
            raise errors.exceptions[0] from None
        finally:
            self._child = None
            await child.end()

    def _at_work(self) -> bool:
        """Whether there is something to paint. Raises Frozen if that takes too long."""
        if not self._told:
            return False
        self._looks += 1
        if self._looks * LOOK > 2 * SECONDS:
            raise Frozen
        return True

    async def _hear(self, child: Child) -> None:
        """Hands out finished pictures."""
        await child.hear()
        self._achieved()
        while True:
            success, result = await child.hear()
            self._achieved()
            waiting = self._told.popleft().result
            self._tell(child)
            if waiting.done():
                continue
            if success:
                waiting.set_result(result)
            else:
                waiting.set_exception(result)

    def _achieved(self) -> None:
        if self._failed:
            log.warning("process=painter works again")
        self._failed = self._looks = 0

    def _blame(self) -> None:
        """Notes that the first request has cost a process. It is tried once more."""
        if self._told and self._told[0].begun:
            self._give_up()
        elif self._told:
            self._told[0].begun = True

    def _give_up(self) -> bool:
        """Refuses the first request. Returns False if there is none."""
        task = self._next()
        if task is not None and not task.result.done():
            task.result.set_exception(Crashed())
        return task is not None
