"""What has become of a request or an offer of a draw."""

from __future__ import annotations

from functools import partial

from matches.model.ids import MatchId, PlayerId
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.queries import get
from matches.unit_of_work.repository import key_of
from storage import matches as rows
from storage.database import Database

_BESIDE = frozenset({"agree", "grant", "prepare", "clear", "condition"})
"""Entries that leave a question open."""
_NO = frozenset({"deny", "refuse"})


async def declined_by(db: Database, match_id: MatchId, seq: int) -> PlayerId | None:
    """Who has declined the question that was open after this entry, or taken it back; None if it
    was settled in another way, or is still open. Raises as `get`.
    """
    match = await get(db, match_id)
    read = partial(rows.entries, number=key_of(match_id), after=seq, until=match.seq)
    with map_storage_errors(match_id):
        later = await db.read(read)
    entry = next((one for one in later if one.kind not in _BESIDE), None)
    if entry is None or entry.kind not in _NO or entry.seat is None:
        return None
    return match.players[entry.seat - 1]
