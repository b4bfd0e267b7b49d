"""The tables. Changes need a migration, which a test compares with what stands here."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
    true,
)

from storage.checks import rules_of

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UTCDateTime(TypeDecorator[datetime]):
    """An aware time, stored in UTC. Times without a zone are refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database: in UTC, and naive where the database knows no zones."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database: aware, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Number = BigInteger().with_variant(Integer, "sqlite")
"""A number that the database gives out; SQLite does so only for its plain INTEGER."""

Snowflake = BigInteger
"""An id that Discord gives out."""

PLAYER = {"player": True}
"""The `info` of columns that hold a player's id, by which all data of a player is found."""

SEALED = {"sealed": True}
"""The `info` of columns that hold seals of players."""

STANDING_REMATCH = "rematch_of IS NOT NULL AND status NOT IN ('closed', 'aborted')"
"""A match has one rematch; where that came to nothing, another one can take its place."""

FROZEN = "status = 'frozen'"
"""Few matches are: an index of them alone costs the others nothing."""

match = Table(
    "match",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seating", String(10), nullable=False),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("clock", String(40)),
    Column("at_end", String(10)),
    Column("status", String(10), nullable=False),
    Column("ending", JSON(none_as_null=True)),
    Column("host", Snowflake, nullable=False, info=PLAYER),
    Column("guild", Snowflake),
    Column("channel", Snowflake, nullable=False),
    Column("thread", Snowflake),
    Column("message", Snowflake),
    Column("board", Snowflake),
    # A summary of the log, kept in the transaction that lengthens it.
    Column("seq", Integer, nullable=False),
    Column("base", Integer, nullable=False),
    Column("turn_count", Integer, nullable=False),
    Column("to_move", Integer),
    Column("due_at", UTCDateTime),
    Column("leased_until", UTCDateTime),
    Column("created_at", UTCDateTime, nullable=False),
    Column("started_at", UTCDateTime),
    Column("moved_at", UTCDateTime, nullable=False),
    Column("finished_at", UTCDateTime),
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("taken_back", Boolean, nullable=False, server_default=false()),
    Column("expires_at", UTCDateTime),
    Column("rematch_of", Number),
    Index(None, "channel", "status"),
    Index(None, "thread"),
    Index(None, "guild", "status"),
    Index(None, "at_end", "due_at"),
    Index(None, "expires_at"),
    Index(None, "host"),
    Index(
        "uq_match_rematch_of",
        "rematch_of",
        unique=True,
        sqlite_where=text(STANDING_REMATCH),
        postgresql_where=text(STANDING_REMATCH),
    ),
    Index("ix_match_frozen", "status", sqlite_where=text(FROZEN), postgresql_where=text(FROZEN)),
    *rules_of("match"),
)
"""One contest. `seq` counts its log, `base` is the last entry that changed the position.

`thread` was made for it below its `channel`; `message` shows its table, `board` the board where one
message is kept up to date.

`clock` is the time control (nothing: without one), `at_end` what happens at the end of the time,
`due_at` when the time of the seat to move is over, `leased_until` for how long one process alone
may act on that. `due_at` alone is no time of day: what passed in each `standstill` before has to be
added. `expires_at` is when an open table is closed unless somebody joins; `taken_back`
says that turns were taken back, `rematch_of` of which match it is the rematch.
"""

seat = Table(
    "seat",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Snowflake, info=PLAYER),
    Column("joined", Boolean, nullable=False),
    Column("invited", Boolean, nullable=False, server_default=false()),
    Column("rank", Integer),
    Column("clock", BigInteger),
    Index(None, "player_id", "match_id"),
    *rules_of("seat"),
    sqlite_with_rowid=False,
)
"""A chair that is taken, or kept for an `invited` player who has not `joined` yet. Once a match has
begun nobody is invited any more.

`clock` is the time that it had after its last turn, in milliseconds. How much of it the seat to
move has used since is told by the match's `due_at` alone."""

entry = Table(
    "entry",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("batch", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    Column("interaction", Snowflake),
    Index(
        "uq_entry_interaction",
        "interaction",
        unique=True,
        sqlite_where=text("interaction IS NOT NULL"),
        postgresql_where=text("interaction IS NOT NULL"),
    ),
    *rules_of("entry"),
    sqlite_with_rowid=False,
)
"""The log, append-only. Entries of one transaction share a `batch`, the `seq` of their first."""

draft = Table(
    "draft",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("base", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("interaction", Snowflake),
    *rules_of("draft"),
    sqlite_with_rowid=False,
)
"""A turn begun and not entered; void as soon as its `base` is not the match's any more."""

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
"""With whom a player does not want to share a table."""

sealed_block = Table(
    "sealed_block",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("seal", String(32), primary_key=True, info=SEALED),
    sqlite_with_rowid=False,
)
"""A block of somebody who has had their data deleted since: `seal` stands for the two ids. It holds
when they come back."""

secret = Table(
    "secret",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
    sqlite_with_rowid=False,
)
"""Random keys that the database was given when they were needed first."""

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
"""What somebody has lately made the bot write to others: once for each person, or once to nobody in
particular. By it one can tell who has to wait. Rows are removed after a day at most, and hold no
ids, so that nobody gets rid of them by having themselves deleted."""

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
"""When no process was alive, so that all clocks stood still. `total` is how long that lasted,
together with all times before, in microseconds; `at` is when it began, less all times before."""

notice = Table(
    "notice",
    metadata,
    Column("key", String(25), primary_key=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),
    Column("batch", Integer, nullable=False),
    Column("base", Integer, nullable=False),
    Column("lead", Integer),
    Column("due_at", UTCDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("since", Integer),
    Index(None, "due_at"),
    Index(None, "match_id"),
    *rules_of("notice"),
    sqlite_with_rowid=False,
)
"""The outbox: one row for each message to be sent, removed once it has been sent.

It tells of the entries of `batch`, which left the match at `base`, to one `seat` or (nothing) to
everybody. From `due_at` on any process may take it, and puts that off while it is sending. `lead`
is how many seconds before the end of a player's time a reminder is due. A board with `since` tells
also of what came before its batch, from that entry on."""

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
"""What the rated matches of a pool have come to for a player. `points` is the shown number,
`streak` counts the last wins in a row, or the last losses as a negative number."""

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
    UniqueConstraint("match_id", "seat"),
    Index(None, "player_id", "pool", "id"),
    Index(None, "period", "at"),
    *rules_of("rating_change"),
)
"""The ledger: what a match did to a rating, in the order in which the matches were rated.

`games` counts the player's rated matches in the pool up to this one. `period` is the shortest one
whose standings still count the change, in days; 0 once none does."""

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

analysis = Table(
    "analysis",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("data", JSON, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    sqlite_with_rowid=False,
)
"""What a search has found of the positions of a match that is over; each match is analysed once."""

puzzle_try = Table(
    "puzzle_try",
    metadata,
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("puzzle", String(60), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("state", String(10), nullable=False),
    Column("clean", Boolean, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    *rules_of("puzzle_try"),
    sqlite_with_rowid=False,
)
"""What a player has made of a puzzle: "open" (tried in vain so far), "solved", or "shown" its
solution; `clean` until they answered wrongly or had it shown."""

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
`day`, counted from the year 1; from `due_at` on any process may take it, and puts that off while
it is sending."""
