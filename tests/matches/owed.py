"""What tests of the outbox share: matches with a clock, and the notices that are owed."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

import matches
from matches import Match, Place
from matches.model.clock import AtEnd
from matches.model.clock import Clock as TimeControl
from matches.outbox import queue
from storage.database import Database
from storage.schema import notice
from tests.matches.conftest import ANN, BOB, HERE

SECOND = timedelta(seconds=1)


async def owed(db: Database) -> dict[str, datetime]:
    """All notices by key, with the times from which they are due."""
    query = select(notice.c.key, notice.c.due_at)
    return dict(await db.read(lambda connection: connection.execute(query).all()))


async def taken(db: Database) -> list[str]:
    """Takes what is due, and returns the keys."""
    return [one.key for one in await queue.due(db)]


async def with_clock(
    db: Database,
    control: str,
    at_end: AtEnd = "automatic",
    place: Place = HERE,
    private: bool = False,
) -> Match:
    """A running match of two with this clock."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=place, invited=[BOB], seating="chosen",
        clock=TimeControl.read(control), at_end=at_end, private=private,
    )  # fmt: skip
    return await matches.accept(db, table.id, BOB)
