"""A process that works tasks off, one after the other: `python -m bot.worker MEGABYTES NICE`.

It reads tasks from its input and writes what comes of them to its output, each as its length, for a
task the seconds that it may take, and a pickle. It gives way to others by so much, stays below its
limit of memory, and ends with whoever started it, and not before: he may have something to finish.
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import struct
import sys
from contextlib import suppress
from typing import BinaryIO

TASK = struct.Struct("!II")
RESULT = struct.Struct("!I")
_MEGABYTE = 1 << 20


def main() -> None:
    """Works until the input ends."""
    limit, giving_way = int(sys.argv[1]) * _MEGABYTE, int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    os.nice(giving_way)
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)
    with suppress(BrokenPipeError), os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # Nothing else may come between results.
        while header := sys.stdin.buffer.read(TASK.size):
            length, seconds = TASK.unpack(header)
            _answer(sys.stdin.buffer.read(length), seconds, output)


def _answer(task: bytes, seconds: int, output: BinaryIO) -> None:
    signal.alarm(seconds)  # Ends the process, also where nobody is left who would.
    try:
        result = pickle.dumps((True, pickle.loads(task)()))  # noqa: S301 - from our own process
    except Exception as error:  # noqa: BLE001 - it is raised where the task comes from
        result = pickle.dumps((False, error))
    signal.alarm(0)
    output.write(RESULT.pack(len(result)) + result)
    output.flush()


if __name__ == "__main__":
    main()
