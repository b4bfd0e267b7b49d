"""The process in which searches run, one after the other: `python -m opponents.worker MEGABYTES`.

It reads tasks from its input and writes what comes of them to its output, each as its length, for a
task the seconds that it may take, and a pickle. It gives way to everybody else, stays below its
limit of memory, and ends with whoever started it.
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
_GIVING_WAY = 10


def main() -> None:
    """Works until the input ends."""
    limit = int(sys.argv[1]) * _MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    os.nice(_GIVING_WAY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
