"""Tables of matches: their rows, chairs, logs, drafts, and what they owe."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
    text,
    true,
)

from storage.checks import rules_of
from storage.schema.columns import PLAYER, Number, Snowflake, UTCDateTime, metadata

STANDING_REMATCH = "rematch_of IS NOT NULL AND status NOT IN ('closed', 'aborted')"
"""A match has one rematch; if that came to nothing, another one can replace it."""

FROZEN = "status = 'frozen'"
"""Few matches are frozen: an index of only these costs the others nothing."""

ON_OFFER = "offer IS NOT NULL"
NAMED = "offered_to IS NOT NULL"
"""Few seats are on offer, and even fewer to a named player."""

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
    Column("last_board", Snowflake),
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
    Column("official", Boolean, nullable=False, server_default=false()),
    Column("reliability", Integer),
    Column("with_return", Boolean, nullable=False, server_default=false()),
    Column("other_half", Number),
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
"""One contest. `seq` is the number of its last log entry, `base` is the last entry that changed the
position.

`thread` was made for it below its `channel`; `message` shows its table, `board` the board where one
message is kept up to date, `last_board` the one that was shown last, if it is known.

`clock` is the time control (empty: none), `at_end` what happens when the time runs out, `due_at`
when the time of the seat to move is over, `leased_until` until when only one process may act on
that. `due_at` is not a time of day: the length of every earlier `standstill` has to be added.
`expires_at` is when an open table is closed unless somebody joins; `taken_back` says that turns
were taken back, `rematch_of` is the match that it is a rematch of. An `official` one is a game of a
competition. Players who join need a `reliability` of that many percent, if one is set.

A table `with_return` begins two matches at once, with exchanged seats; each names the other as its
`other_half`.
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
    Column("offer", String(10)),
    Column("offered_to", Snowflake, info=PLAYER),
    Index(None, "player_id", "match_id"),
    Index(
        "ix_seat_offer",
        "offer",
        "match_id",
        sqlite_where=text(ON_OFFER),
        postgresql_where=text(ON_OFFER),
    ),
    Index(
        "ix_seat_offered_to",
        "offered_to",
        sqlite_where=text(NAMED),
        postgresql_where=text(NAMED),
    ),
    *rules_of("seat"),
    sqlite_with_rowid=False,
)
"""A chair that is taken, or kept for an `invited` player who has not `joined` yet. Once a match has
begun, nobody is `invited` any more.

`clock` is the time that it had after its last turn, in milliseconds. Only the match's `due_at` says
how much of it the seat to move has used since. `offer` says who else may take over the seat:
"anyone", or the player "named" by `offered_to`; without an id that is a former player.
"""

former_holder = Table(
    "former_holder",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("until", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", Snowflake, info=PLAYER),
    Index(None, "player_id"),
    *rules_of("former_holder"),
    sqlite_with_rowid=False,
)
"""Who had a seat of a match until entry `until` of its log, when somebody else took it over.
Without an id it is a former player.
"""

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
"""A turn that was begun but not entered; void as soon as its `base` is no longer that of the match.
"""

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
    Column("line_sent", Boolean, nullable=False, server_default=false()),
    Index(None, "due_at"),
    Index(None, "match_id"),
    *rules_of("notice"),
    sqlite_with_rowid=False,
)
"""The outbox: one row for each message to be sent, removed once it has been sent.

It reports the entries of `batch`, which left the match at `base`, to one `seat` or (if empty) to
everybody. From `due_at` on any process may take it, and postpones `due_at` while sending. `lead` is
how many seconds before the end of a player's time a reminder is due. One with `since` also reports
what came before its batch, from that entry on: a board, or a message about dropped turns. Of a
board whose `line_sent` is true, everybody has had the line, but the message in which it is kept up
to date is behind.
"""

analysis = Table(
    "analysis",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("data", JSON, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    sqlite_with_rowid=False,
)
"""What a search has found of the positions of a match that is over; each match is analysed once."""
