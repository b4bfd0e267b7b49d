"""Tables about time: vacations, and when no process was alive."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, String, Table

from storage.checks import rules_of
from storage.schema.columns import PLAYER, Snowflake, UTCDateTime, metadata

vacation = Table(
    "vacation",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("starts_at", UTCDateTime, primary_key=True),
    Column("ends_at", UTCDateTime, nullable=False),
    Index(None, "ends_at"),
    *rules_of("vacation"),
    sqlite_with_rowid=False,
)
"""When a player's clocks stand still, except those of live matches."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("process", String(100), primary_key=True),
    Column("at", UTCDateTime, nullable=False),
)
"""When each process of the installation was last alive."""

standstill = Table(
    "standstill",
    metadata,
    Column("at", UTCDateTime, primary_key=True),
    Column("total", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""When no process was alive, so that all clocks stood still. `total` is how long this and all
earlier downtimes lasted, in microseconds; `at` is when it began, minus all earlier downtimes.
"""
