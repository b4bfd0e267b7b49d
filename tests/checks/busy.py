"""`python -m tests.checks.busy COMMAND`: runs a command beside busy loops of the same priority."""

from __future__ import annotations

import os
import subprocess
import sys
import time

LOOPS = 2


def main(command: list[str]) -> int:
    """Runs the command, and prints its duration and the load of the machine. Returns its status."""
    began = time.monotonic()
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOOPS)]
    try:
        status = subprocess.run(command, check=False).returncode
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"Beside {LOOPS} busy loops it took {time.monotonic() - began:.0f} s; load {load}.")
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
