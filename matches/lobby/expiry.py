"""Tables that have waited too long for players."""

from __future__ import annotations

from functools import partial

from matches.model.errors import NotOpen
from matches.model.ids import public_id
from matches.model.match import Match
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.execution import perform
from matches.unit_of_work.work import UnitOfWork
from storage import listings
from storage.database import Database


async def expire_tables(db: Database, *, limit: int = 100) -> list[Match]:
    """Closes open tables whose time to wait for players is over, and returns them.

    If several processes try, each table is closed by only one of them. Raises Unavailable.
    """
    find = partial(listings.numbers_expired, now=db.now(), limit=limit)
    with map_storage_errors():
        numbers = await db.read(find)
    expired: list[Match] = []
    for number in numbers:
        try:
            unit = await perform(db, public_id(number), _expire)
        except NotOpen:
            continue
        expired.append(unit.match)
    return expired


def _expire(unit: UnitOfWork) -> None:
    match, now = unit.match, unit.log.at
    if match.status != "open" or not now or not match.expires_at or match.expires_at > now:
        raise NotOpen(match=match.id)
    unit.log.write("expire")
