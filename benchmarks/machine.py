"""What machine results were taken on: enough to compare, no names and no paths."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
from pathlib import Path

from tests.support import postgres


def described() -> str:
    """Cores, processor, kernel, Python and databases, in one line."""
    return ", ".join(f"{name} {value}".strip() for name, value in facts().items())


def facts() -> dict[str, str]:
    """The same by name."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "": f"{os.cpu_count()} cores of {_processor()}, {memory:.0f} GB",
        platform.system(): platform.release().partition("-")[0],
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "PostgreSQL": _postgresql(),
    }


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def _postgresql() -> str:
    programs = postgres.programs()
    if programs is None:
        return "(not installed)"
    said = subprocess.run(
        [programs / "postgres", "--version"], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"\d+(\.\d+)*", said)
    return found[0] if found else said.strip()
