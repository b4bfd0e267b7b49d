"""Tables of ratings, their ledger, and the leaderboards."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from storage.checks import rules_of
from storage.schema.columns import PLAYER, Number, Snowflake, UTCDateTime, metadata

rating = Table(
    "rating",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("pool", String(60), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("points", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    *rules_of("rating"),
    sqlite_with_rowid=False,
)
"""A player's rating and record in a pool. `points` is the shown number, `streak` counts the last
wins in a row, or the last losses as a negative number.
"""

rating_change = Table(
    "rating_change",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", Snowflake, info=PLAYER),
    Column("pool", String(60), nullable=False),
    Column("games", Integer, nullable=False),
    Column("before_mu", Double, nullable=False),
    Column("before_sigma", Double, nullable=False),
    Column("before_points", Integer, nullable=False),
    Column("after_mu", Double, nullable=False),
    Column("after_sigma", Double, nullable=False),
    Column("after_points", Integer, nullable=False),
    Column("model", String(40), nullable=False),
    Column("at", UTCDateTime, nullable=False),
    Column("period", Integer, nullable=False),
    Column("holder", Integer, nullable=False, server_default="0"),
    Column("advantage", Double, nullable=False, server_default="0"),
    UniqueConstraint("match_id", "seat", "holder"),
    Index(None, "player_id", "pool", "id"),
    Index(None, "period", "at"),
    *rules_of("rating_change"),
)
"""The ledger: what a match did to a rating, in the order in which the matches were rated.

`games` counts the player's rated matches in the pool up to this one. `period` is the shortest one
whose standings still count the change, in days; 0 once none does. `holder` is 0 for whoever had the
seat first, 1 for who took it over from them, and so on. `advantage` is what the first of two seats
was taken to be worth."""

seat_advantage = Table(
    "seat_advantage",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("value", Double, nullable=False),
    *rules_of("seat_advantage"),
    sqlite_with_rowid=False,
)
"""What the first of two seats is taken to be worth in a game, after all rated matches so far."""

conduct = Table(
    "conduct",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("at", UTCDateTime, nullable=False),
    Column("kept", Boolean, nullable=False),
    Column("pace", Integer),
    Index(None, "player_id", "at"),
    Index(None, "match_id"),
    *rules_of("conduct"),
    sqlite_with_rowid=False,
)
"""How a player has played a match that ended `at` a time: whether they `kept` to it, without
running out of time or handing over their seat, and their `pace`, in seconds per turn.
"""


standing = Table(
    "standing",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("pool", String(60), primary_key=True),
    Column("scope", Snowflake, primary_key=True, autoincrement=False),
    Column("period", Integer, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Index(None, "scope", "pool", "period", "points", "player_id"),
    *rules_of("standing"),
    sqlite_with_rowid=False,
)
"""A player on a leaderboard: that of a pool, in a scope (a guild, or 0 for everywhere), for a
period in days (0: all the time). `points` is the rating, in a period the gain; `games` counts the
rated matches that it comes from."""

tally = Table(
    "tally",
    metadata,
    Column("scope", Snowflake, primary_key=True, autoincrement=False),
    Column("pool", String(60), primary_key=True),
    Column("period", Integer, primary_key=True, autoincrement=False),
    Column("width", Integer, primary_key=True, autoincrement=False),
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How many players of a leaderboard have points from `bucket * width` up to the next bucket.

Ranks are sums over a few wide buckets and some narrow ones, however many players there are."""
