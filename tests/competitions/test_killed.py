"""Processes that are really killed, at random moments, while they run competitions."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.untraced

PROGRAMMES = {
    "pairs": (6, 6, {"competitions", "seasons", "matches", "keeper", "player"}),
    "many": (3, 5, {"competitions", "matches", "pairing", "child"}),
    "tables": (6, 6, {"competitions", "seasons", "matches", "keeper", "player"}),
    "ladders": (6, 6, {"challenges", "matches", "keeper", "player"}),
}
"""How many are killed; a seed that gives a second season; what there has to be at the end."""


@pytest.mark.parametrize("programme", PROGRAMMES)
async def test_nothing_is_doubled_or_lost(url: str, tmp_path: Path, programme: str) -> None:
    """The next process goes on, and so does another one at the same time: nothing is paired twice,
    nobody is promoted downwards, nobody meets twice at once, and everything is announced once.
    `python -m benchmarks competitions.killed` kills more of them.
    """
    kills, seed, things = PROGRAMMES[programme]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.competitions.mortals",
        url, str(tmp_path), str(kills), str(seed), programme, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await process.communicate()
    assert process.returncode == 0
    counted, *faults = out.decode().splitlines()
    assert faults == []
    assert things <= {word.strip(",;") for word in counted.split()}, counted
