"""Queries for wishes."""

from __future__ import annotations

from sqlalchemy import Connection

from matches.model.errors import UnknownWish
from matches.model.ids import PlayerId, WishNumber
from matches.model.storage_errors import map_storage_errors
from matches.wishes.wish import Wish, read
from storage import wishes as rows
from storage.database import Database


async def of_player(db: Database, player: PlayerId) -> list[Wish]:
    """The standing wishes that a player has made or is asked to share, the oldest first. Raises
    Unavailable.
    """

    def work(connection: Connection) -> list[Wish]:
        return [read(one) for one in rows.of_player(connection, player)]

    with map_storage_errors():
        found = await db.read(work)
    return [one for one in found if one.stands]


async def get(db: Database, number: WishNumber, player: PlayerId) -> Wish:
    """A wish of this player. Raises UnknownWish, Unavailable."""
    with map_storage_errors():
        found = await db.read(lambda connection: rows.one(connection, number))
    if found is None or not (wish := read(found)).concerns(player):
        raise UnknownWish
    return wish
