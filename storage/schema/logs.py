"""What tables of competitions, ladders and leagues share: where they are held, and their logs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
    text,
)
from sqlalchemy.sql.schema import SchemaItem

from storage.checks import rules_of
from storage.schema.columns import PLAYER, Number, Snowflake, UTCDateTime, metadata


def held(name: str, *more: Column[Any]) -> Table:
    """A table with one row for each. Besides the `more` columns it has: where it is held, by whom,
    and its game; whether people from `anywhere`, that is, from other guilds, may take part; the
    `role` and the `reliability` in percent that are required, if any. `settings` is the text of its
    log's first entry. See also `storage.logs`; `forgotten` counts how often words of people have
    been deleted from the log, and `handed_over` how often its director has changed.
    """
    own: list[SchemaItem] = [
        Column("id", Number, primary_key=True, autoincrement=True),
        Column("name", String(100), nullable=False),
        Column("guild", Snowflake, nullable=False),
        Column("channel", Snowflake, nullable=False),
        Column("host", Snowflake, nullable=False, info=PLAYER),
        Column("game", String(40), nullable=False),
        Column("options", JSON, nullable=False),
        Column("clock", String(40), nullable=False),
        Column("at_end", String(10), nullable=False),
        Column("anywhere", Boolean, nullable=False, server_default=false()),
        Column("role", Snowflake),
        Column("reliability", Integer),
        # A summary of the log, kept in the transaction that lengthens it.
        Column("settings", Text, nullable=False),
        Column("status", String(10), nullable=False),
        Column("seq", Integer, nullable=False),
        Column("created_at", UTCDateTime, nullable=False),
        Column("next_at", UTCDateTime),
        Column("told", Integer, nullable=False),
        Column("tell_at", UTCDateTime),
        Column("forgotten", Integer, nullable=False, server_default="0"),
        Column("handed_over", Integer, nullable=False, server_default="0"),
    ]
    return Table(
        name,
        metadata,
        *own,
        *more,
        Index(None, "guild", "status"),
        few_anywhere(name),
        Index(None, "host"),
        Index(None, "next_at"),
        Index(None, "tell_at"),
        *rules_of(name),
    )


def few_anywhere(name: str) -> Index:
    """The index of those open to people of all guilds. There are few of them, so using it is never
    slower than reading all rows.
    """
    return Index(
        f"ix_{name}_anywhere",
        "status",
        sqlite_where=text("anywhere IS 1"),
        postgresql_where=text("anywhere IS true"),
    )


def owner(name: str) -> Column[int]:
    """The column that says which of them a row belongs to."""
    return Column(f"{name}_id", ForeignKey(f"{name}.id", ondelete="CASCADE"), primary_key=True)


def entries_of(name: str) -> Table:
    """The logs, which are append-only. Their texts refer to people by number. `player_id` is who
    caused the entry, as long as that may be known, and `reason` what they said.
    """
    known = text("interaction IS NOT NULL")
    return Table(
        f"{name}_entry",
        metadata,
        owner(name),
        Column("seq", Integer, primary_key=True, autoincrement=False),
        Column("kind", String(12), nullable=False),
        Column("text", Text, nullable=False),
        Column("reason", Text),
        Column("at", UTCDateTime, nullable=False),
        Column("player_id", Snowflake, info=PLAYER),
        Column("interaction", Snowflake),
        Index(
            f"uq_{name}_entry_interaction",
            "interaction",
            unique=True,
            sqlite_where=known,
            postgresql_where=known,
        ),
        Index(None, "player_id"),
        *rules_of(f"{name}_entry"),
        sqlite_with_rowid=False,
    )


def members_of(name: str, *more: Column[Any], present: str | None = None) -> Table:
    """Which number stands for whom; a row without a `player_id` is a former player. Nobody appears
    twice, either among all rows or among those that are `present`.
    """
    here = None if present is None else text(present)
    return Table(
        f"{name}_member",
        metadata,
        owner(name),
        Column("member", Integer, primary_key=True, autoincrement=False),
        Column("player_id", Snowflake, info=PLAYER),
        *more,
        Index(
            f"uq_{name}_member_player_id",
            "player_id",
            f"{name}_id",
            unique=True,
            sqlite_where=here,
            postgresql_where=here,
        ),
        Index(None, "player_id"),
        *rules_of(f"{name}_member"),
        sqlite_with_rowid=False,
    )
