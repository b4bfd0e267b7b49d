"""What is overdue, for monitoring."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from matches.model.storage_errors import map_storage_errors
from storage import backlog as rows
from storage.database import Database


class Backlog(NamedTuple):
    """The numbers of notices and calls that are due, of matches in which a time-out has not been
    acted on, and of frozen matches.
    """

    notices: int
    calls: int
    matches: int
    frozen: int


async def backlog(db: Database) -> Backlog:
    """Counts the backlog. Raises Unavailable."""
    with map_storage_errors():
        return Backlog(*await db.read(partial(rows.counts, now=db.now())))
