"""The painter: a process of its own, so that painting and answering don't wait for each other.

In threads they would take turns in Python's lock, which costs a third of all pictures a second and
keeps people waiting meanwhile. What is asked for is painted in order; whoever asks needs not wait
until the one before is done. A painter that has died, that stands still, or that is too long at one
picture is replaced by another one, which goes on with what was asked for.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.processes.child import LOOK, Child, Frozen, Replaced, nobody
from bot.processes.pool import Crashed

T = TypeVar("T")

log = logging.getLogger(__name__)


MEMORY = 1024
"""Megabytes that the process may use at most: many times what it needs."""
SECONDS = 30
"""How long a picture may take."""
SILENCE = 10
"""Looks at the process without a sign of life after which it is replaced: five seconds."""
VAIN = 3
"""After so many processes in a row that have achieved nothing, nobody who waits is kept waiting."""
PAUSE = 3.0
"""Seconds before the next start of a process then."""


@dataclass
class _Task:
    data: bytes
    result: asyncio.Future[Any]
    begun: bool = False
    """Whether a process has died over it already."""


class Painter:
    """A process that is started when it is needed first, and whenever it had to be ended.

    The first thing that each process does is to `prepare`. `replaced` hears of each that had to be
    ended.
    """

    def __init__(self, prepare: Callable[[], object] = int, *, replaced: Replaced = nobody) -> None:
        self._prepare = prepare
        self._replaced = replaced
        self._asked: deque[_Task] = deque()
        """What has not been painted yet; the process is at work on the first."""
        self._child: Child | None = None
        self._serving: asyncio.Task[None] | None = None
        self._failed = 0
        """How many processes had to be ended since one of them has achieved something."""
        self._looks = 0
        """How often the process has been looked at since it has begun its picture."""

    @property
    def waiting(self) -> int:
        """How many pictures have not been begun."""
        return max(len(self._asked) - 1, 0)

    @property
    def well(self) -> bool:
        """Whether it gives signs of life, and the last process has achieved something."""
        return not self._failed and (self._child is None or not self._child.silent)

    def run(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """What the work returns, done in the process; both must be picklable.

        The process is asked at once. To await it raises Crashed if two processes had to be ended
        over it, and whatever the work raises.
        """
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.append(_Task(pickle.dumps(work, pickle.HIGHEST_PROTOCOL), result))
        if self._child is not None:
            self._child.tell(self._asked[-1].data, SECONDS)
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
        """Keeps a process at work, until one that was well dies while there is nothing to do."""
        while self._asked or self._failed:
            try:
                await self._live()
            except (EOFError, OSError, Frozen) as error:
                self._failed += 1
                if self._failed == 1:
                    log.warning("process=painter is replaced: %r", error)
                self._replaced("pictures")
            self._blame()
            if self._failed >= VAIN:
                while self._asked:
                    self._give_up()
                await asyncio.sleep(PAUSE)

    async def _live(self) -> None:
        """The life of one process. Raises EOFError or Frozen when it is over, OSError if none can
        live.
        """
        child = await Child.start(MEMORY, 0, SILENCE)
        try:
            child.tell(pickle.dumps(self._prepare), SECONDS)
            for task in self._asked:
                child.tell(task.data, SECONDS)
            self._child, self._looks = child, 0
            async with asyncio.TaskGroup() as both:
                both.create_task(child.watch(self._at_work))
                both.create_task(self._hear(child))
        except* (EOFError, OSError, Frozen) as errors:
            raise errors.exceptions[0] from None
        finally:
            self._child = None
            await child.end()

    def _at_work(self) -> bool:
        """Whether there is something to paint. Raises Frozen where that takes too long."""
        if not self._asked:
            return False
        self._looks += 1
        if self._looks * LOOK > 2 * SECONDS:
            raise Frozen
        return True

    async def _hear(self, child: Child) -> None:
        """Hands out what has been painted."""
        await child.hear()
        self._achieved()
        while True:
            success, result = await child.hear()
            self._achieved()
            waiting = self._asked.popleft().result
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
        """The process had to be ended over the first: that is tried once more."""
        if self._asked and self._asked[0].begun:
            self._give_up()
        elif self._asked:
            self._asked[0].begun = True

    def _give_up(self) -> None:
        """The first is refused."""
        waiting = self._asked.popleft().result
        if not waiting.done():
            waiting.set_exception(Crashed())
