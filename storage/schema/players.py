"""Tables of players and guilds: their choices, blocks, cooldowns and puzzles."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Double, Index, Integer, String, Table

from storage.checks import rules_of
from storage.schema.columns import PLAYER, SEALED, Number, Snowflake, UTCDateTime, metadata

player = Table(
    "player",
    metadata,
    Column("id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("preferences", JSON, nullable=False),
)
"""What a player has chosen for themselves."""

guild = Table(
    "guild",
    metadata,
    Column("id", Snowflake, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),
)
"""What those who manage a guild have chosen for it."""

block = Table(
    "block",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("blocked_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Index(None, "blocked_id"),
    sqlite_with_rowid=False,
)
"""The people with whom a player does not want to share a table."""

sealed_block = Table(
    "sealed_block",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("seal", String(32), primary_key=True, info=SEALED),
    sqlite_with_rowid=False,
)
"""A block of a person who has had their data deleted since: `seal` replaces the two ids. It still
applies if they come back.
"""

secret = Table(
    "secret",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
    sqlite_with_rowid=False,
)
"""Random keys, each stored when it was first needed."""

approach = Table(
    "approach",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("kind", String(10), nullable=False),
    Column("who", String(32), nullable=False, info=SEALED),
    Column("whom", String(32), info=SEALED),
    Column("guild", Snowflake),
    Column("at", UTCDateTime, nullable=False),
    Index(None, "who", "at"),
    Index(None, "whom"),
    Index(None, "guild", "at"),
    Index(None, "at"),
)
"""Recent messages that the bot sent to others at a player's request: one row for each recipient, or
one for nobody in particular. These show who has to wait. Rows are removed after a day at most, and
hold no ids, so that nobody can get rid of them by deleting their data.
"""

puzzle_try = Table(
    "puzzle_try",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("puzzle", String(60), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("state", String(10), nullable=False),
    Column("clean", Boolean, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    Column("gain", Double),
    Column("again", UTCDateTime),
    *rules_of("puzzle_try"),
    sqlite_with_rowid=False,
)
"""How a player has done on a puzzle: "open" (tried in vain so far), "solved", or "shown" its
solution; `clean` until they answered wrongly or had it shown. `gain` is what the first answer has
added to the player's rating, if it counted. `again` is when they last answered it after that, if
they had it once more.
"""

puzzle_rating = Table(
    "puzzle_rating",
    metadata,
    Column("puzzle", String(60), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("shift", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Index(None, "game"),
    *rules_of("puzzle_rating"),
    sqlite_with_rowid=False,
)
"""How far people's first answers have moved a puzzle's rating, and how many there were."""

daily = Table(
    "daily",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("game", String(40), primary_key=True),
    Column("channel", Snowflake, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("due_at", UTCDateTime, nullable=False),
    Index(None, "due_at"),
    *rules_of("daily"),
    sqlite_with_rowid=False,
)
"""Where a guild wants a puzzle of a game every day, at an hour of UTC. The next one is that of
`day`, counted from the year 1. From `due_at` on any process may take it, and postpones `due_at`
while sending.
"""
