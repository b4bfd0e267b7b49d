"""Fuzzes one target in this process, which ends with it: `python -m tests.fuzz.one NAME …`.

Arguments after the name go to libFuzzer.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["bot", "games", "matches", "opponents"]):
    from tests.fuzz.targets import TARGETS

if __name__ == "__main__":
    _, name, *arguments = sys.argv
    # libFuzzer restarts itself through a shell to minimize a corpus.
    atheris.Setup([f"{sys.executable} -m tests.fuzz.one {name}", *arguments], TARGETS[name])
    atheris.Fuzz()
