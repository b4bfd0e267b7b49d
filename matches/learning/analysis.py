"""Who may have hints, and stored analyses."""

from __future__ import annotations

from functools import partial
from typing import Any

from matches.course.drafts import draft
from matches.model.errors import NothingToAnalyse, NotOver, NotRunning, Rated
from matches.model.ids import MatchId, PlayerId
from matches.model.match import GOING, Match
from matches.model.played import Draft
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.queries import get
from matches.unit_of_work.repository import key_of
from storage import learning as rows
from storage.database import Database
from storage.transactions import in_transaction

# Hints


async def to_hint(db: Database, match_id: MatchId, player: PlayerId) -> Draft:
    """The player's turn, as far as they have begun it, if they may have a hint.

    Raises Rated, and the same as `draft`.
    """
    begun = await draft(db, match_id, player)
    if not begun.match.hints_allowed:
        raise Rated(match=begun.match.id)
    return begun


# Analyses


async def to_analyse(db: Database, match_id: MatchId, player: PlayerId) -> Match:
    """The match, if it is over and has turns. Raises NotOver, NotRunning (a table),
    NothingToAnalyse, UnknownMatch.
    """
    match = await get(db, match_id, viewer=player)
    if match.started_at is None:
        raise NotRunning(match=match.id)
    if match.status in GOING:
        raise NotOver(match=match.id)
    if not match.turn_count or match.fault is not None:
        raise NothingToAnalyse(match=match.id)
    return match


async def kept_analysis(db: Database, match_id: MatchId) -> Any | None:
    """The stored analysis of a match; None if there is none. Raises UnknownMatch, Unavailable."""
    with map_storage_errors(match_id):
        return await db.read(partial(rows.find_analysis, number=key_of(match_id)))


async def keep_analysis(db: Database, match_id: MatchId, data: Any) -> None:
    """Stores an analysis, as values that JSON can hold. Raises Unavailable."""
    number, now = key_of(match_id), db.now()
    keep = partial(rows.keep_analysis, number=number, data=data, at=now)
    with map_storage_errors(match_id):
        await db.write(in_transaction(keep))
