"""Rows of guilds: what those who manage one have chosen for it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, select

from storage.schema import guild
from storage.upserts import upsert

_GET = select(guild.c.settings).where(guild.c.id == bindparam("guild"))


def settings(connection: Connection, guild_id: int) -> dict[str, Any]:
    """What was chosen for the guild; empty if nothing."""
    return dict(connection.execute(_GET, {"guild": guild_id}).scalar() or {})


def set_settings(connection: Connection, guild_id: int, chosen: dict[str, Any]) -> None:
    """Replaces what was chosen for the guild. Inside a transaction."""
    connection.execute(upsert(connection, guild), {"id": guild_id, "settings": chosen})
