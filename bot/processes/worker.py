"""Runs tasks in turn: `python -m bot.processes.worker MEGABYTES NICE`.

It reads tasks from its input and writes results to its output. Each is a length, then (for tasks)
the seconds that they may take, then a pickle. While it works it also writes a sign of life
(`ALIVE`) twice a second, with the processor time that the task has used so far. So its parent can
tell slow from frozen, and a long task from a busy machine.

It runs at the given niceness and memory limit. It exits when its parent closes the pipe. It ignores
signals to end before that, because the parent may still have something to finish.
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import struct
import sys
import time
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import BinaryIO

TASK = struct.Struct("!II")
RESULT = struct.Struct("!I")
USED = struct.Struct("!I")
"""Milliseconds of processor time, after a sign of life."""
ALIVE = 0
"""The length that marks a sign of life. No result is that short."""
BEAT = 0.5
"""Seconds between two signs of life."""
_MEGABYTE = 1 << 20


def main() -> None:
    """Runs tasks until the input ends."""
    limit, giving_way = int(sys.argv[1]) * _MEGABYTE, int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    os.nice(giving_way)
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)
    with suppress(BrokenPipeError), os.fdopen(os.dup(sys.stdout.fileno()), "wb") as file:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # Nothing may come between results.
        output = _Output(file)
        while header := sys.stdin.buffer.read(TASK.size):
            length, seconds = TASK.unpack(header)
            output.begin()
            _answer(sys.stdin.buffer.read(length), seconds, output)


class _Output:
    """Writes results, and signs of life while `at_work` is set."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._lock = Lock()
        self.at_work = Event()
        self._begun = 0.0
        Thread(target=self._live, daemon=True).start()

    def begin(self) -> None:
        """Notes that a task has begun."""
        self._begun = time.process_time()
        self.at_work.set()

    def write(self, data: bytes) -> None:
        """Writes a result, and notes that there is no task."""
        self.at_work.clear()
        with self._lock:
            self._file.write(RESULT.pack(len(data)) + data)
            self._file.flush()

    def _live(self) -> None:
        with suppress(OSError, ValueError):  # The pipe is broken or closed.
            while self.at_work.wait():
                time.sleep(BEAT)  # Sleeping first: short tasks need no sign of life.
                with self._lock:
                    if self.at_work.is_set():
                        used = round(1000 * (time.process_time() - self._begun))
                        self._file.write(RESULT.pack(ALIVE) + USED.pack(used))
                        self._file.flush()


def _answer(task: bytes, seconds: int, output: _Output) -> None:
    signal.alarm(seconds)  # Ends the process even if the parent is gone.
    try:
        result = pickle.dumps((True, pickle.loads(task)()))  # noqa: S301 - from our own process
    except Exception as error:  # noqa: BLE001 - raised to the caller of the task
        result = pickle.dumps((False, error))
    signal.alarm(0)
    output.write(result)


if __name__ == "__main__":
    main()
