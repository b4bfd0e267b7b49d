"""A short soak: every fault happens once, and nothing is lost."""

from __future__ import annotations

import logging
from collections import Counter
from pathlib import Path

import pytest

import games
from tests import PATIENCE
from tests.soak.report import section
from tests.soak.run import Options, soak
from tests.soak.trouble import SHARES

pytestmark = pytest.mark.untraced

LONGEST = 3 * PATIENCE
"""Seconds after which it ends even if not enough has happened, which should never be needed."""
ENOUGH = {
    "turns acknowledged": 30,
    **{f"turns acknowledged of {game.info.key}": 1 for game in games.all_games()},
    "users who did something": 20,
    **dict.fromkeys(("illegal inputs", "double clicks", "redelivered", "races of two turns"), 1),
    **dict.fromkeys(("killed and started again", "disk full", "database locked"), 1),
    **dict.fromkeys(("gateway: drop", "direct messages closed or opened"), 1),
    **dict.fromkeys(("permissions taken away", "messages deleted"), 1),
    **dict.fromkeys((f"requests: {trouble}" for trouble in SHARES), 1),
}
"""What must have been done, and must have happened, for a meaningful result."""


async def test_nothing_is_lost_whatever_goes_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Twenty people play a dozen matches of all games while the process is killed, the disk is
    full, the database is locked, and Discord refuses, loses and deletes. Each acknowledged turn is
    stored once, each board due was shown once, and everything reproduces.
    """
    caplog.set_level(logging.CRITICAL, "aiohttp.server")
    options = Options(tmp_path, LONGEST, users=20, matches=12, seed=1, pace=4.0, enough=ENOUGH)
    outcome = await soak(options)
    assert outcome.problems == []
    assert not Counter(ENOUGH) - outcome.counts
    headline = "**0 lost, 0 doubled, 0 missing, 0 unanswered for no known reason, 0 others.**"
    assert headline in section(outcome)
