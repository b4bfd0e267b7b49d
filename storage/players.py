"""Rows of players: their preferences, and locks on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, bindparam, select

from storage.ids import PlayerId
from storage.schema import player
from storage.upserts import upsert

_GET = select(player.c.preferences).where(player.c.id == bindparam("player"))

_SEVERAL = select(player.c.id, player.c.preferences).where(
    player.c.id.in_(bindparam("players", expanding=True))
)


def preferences(connection: Connection, player_id: PlayerId) -> dict[str, Any]:
    """What the player has chosen; empty if nothing."""
    found = connection.execute(_GET, {"player": player_id}).first()
    return dict(found.preferences) if found else {}


def preferences_of(
    connection: Connection, players: Iterable[PlayerId]
) -> dict[PlayerId, dict[str, Any]]:
    """What each of these players has chosen, if anything."""
    found = connection.execute(_SEVERAL, {"players": [*players]})
    return {row.id: dict(row.preferences) for row in found}


def set_preferences(connection: Connection, player_id: PlayerId, chosen: dict[str, Any]) -> None:
    """Replaces what the player has chosen. Inside a transaction."""
    row = {"id": player_id, "preferences": chosen}
    connection.execute(upsert(connection, player), row)


def hold(connection: Connection, players: Iterable[int]) -> None:
    """Locks these players until the transaction ends. Take this lock before changing anything that
    depends on players alone: their vacations, what they may join, whom they have blocked, the
    puzzles that they have tried, and their turns in matches with a clock. SQLite has only one
    writer anyway.
    """
    if connection.dialect.name == "postgresql":
        for one in sorted(players):
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({one:d})")
