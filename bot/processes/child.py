"""A child process that works tasks off (`bot.processes.worker`), and its signs of life.

Whoever waits for one never waits for ever: a child that gives no sign of life is ended. Looks are
counted, not seconds, and no look takes place while this process itself stands still. So neither a
busy machine nor one that was asleep makes a child that is well look dead.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bot.processes.worker import ALIVE, RESULT, TASK, USED

log = logging.getLogger(__name__)


LOOK = 0.5
"""Seconds between two looks at a child that is at work."""
STARTING = 120
"""After so many looks a child that has never given a sign of life is given up."""
PATIENCE = 10.0
"""Seconds within which the system has ended a process that was killed."""
_PASSED_ON = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL")
"""All that a task needs of the environment, in which the bot's token may be."""

Replaced = Callable[[str], None]
"""Hears the name of a child that had to be ended, or has died."""


class Frozen(Exception):
    """The child gives no sign of life."""


def nobody(_: str) -> None:
    """Does not listen."""


class Child:
    """One process. It may use so many megabytes, and gives way to others by `nice`.

    After `silence` looks without a sign of life it counts as frozen.
    """

    def __init__(self, process: Process, silence: int) -> None:
        self.process = process
        self._silence = silence
        self._heard = False
        self._unheard = 0
        self.used = 0.0
        """Seconds of the processor's time that the task at work has used so far."""

    @classmethod
    async def start(cls, memory: int, nice: int, silence: int) -> Child:
        """A new process. Raises OSError if there can be none."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.processes.worker", str(memory), str(nice)),
            stdin=PIPE,  # It is closed when this process ends, in whatever way.
            stdout=PIPE,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            # An interrupt at the keyboard is for us. In a session of its own it would not give way:
            # Linux shares the processor out among sessions first (autogroup), and each is equal.
            process_group=0,
        )
        return cls(process, silence)

    @property
    def silent(self) -> bool:
        """Whether it has missed two signs of life at least."""
        return self._heard and self._unheard > 4

    def tell(self, data: bytes, seconds: int) -> None:
        """Gives it a task, after which it ends itself in so many seconds. That it has died is
        heard.
        """
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(TASK.pack(len(data), seconds) + data)

    async def hear(self) -> tuple[bool, Any]:
        """Whether the next task has come to something, and to what.

        Raises EOFError or OSError if the process has died.
        """
        assert self.process.stdout is not None
        while True:
            (length,) = RESULT.unpack(await self.process.stdout.readexactly(RESULT.size))
            self._heard, self._unheard = True, 0
            if length == ALIVE:
                (used,) = USED.unpack(await self.process.stdout.readexactly(USED.size))
                self.used = used / 1000
            else:
                self.used = 0.0
                return _read(await self.process.stdout.readexactly(length))

    async def watch(self, at_work: Callable[[], bool] = lambda: True) -> None:
        """Looks after it while it is at work, for ever. Raises Frozen."""
        while True:
            await asyncio.sleep(LOOK)
            if not at_work():
                self._unheard = 0
                continue
            self._unheard += 1
            if self._unheard > (self._silence if self._heard else max(self._silence, STARTING)):
                raise Frozen

    async def end(self) -> None:
        """Ends it, whatever it does."""
        with suppress(ProcessLookupError):
            self.process.kill()
        try:
            await asyncio.wait_for(self.process.wait(), PATIENCE)
        except TimeoutError:
            log.warning("process %d can't be ended", self.process.pid)


def _read(data: bytes) -> tuple[bool, Any]:
    """What a child has written; errors can be such that none can be read."""
    try:
        found: tuple[bool, Any] = pickle.loads(data)  # noqa: S301 - from our own process
    except Exception as error:  # noqa: BLE001 - it is raised where the work comes from
        return False, error
    return found
