"""Matches as their logs alone make them."""

from __future__ import annotations

from functools import partial

from games.errors import IllegalMove, ReplayError
from games.words import Refusal
from matches import Match
from matches.model.ids import MatchId
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import key_of, load
from storage.database import Database


async def replay_match(db: Database, match_id: MatchId) -> Match:
    """The match replayed from its stored log, without the cache.

    Raises ReplayError, with the index of the turn, if the log does not replay, or not to the
    result that was stored; UnknownMatch.
    """
    with map_storage_errors(match_id):
        match, _ = await db.read(partial(load, cache=Cache(0), number=key_of(match_id)))
    if match.fault is not None:
        fault = match.fault
        refusal = Refusal("not-legal", {"text": fault.text})
        reason = IllegalMove(refusal, fault.message, match.position)
        raise ReplayError(fault.number - 1, fault.text, reason)
    return match
