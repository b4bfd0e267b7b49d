"""A child process that runs tasks (`bot.processes.worker`), and its signs of life.

Nobody waits for ever: a child without signs of life is killed. Looks are counted, not seconds, and
this process takes no looks while it is itself suspended. So a healthy child never looks dead
because the machine is busy or was asleep.
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
"""Seconds between two looks at a working child."""
STARTING = 120
"""The number of looks after which a child that never gave a sign of life is given up."""
PATIENCE = 10.0
"""Seconds within which the system ends a killed process."""
_PASSED_ON = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL")
"""The part of the environment that a task needs. The rest may include the bot's token, so it is not
passed on.
"""

Replaced = Callable[[str], None]
"""Called with the name of a child that died or had to be killed."""


class Frozen(Exception):
    """A child gives no signs of life."""


def nobody(_: str) -> None:
    """Does nothing."""


class Child:
    """One process, with a limit of memory (in megabytes) and a niceness.

    It counts as frozen after `silence` looks without a sign of life.
    """

    def __init__(self, process: Process, silence: int) -> None:
        self.process = process
        self._silence = silence
        self._heard = False
        self._unheard = 0
        self.used = 0.0
        """Seconds of processor time that the current task has used so far."""

    @classmethod
    async def start(cls, memory: int, nice: int, silence: int) -> Child:
        """Starts a process. Raises OSError if that fails."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.processes.worker",
            str(memory),
            str(nice),
            stdin=PIPE,  # Closes when this process ends, however it ends.
            stdout=PIPE,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            # Interrupts at the keyboard are for the bot only. A session of its own would defeat the
            # niceness: Linux first divides the processor equally among sessions (autogroup).
            process_group=0,
        )
        return cls(process, silence)

    @property
    def silent(self) -> bool:
        """Whether it has missed at least two signs of life."""
        return self._heard and self._unheard > 4

    def tell(self, data: bytes, seconds: int) -> None:
        """Sends a task, which may take this many seconds before the child ends itself. If the child
        has died, `hear` raises.
        """
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(TASK.pack(len(data), seconds) + data)

    async def hear(self) -> tuple[bool, Any]:
        """Whether the next task has succeeded, and its result or error.

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
        """Watches the child while it is working, until cancelled. Raises Frozen."""
        while True:
            await asyncio.sleep(LOOK)
            if not at_work():
                self._unheard = 0
                continue
            self._unheard += 1
            if self._unheard > (self._silence if self._heard else max(self._silence, STARTING)):
                raise Frozen

    async def end(self) -> None:
        """Kills the process, whatever it is doing. Even a cancelled caller waits until the process
        has ended, since nobody else would.
        """
        with suppress(ProcessLookupError):
            self.process.kill()
        ending = asyncio.create_task(self._ended())
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending
            raise

    async def _ended(self) -> None:
        try:
            await asyncio.wait_for(self.process.wait(), PATIENCE)
        except TimeoutError:
            log.warning("process %d can't be ended", self.process.pid)


def _read(data: bytes) -> tuple[bool, Any]:
    """Unpickles what a child has written: whether the task succeeded, and its result or error. Some
    errors can't be unpickled.
    """
    try:
        found: tuple[bool, Any] = pickle.loads(data)  # noqa: S301 - from our own process
    except Exception as error:  # noqa: BLE001 - raised to the caller of the task
        return False, error
    return found
