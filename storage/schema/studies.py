"""The table of studies: what people try out for themselves."""

from __future__ import annotations

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, String, Table, Text

from storage.checks import rules_of
from storage.schema.columns import PLAYER, Snowflake, UTCDateTime, metadata

study = Table(
    "study",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE")),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("start", Text, nullable=False),
    Column("root", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("tree", Text, nullable=False),
    Column("here", Integer, nullable=False),
    Column("draft", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("changed_at", UTCDateTime, nullable=False),
    Index(None, "match_id"),
    *rules_of("study"),
)
"""A private tree of turns, by its owner and a number of its own among theirs. It begins at the
position `start`, before which a match had `root` turns, if it is about one.

`here` is the node at which its owner was last, and `draft` the turn that they had begun there.
`seq` counts its changes."""

variation = Table(
    "variation",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("after", Integer, nullable=False),
    Column("tree", Text, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    Index(None, "player_id"),
    *rules_of("variation"),
)
"""What somebody has published of a study of a match that is over: a tree that begins after so many
of the match's turns and events. Everybody who may read the match sees it."""
