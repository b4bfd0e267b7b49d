"""What tests of whole matches share."""

from __future__ import annotations

from matches import Match
from matches.archive.verify import replays
from storage.database import Database
from tests.support.replay import replay_match


async def verified(db: Database, match: Match) -> None:
    """The match equals its replay from the log, and its rows agree with it."""
    assert await replay_match(db, match.id) == match
    assert [one.fault async for one in replays(db) if one.fault] == []
