"""What tests of lost time share: heartbeats."""

from __future__ import annotations

from datetime import datetime, timedelta

import matches
from storage.database import Database
from tests.matches.conftest import Clock as Time

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


async def beats(db: Database, time: Time, until: datetime, process: str = "") -> None:
    """A process that stays alive until then."""
    while time() < until:
        assert await matches.heartbeat(db, process) == []
        time.turn(seconds=10)
    assert await matches.heartbeat(db, process) == []
