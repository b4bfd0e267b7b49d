"""Rows of players: what each has chosen for himself."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from storage.schema import player

_GET = select(player.c.preferences).where(player.c.id == bindparam("player"))
_SET = update(player).where(player.c.id == bindparam("player"))


def preferences(connection: Connection, player_id: int) -> dict[str, Any]:
    """What the player has chosen; empty if nothing."""
    return dict(connection.execute(_GET, {"player": player_id}).scalar() or {})


def set_preferences(connection: Connection, player_id: int, chosen: dict[str, Any]) -> None:
    """Replaces what the player has chosen. Inside a transaction."""
    known = connection.execute(_SET, {"player": player_id, "preferences": chosen}).rowcount
    if not known:
        connection.execute(insert(player), {"id": player_id, "preferences": chosen})
