"""Who may open and join tables: limits, and players who have blocked each other.

Both are looked at inside the transaction that seats a player, which keeps others away that would
seat or block him at the same time.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from sqlalchemy import Connection

from matches.desk import Desk
from matches.errors import (
    NotTogether,
    NotYourself,
    TooManyMatches,
    TooManyTables,
    Unavailable,
)
from matches.match import Match, Player
from storage import blocks, players
from storage import matches as rows
from storage.database import Database
from storage.errors import LostRace, StorageError
from storage.transactions import transaction


@dataclass(frozen=True, slots=True)
class Limits:
    """How many tables and matches a player may have at once, and how long a table waits.

    What they forbid is refused as TooManyTables or TooManyMatches.
    """

    tables: int = 10
    matches: int = 100
    waiting: timedelta = timedelta(hours=24)


LIMITS = Limits()


def admit_host(connection: Connection, match: Match, limits: Limits) -> None:
    """Checks a new table, inside its transaction. Raises NotTogether, TooManyTables,
    TooManyMatches.
    """
    host = match.host
    players.hold(connection, [host])
    _require_together(connection, host, match.invited)
    if rows.count_tables(connection, host) >= limits.tables:
        raise TooManyTables(limit=limits.tables)
    _require_room(connection, host, limits)


def admit_guest(desk: Desk, player: Player, limits: Limits) -> None:
    """Has somebody who joins checked. The transaction raises NotTogether, TooManyMatches."""
    others = {*desk.match.seated, *desk.match.invited} - {player}
    desk.allowed = partial(_admit, player, others, limits)


def _admit(
    player: Player, others: Collection[Player], limits: Limits, connection: Connection
) -> None:
    players.hold(connection, [player])
    _require_together(connection, player, others)
    _require_room(connection, player, limits)


def _require_together(connection: Connection, player: Player, others: Collection[Player]) -> None:
    if blocks.apart(connection, player, others):
        raise NotTogether


def _require_room(connection: Connection, player: Player, limits: Limits) -> None:
    if rows.count_matches(connection, player) >= limits.matches:
        raise TooManyMatches(limit=limits.matches)


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
