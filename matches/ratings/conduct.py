"""Recomputing, for all matches, how reliably people have played them."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection

from matches.model.conduct import conduct_of
from matches.model.ids import MatchNumber
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import load
from storage import conduct as rows
from storage import listings
from storage.database import Database
from storage.transactions import transaction

PAGE = 200
"""How many matches are processed in one transaction."""


async def note_anew(db: Database) -> int:
    """Notes for all stored matches how people have played them, including those from before this
    was noted. Returns for how many it was missing or different. Raises StorageError.
    """
    last, changed = MatchNumber(0), 0
    while numbers := await db.read(partial(listings.numbers_after, number=last, limit=PAGE)):
        changed += await db.write(partial(_note, numbers))
        last = numbers[-1]
    return changed


def _note(numbers: list[MatchNumber], connection: Connection) -> int:
    changed, cache = 0, Cache(0)
    with transaction(connection):
        for number in numbers:
            match, _ = load(connection, cache, number)
            played = conduct_of(match)
            if match.fault is None and played != rows.noted_of(connection, number):
                rows.remove(connection, number)
                rows.note(connection, number, played)
                changed += 1
    return changed
