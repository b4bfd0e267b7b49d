"""The table of links to boards that can be touched."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, String, Table

from storage.schema.columns import PLAYER, Snowflake, UTCDateTime, metadata

touch_link = Table(
    "touch_link",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("digest", String(64), nullable=False),
    Column("expires_at", UTCDateTime, nullable=False),
    Index(None, "player_id"),
    Index(None, "digest", unique=True),
    Index(None, "expires_at"),
)
"""The link by which somebody can play in a match on the web: one at a time. There is only a
`digest` of its secret, so that no copy of the database can be used as a link."""
