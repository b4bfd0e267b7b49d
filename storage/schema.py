"""The tables. Changes need a migration, which a test compares with what stands here."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UTCDateTime(TypeDecorator[datetime]):
    """An aware time, stored in UTC. Times without a zone are refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database: in UTC, and naive where the database knows no zones."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database: aware, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Number = BigInteger().with_variant(Integer, "sqlite")
"""A number that the database gives out; SQLite does so only for its plain INTEGER."""

Snowflake = BigInteger
"""An id that Discord gives out."""

match = Table(
    "match",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seating", String(10), nullable=False),
    Column("status", String(10), nullable=False),
    Column("ending", JSON(none_as_null=True)),
    Column("host", Snowflake, nullable=False),
    Column("guild", Snowflake),
    Column("channel", Snowflake, nullable=False),
    Column("thread", Snowflake),
    Column("message", Snowflake),
    # A summary of the log, kept in the transaction that lengthens it.
    Column("seq", Integer, nullable=False),
    Column("base", Integer, nullable=False),
    Column("turn_count", Integer, nullable=False),
    Column("to_move", Integer),
    Column("due_at", UTCDateTime),
    Column("created_at", UTCDateTime, nullable=False),
    Column("started_at", UTCDateTime),
    Column("moved_at", UTCDateTime, nullable=False),
    Column("finished_at", UTCDateTime),
    Index(None, "channel", "status"),
    Index(None, "thread"),
    Index(None, "guild", "status"),
    Index(None, "due_at"),
)
"""One contest. `seq` counts its log, `base` is the last entry that changed the position."""

seat = Table(
    "seat",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Snowflake),
    Column("joined", Boolean, nullable=False),
    Column("rank", Integer),
    Index(None, "player_id", "match_id"),
    sqlite_with_rowid=False,
)
"""A chair that is taken, or kept for an invited player who has not `joined` yet."""

entry = Table(
    "entry",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("batch", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    Column("interaction", Snowflake),
    Index(
        "uq_entry_interaction",
        "interaction",
        unique=True,
        sqlite_where=text("interaction IS NOT NULL"),
        postgresql_where=text("interaction IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)
"""The log, append-only. Entries of one transaction share a `batch`, the `seq` of their first."""

draft = Table(
    "draft",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("base", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("interaction", Snowflake),
    sqlite_with_rowid=False,
)
"""A turn begun and not entered; void as soon as its `base` is not the match's any more."""

player = Table(
    "player",
    metadata,
    Column("id", Snowflake, primary_key=True, autoincrement=False),
    Column("preferences", JSON, nullable=False),
)
"""What a player has chosen for himself."""
