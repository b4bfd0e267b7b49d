"""Rows of guilds: what those who manage one have chosen for it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, select

from storage import players
from storage.ids import GuildId
from storage.schema import guild
from storage.upserts import upsert

_GET = select(guild.c.settings).where(guild.c.id == bindparam("guild"))

_COMMANDS = "commands"
"""Stands among the settings of guilds that have commands of their own."""
_WELCOMED = "welcomed"
"""Among the settings: when the bot welcomed the guild."""


def hold(connection: Connection, guild_id: GuildId) -> None:
    """Locks a guild's settings until the transaction ends. Discord gives no id to a guild that a
    player has.
    """
    players.hold(connection, [guild_id])


def settings(connection: Connection, guild_id: GuildId) -> dict[str, Any]:
    """What was chosen for the guild; empty if nothing."""
    return dict(connection.execute(_GET, {"guild": guild_id}).scalar() or {})


def set_settings(connection: Connection, guild_id: GuildId, chosen: dict[str, Any]) -> None:
    """Replaces what was chosen for the guild. Inside a transaction."""
    connection.execute(upsert(connection, guild), {"id": guild_id, "settings": chosen})


def with_commands(connection: Connection) -> list[GuildId]:
    """The guilds that are noted to have commands of their own."""
    noted = guild.c.settings[_COMMANDS].as_boolean()
    return [*connection.execute(select(guild.c.id).where(noted)).scalars()]


def note_welcome(connection: Connection, guild_id: GuildId, now: int, lately: int) -> bool:
    """Notes that a guild is welcomed `now`, unless it was already welcomed after `lately`; both in
    seconds since 1970. Returns whether it was noted. Inside a transaction.
    """
    hold(connection, guild_id)
    known = settings(connection, guild_id)
    last = known.get(_WELCOMED)
    if isinstance(last, int) and last > lately:
        return False
    set_settings(connection, guild_id, known | {_WELCOMED: now})
    return True


def note_commands(connection: Connection, guild_id: GuildId, *, has: bool) -> None:
    """Notes whether a guild has commands of its own. Inside a transaction."""
    hold(connection, guild_id)
    known = settings(connection, guild_id)
    if known.pop(_COMMANDS, False) != has:
        set_settings(connection, guild_id, known | ({_COMMANDS: True} if has else {}))
