"""Tables about processes that share the bot's connections to Discord."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, String, Table, false

from storage.schema.columns import Snowflake, UTCDateTime, metadata

gateway = Table(
    "gateway",
    metadata,
    Column("process", String(100), primary_key=True),
    Column("until", UTCDateTime, nullable=False),
    Column("leaving", Boolean, nullable=False, server_default=false()),
    Column("takes", Boolean, nullable=False, server_default=false()),
)
"""The processes that hold shards, or would. One that has not been heard of `until` then is dead.
One that is `leaving` gives its shards to others before it ends. One that `takes` interactions does
so before it answers them; those of versions before 0033 don't.
"""

shard = Table(
    "shard",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("process", String(100)),
    Column("heir", String(100)),
    Column("identified_at", UTCDateTime),
)
"""All shards: the `process` that holds each, and the `heir` that is connecting it to take it over.
`identified_at` says when a session was last begun in the bucket with this number: Discord allows
one in each bucket every five seconds.
"""

taken_interaction = Table(
    "taken_interaction",
    metadata,
    Column("id", Snowflake, primary_key=True, autoincrement=False),
    Column("at", UTCDateTime, nullable=False),
    Index(None, "at"),
)
"""The interactions of the last minute that some process has undertaken to answer, and when."""
