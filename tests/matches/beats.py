"""What tests of lost time share: heartbeats."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection

import matches
from storage import clocks
from storage.database import Database
from storage.transactions import transaction
from tests.matches.conftest import Clock as Time

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


async def beats(db: Database, time: Time, until: datetime, process: str = "") -> None:
    """A process that stays alive until then."""
    while time() < until:
        assert await matches.heartbeat(db, process) == []
        time.turn(seconds=10)
    assert await matches.heartbeat(db, process) == []


async def alive(db: Database, time: Time) -> None:
    """As if a process had been alive all the time until now."""

    def work(connection: Connection) -> None:
        with transaction(connection):
            clocks.beat(connection, "", time())

    await db.write(work)
