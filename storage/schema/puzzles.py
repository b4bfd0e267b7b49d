"""Tables of puzzles from matches that were played here."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, String, Table, Text

from storage.schema.columns import UTCDateTime, metadata

puzzle_search = Table(
    "puzzle_search",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("until", UTCDateTime),
    Index(None, "until"),
    sqlite_with_rowid=False,
)
"""A match that is over and is to be searched for puzzles; no process takes it `until` then. Empty
once it has been searched, which happens only once.
"""

match_puzzle = Table(
    "match_puzzle",
    metadata,
    Column("puzzle", String(60), primary_key=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Index(None, "match_id"),
    Index(None, "game", "match_id"),
    sqlite_with_rowid=False,
)
"""A puzzle that was found in a match, by its key: as a line of the collection's files."""
