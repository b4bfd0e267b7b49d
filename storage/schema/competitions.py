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
"""One competition: where it is held, by whom, of which game, by teams of how many. `settings` is
the text of its log's first entry, `seq` counts the log.

Sign-up is over at `starts_at`, or when it is full if there is no such time. `ends_at` is its hard
end, `unfinished` what becomes of games that go on then. Rounds last `each_round` hours, and the
present one is over at `round_ends_at`; without that, when its last game is. Both ends are in uptime
(see `storage.downtime`). People of other guilds may sign up if it is held for those `anywhere`, and
whoever does needs the `role`, a rating from `lowest` to `highest` and a `reliability` in percent,
if there are such. It is held again every week or month if it `repeats`, every month on the `day` on
which it was held first; then `previous` is the one before. All rounds are played `together`, or one
after the other. It may be a `division` of a `season` of a `league`. If more than `section_size`
have signed up it is divided: then it is cancelled, and each `section` of the `whole` is another
competition. In a cup of `servers` everybody plays for that from which they have signed up. So many
games have `stalled` and wait for the director; `forgotten` counts how often words of people have
been deleted from the log, `handed_over` how often somebody else has come to direct it. From
`next_at` on any process may see to what is due, and puts that off while it does so. Entries behind
`told` have still to be announced, which any process may do from `tell_at` on. The message in which
people sign up is the `poster`.
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
"""Who an entrant is: one player, or the partners of a team in order; and who it was, from entry
`since` of the log until just before entry `until`. Nobody takes part twice. Partners take part once
they have `agreed`. Whoever has `withdrawn` after the start plays no more and is still that entrant.
In a cup of servers the `guild` is that from which they have signed up, and for which they play.
Without a `player_id` it is a former player, whose data was deleted."""

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
the director nor whoever was blocked: it is in no log, and in a copy of somebody's data only as far
as that comes of their own blocks."""

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
"""The match in which a game of a competition is played. It is written with the match, so that no
game is opened twice."""

match_taken_back = Table(
    "match_taken_back",
    metadata,
    Column("match_id", ForeignKey("match.id"), primary_key=True),
    Column("competition_id", ForeignKey("competition.id", ondelete="CASCADE"), nullable=False),
    Index(None, "competition_id"),
    sqlite_with_rowid=False,
)
"""A match of a pairing that was taken back: it is to be stopped."""

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
"""The table of a large competition as it stood after entry `seq` of the log, with so many lines;
whether some of them have as many points as others (`level`), and whether tie-breaks are `decisive`
for any of those.
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
"""Its lines, the best in `place` 1; those who share a `rank` have places of their own all the same.
`points` are an exact fraction, and `tie_breaks` those that the line names. All of it follows from
the log. Who changes how tables are made empties these two with a migration.
"""
