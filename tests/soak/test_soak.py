"""The soak in short: everything goes wrong once, and nothing is lost."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.soak.report import section
from tests.soak.run import Options, soak

LONGEST, TURNS = 150.0, 30


async def test_nothing_is_lost_whatever_goes_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Twenty people play a dozen matches of all games while the process is killed, the disk is
    full, the database is locked, Discord refuses, loses and deletes: each turn that somebody was
    told of is stored once, each board that is owed was shown once, and all reproduces.
    """
    caplog.set_level(logging.CRITICAL, "aiohttp.server")
    options = Options(tmp_path, LONGEST, users=20, matches=12, seed=3, pace=4.0, enough=TURNS)
    outcome = await soak(options)
    assert outcome.problems == []
    assert outcome.counts["turns acknowledged"] >= TURNS
    assert "**0 lost, 0 doubled, 0 missing, 0 others.**" in section(outcome)
