"""What is due and not done yet: for those who watch whether the bot keeps up."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from matches.model.storage_errors import map_storage_errors
from storage import backlog as rows
from storage.database import Database


class Backlog(NamedTuple):
    """Numbers of notices that are to be sent now, of computer players that are called, of matches
    in which somebody's time is over and nobody has said so, and of matches that are frozen.
    """

    notices: int
    calls: int
    matches: int
    frozen: int


async def backlog(db: Database) -> Backlog:
    """Counts it. Raises Unavailable."""
    with map_storage_errors():
        return Backlog(*await db.read(partial(rows.counts, now=db.now())))
