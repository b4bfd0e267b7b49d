"""Tables of leagues: their rows, logs and members. Their divisions are competitions."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String

from storage.schema.columns import Snowflake, UTCDateTime
from storage.schema.logs import entries_of, held, members_of

league = held(
    "league",
    Column("starts_at", UTCDateTime, nullable=False),
    Column("unfinished", String(10), nullable=False),
    Column("season", Integer, nullable=False),
    Column("signed", Integer, nullable=False),
    Column("poster", Snowflake),
)
"""One league in its latest `season`. `signed` counts those signed up for the next one, which begins
at `starts_at`. `unfinished` says what happens to games that are still running at a season's end.
The message in which people sign up is the `poster`.
"""

league_entry = entries_of("league")
"""The logs of leagues."""

league_member = members_of("league")
"""Who is, or was, under which number in a league: the same in all its seasons."""
