"""The people with whom a player does not want to share a table."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from sqlalchemy import Connection

from matches.model.errors import NotYourself
from matches.model.ids import PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import blocks, players
from storage.database import Database
from storage.errors import LostRace
from storage.transactions import transaction

# Blocking


async def block(db: Database, player: PlayerId, other: PlayerId) -> None:
    """Prevents the two from challenging each other and from joining the same table.

    Matches that have begun go on. The blocked player is not told. Raises NotYourself, Unavailable.
    """
    if player == other:
        raise NotYourself
    with map_storage_errors(), suppress(LostRace):  # The race was lost to the same block.
        await db.write(partial(_write, blocks.add, player, other))


async def unblock(db: Database, player: PlayerId, other: PlayerId) -> None:
    """Removes a block, if there is one. Raises Unavailable."""
    with map_storage_errors():
        await db.write(partial(_write, blocks.remove, player, other))


async def blocked(db: Database, player: PlayerId) -> list[PlayerId]:
    """The players that this player has blocked. Raises Unavailable."""
    with map_storage_errors():
        return await db.read(partial(blocks.blocked, player=player))


def _write(
    change: blocks.Change, player: PlayerId, other: PlayerId, connection: Connection
) -> None:
    with transaction(connection):
        players.hold(connection, [player, other])
        change(connection, player, other)
