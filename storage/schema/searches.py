"""The table of searches that processes hand over to others."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Index, String, Table

from storage.schema.columns import UTCDateTime, metadata

search = Table(
    "search",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("question", JSON, nullable=False),
    Column("answer", JSON(none_as_null=True)),
    Column("until", UTCDateTime, nullable=False),
    Index(None, "until"),
)
"""Nobody else takes the question `until` then. Whoever has asked removes the row."""
