"""Processes that are killed for real, at random moments, while they see to competitions."""

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
"""How many are killed; a seed with which there is a second season; what there has to be then."""


@pytest.mark.parametrize("programme", PROGRAMMES)
async def test_nothing_is_doubled_or_lost(url: str, tmp_path: Path, programme: str) -> None:
    """Whoever comes next goes on, as does another process at the same time: nothing is paired
    twice, nobody is promoted downwards, nobody meets twice at once, all is told, once.
    `python -m benchmarks competitions.killed` has more of them killed.
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
