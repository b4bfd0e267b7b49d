"""With whom a player does not want to share a table."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection

from matches.model.errors import NotYourself, Unavailable
from matches.model.match import Player
from storage import blocks, players
from storage.database import Database
from storage.errors import LostRace, StorageError
from storage.transactions import transaction

# Blocking


async def block(db: Database, player: Player, other: Player) -> None:
    """From now on the two can neither challenge each other nor sit down at a table together.

    Matches that have begun go on. Whom it keeps away is not told. Raises NotYourself, Unavailable.
    """
    if player == other:
        raise NotYourself
    try:
        await db.write(partial(_write, blocks.add, player, other))
    except LostRace:
        return  # It stands already.
    except StorageError as error:
        raise Unavailable(match="-") from error


async def unblock(db: Database, player: Player, other: Player) -> None:
    """Takes a block back, if there is one. Raises Unavailable."""
    try:
        await db.write(partial(_write, blocks.remove, player, other))
    except StorageError as error:
        raise Unavailable(match="-") from error


async def blocked(db: Database, player: Player) -> list[Player]:
    """Whom the player has blocked. Raises Unavailable."""
    try:
        return await db.read(partial(blocks.blocked, player=player))
    except StorageError as error:
        raise Unavailable(match="-") from error


def _write(change: blocks.Change, player: Player, other: Player, connection: Connection) -> None:
    with transaction(connection):
        players.hold(connection, [player, other])
        change(connection, player, other)
