"""Tables of ladders: their rows, logs, members, and challenges with their matches."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table

from storage.checks import rules_of
from storage.schema.columns import UTCDateTime, metadata
from storage.schema.logs import entries_of, held, members_of, owner

ladder = held("ladder", Column("members", Integer, nullable=False))
"""One ladder; `members` is their present number."""

ladder_entry = entries_of("ladder")
"""The logs of ladders."""

ladder_member = members_of(
    "ladder",
    Column("since", Integer, nullable=False),
    Column("until", Integer),
    present="until IS NULL",
)
"""Who is on a ladder under which number, or was, last from entry `since` of the log until just
before entry `until`."""

ladder_challenge = Table(
    "ladder_challenge",
    metadata,
    owner("ladder"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("ended", Integer),
    Column("match_id", ForeignKey("match.id")),
    Column("until", UTCDateTime),
    Index("uq_ladder_challenge_match_id", "match_id", unique=True),
    Index(None, "until"),
    *rules_of("ladder_challenge"),
    sqlite_with_rowid=False,
)
"""A challenge: the log entry that made it, the one that ended it, if any, and the match in which it
is played. This is written in the same transaction as the match, so that nothing is opened twice.
Before that it must be answered `until` a time, in uptime (see `storage.downtime`).
"""
