"""Tables of competitions: their rows, logs, members, and which match is which game."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
    text,
)

from storage.checks import rules_of
from storage.schema.columns import PLAYER, Number, Snowflake, UTCDateTime, metadata
from storage.schema.logs import entries_of, few_anywhere, owner

competition = Table(
    "competition",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("name", String(100), nullable=False),
    Column("guild", Snowflake, nullable=False),
    Column("channel", Snowflake, nullable=False),
    Column("host", Snowflake, nullable=False, info=PLAYER),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", String(40), nullable=False),
    Column("at_end", String(10), nullable=False),
    Column("unfinished", String(10), nullable=False),
    Column("team", Integer, nullable=False),
    # A summary of the log, kept in the transaction that lengthens it.
    Column("settings", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("created_at", UTCDateTime, nullable=False),
    Column("starts_at", UTCDateTime),
    Column("ends_at", UTCDateTime),
    Column("next_at", UTCDateTime),
    Column("told", Integer, nullable=False),
    Column("tell_at", UTCDateTime),
    Column("round_ends_at", UTCDateTime),
    Column("each_round", Integer),
    Column("anywhere", Boolean, nullable=False, server_default=false()),
    Column("role", Snowflake),
    Column("lowest", Float),
    Column("highest", Float),
    Column("repeats", String(10)),
    Column("day", Integer),
    Column("previous", Number),
    Column("together", Boolean, nullable=False, server_default=false()),
    Column("league", Number),
    Column("season", Integer),
    Column("division", Integer),
    Column("stalled", Integer, nullable=False, server_default="0"),
    Column("forgotten", Integer, nullable=False, server_default="0"),
    Column("handed_over", Integer, nullable=False, server_default="0"),
    Column("reliability", Integer),
    Column("poster", Snowflake),
    Column("section_size", Integer),
    Column("whole", Number),
    Column("section", Integer),
    Column("servers", Boolean, nullable=False, server_default=false()),
    Index(None, "guild", "status"),
    few_anywhere("competition"),
    Index(None, "ends_at"),
    Index(None, "round_ends_at"),
    Index("uq_competition_previous", "previous", unique=True),
    Index("uq_competition_division", "league", "season", "division", unique=True),
    Index(
        "uq_competition_section",
        "whole",
        "section",
        unique=True,
        sqlite_where=text("whole IS NOT NULL"),
        postgresql_where=text("whole IS NOT NULL"),
    ),
    Index(None, "host"),
    Index(None, "next_at"),
    Index(None, "tell_at"),
    *rules_of("competition"),
)
"""One competition: where it is held, by whom, its game, and the size of its teams. `settings` is
the text of its log's first entry, `seq` the number of its last one.

Sign-up ends at `starts_at` or, if there is no such time, once the competition is full. `ends_at` is
its hard end, `unfinished` says what happens to games that are still running then. Rounds last
`each_round` hours, and the present one is over at `round_ends_at`; without that, when its last game
is. Both ends are in uptime (see `storage.downtime`). People from other guilds may sign up if it is
open to people `anywhere`. The `role`, a rating from `lowest` to `highest`, and a `reliability` in
percent are required, if they are set. It is held again every week or month if it `repeats`, every
month on the `day` on which it was held first; then `previous` is the one before. All rounds are
played `together`, or one after the other. It may be a `division` of a `season` of a `league`. If
more than `section_size` have signed up it is divided: then it is cancelled, and each `section` of
the `whole` is another competition. In a cup of `servers` everybody plays for the server from which
they have signed up. `stalled` counts the games that wait for the director; `forgotten` counts how
often people's words have been deleted from the log, `handed_over` how often the director has
changed. From `next_at` on any process may carry out what is due, and postpones `next_at` meanwhile.
Entries after `told` have not been announced yet; any process may announce them from `tell_at` on.
The message in which people sign up is the `poster`.
"""

competition_entry = entries_of("competition")
"""The logs of competitions."""

entrant_member = Table(
    "entrant_member",
    metadata,
    owner("competition"),
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("since", Integer, primary_key=True, autoincrement=False),
    Column("until", Integer),
    Column("player_id", Snowflake, info=PLAYER),
    Column("agreed", Boolean, nullable=False),
    Column("withdrawn", Boolean, nullable=False, server_default=false()),
    Column("guild", Snowflake),
    Index(
        "uq_entrant_member_player_id",
        "player_id",
        "competition_id",
        unique=True,
        sqlite_where=text("until IS NULL"),
        postgresql_where=text("until IS NULL"),
    ),
    Index(None, "player_id"),
    *rules_of("entrant_member"),
    sqlite_with_rowid=False,
)
"""Who an entrant is or was: one player, or the partners of a team in order, each from entry `since`
of the log until just before entry `until`. Nobody takes part twice. Partners take part once they
have `agreed`. Players who have `withdrawn` after the start play no more, but remain that entrant.
In a cup of servers, `guild` is the one from which they have signed up, and for which they play.
Without a `player_id` it is a former player, whose data was deleted.
"""

entrants_apart = Table(
    "entrants_apart",
    metadata,
    owner("competition"),
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("other", Integer, primary_key=True, autoincrement=False),
    *rules_of("entrants_apart"),
    sqlite_with_rowid=False,
)
"""Entrants of whom one had blocked the other when the competition began. Nobody is told, neither
the director nor the blocked player: it is in no log, and an export of a player's data has it only
if it results from their own blocks.
"""

competition_game = Table(
    "competition_game",
    metadata,
    owner("competition"),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("pairing", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("match_id", ForeignKey("match.id"), nullable=False),
    Index("uq_competition_game_match_id", "match_id", unique=True),
    *rules_of("competition_game"),
    sqlite_with_rowid=False,
)
"""The match in which a game of a competition is played. It is written in the same transaction as
the match, so that no game is opened twice.
"""

match_taken_back = Table(
    "match_taken_back",
    metadata,
    Column("match_id", ForeignKey("match.id"), primary_key=True),
    Column("competition_id", ForeignKey("competition.id", ondelete="CASCADE"), nullable=False),
    Index(None, "competition_id"),
    sqlite_with_rowid=False,
)
"""A match of a pairing that was taken back: it has to be stopped."""

competition_table = Table(
    "competition_table",
    metadata,
    owner("competition"),
    Column("seq", Integer, nullable=False),
    Column("entrants", Integer, nullable=False),
    Column("level", Boolean, nullable=False),
    Column("decisive", Boolean, nullable=False),
    *rules_of("competition_table"),
    sqlite_with_rowid=False,
)
"""The table of a large competition after entry `seq` of the log: its number of lines, whether some
of them have equal points (`level`), and whether tie-breaks are `decisive` for any of those.
"""

competition_place = Table(
    "competition_place",
    metadata,
    owner("competition"),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("entrant", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("points", String(20), nullable=False),
    Column("tie_breaks", Text, nullable=False),
    Index("uq_competition_place_entrant", "competition_id", "entrant", unique=True),
    *rules_of("competition_place"),
    sqlite_with_rowid=False,
)
"""Its lines, the best in `place` 1; even those who share a `rank` have different places. `points`
are an exact fraction, and `tie_breaks` those that the line names. All of it follows from the log. A
change to how tables are made needs a migration that empties these two.
"""
