"""Fuzzes one target in this process, which ends with it: `python -m tests.fuzz.one NAME …`.

What follows the name is for libFuzzer.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["bot", "games", "matches", "opponents"]):
    from tests.fuzz.targets import TARGETS

if __name__ == "__main__":
    _, name, *arguments = sys.argv
    # libFuzzer starts itself once more, through a shell, when it makes a corpus smaller.
    atheris.Setup([f"{sys.executable} -m tests.fuzz.one {name}", *arguments], TARGETS[name])
    atheris.Fuzz()
