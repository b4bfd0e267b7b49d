"""Seeds for computer players' random choices, so that nobody meets the same game twice.

A seed is a keyed hash of a match and of the entry to answer. So repeating a search gives the same
answer, in every process, and nobody outside can predict it.
"""

from __future__ import annotations

from functools import partial
from hashlib import blake2b

from matches.model.ids import MatchId
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.repository import key_of
from storage import keys
from storage.database import Database
from storage.transactions import in_transaction

_NAME = "seeds"
_BYTES = 8


async def seed_of(db: Database, match_id: MatchId, seq: int) -> int:
    """The seed for a computer player's decision about this entry. Raises UnknownMatch if the id is
    malformed; Unavailable.
    """
    number = key_of(match_id)
    with map_storage_errors(match_id):
        key = await db.read(partial(keys.known, name=_NAME))
        if key is None:
            key = await db.write(in_transaction(partial(keys.key, name=_NAME)))
    return seed(key, number, seq)


def seed(key: bytes, number: int, seq: int) -> int:
    """The seed of an entry of the match with this number."""
    drawn = blake2b(f"{number}.{seq}".encode(), digest_size=_BYTES, key=key)
    return int.from_bytes(drawn.digest())
