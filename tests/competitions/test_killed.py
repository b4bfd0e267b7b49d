"""Processes that are killed for real, at random moments, while they see to competitions."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.untraced

KILLS = 6


async def test_nothing_is_doubled_or_lost(url: str, tmp_path: Path) -> None:
    """Whoever comes next goes on: nothing is paired twice, nobody is promoted downwards, all is
    told. `python -m benchmarks competitions` has more of them killed.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.competitions.mortals",
        url, str(tmp_path / "channel"), str(KILLS), "1", stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await process.communicate()
    assert process.returncode == 0
    counted, *faults = out.decode().splitlines()
    assert faults == []
    assert "0" not in counted.split(), counted
