"""How wishes ended, for those who don't know it yet; and expired wishes.

A process leases a wish (`take_news`), tells its members in turn, notes each of them (`told`), and
says when the wish is due again (`settled`). No other process gets it for a `LEASE`. If a wish
changes meanwhile, its members are told again.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from matches.model.ids import PlayerId
from matches.model.storage_errors import map_storage_errors, write
from matches.wishes.wish import Wish, read
from storage import wishes as rows
from storage.database import Database
from storage.transactions import in_transaction, transaction

LEASE = timedelta(seconds=20)
"""How long a wish is leased to the process that tells its members: less than the time for which
Discord remembers a nonce.
"""


async def take_news(db: Database, limit: int = 20) -> list[Wish]:
    """The wishes with news to tell, leased to the caller for `LEASE`. Raises Unavailable."""
    now = db.now()

    def lease(connection: Connection) -> list[Wish]:
        taken = rows.lease(connection, "tell_at", now, now + LEASE, limit)
        return [read(one) for one in rows.several(connection, taken)]

    with map_storage_errors():
        if not await db.read(partial(rows.is_due, due="tell_at", now=now)):
            return []
        return await db.write(in_transaction(lease))


async def told(db: Database, wish: Wish, player: PlayerId) -> None:
    """Notes that a player has been told how a wish ended, or can't be told. Raises Unavailable."""

    def note(connection: Connection) -> None:
        with transaction(connection):
            found = rows.lock(connection, wish.id)
            if found is not None and found.seq == wish.seq:
                rows.note_told(connection, wish.id, player, wish.status)

    with map_storage_errors():
        await db.write(note)


async def settled(db: Database, wish: Wish, again: datetime | None = None) -> None:
    """Notes that there is no more news of a wish to send; with `again`, none before that time.
    Raises Unavailable.
    """
    settle = partial(rows.put_off, number=wish.id, seq=wish.seq, due="tell_at", until=again)
    await write(db, settle)


async def expire(db: Database, limit: int = 100) -> int:
    """Ends wishes whose time is over and makes them due to be told. Paused ones, and those that
    ended long ago, are deleted. Returns how many it has ended or deleted. Raises Unavailable.
    """
    now = db.now()

    def work(connection: Connection) -> int:
        with transaction(connection):
            over = rows.lease(connection, "expires_at", now, now, limit)
            found = [read(one) for one in rows.several(connection, over)]
            waiting = [one.id for one in found if one.status in rows.GOING]
            for number in waiting:
                rows.end(connection, number, "expired", now)
            rows.remove(connection, [number for number in over if number not in waiting])
        return len(over)

    with map_storage_errors():
        if not await db.read(partial(rows.is_due, due="expires_at", now=now)):
            return 0
        return await db.write(work)
