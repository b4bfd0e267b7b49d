"""Tables of wishes: what people would like to play, with whom, and what is sought for them."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, String, Table, false, text

from storage.checks import rules_of
from storage.schema.columns import PLAYER, Number, Snowflake, UTCDateTime, metadata

wish = Table(
    "wish",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("terms", JSON, nullable=False),
    Column("guild", Snowflake),
    Column("channel", Snowflake),
    Column("shared", Boolean, nullable=False, server_default=false()),
    Column("status", String(10), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("since", UTCDateTime, nullable=False),
    Column("changed_at", UTCDateTime, nullable=False),
    Column("expires_at", UTCDateTime, nullable=False),
    Column("next_at", UTCDateTime),
    Column("tell_at", UTCDateTime),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE")),
    Column("interaction", Snowflake),
    Index(None, "expires_at"),
    Index(None, "next_at"),
    Index(None, "tell_at"),
    Index(
        "uq_wish_interaction",
        "interaction",
        unique=True,
        sqlite_where=text("interaction IS NOT NULL"),
        postgresql_where=text("interaction IS NOT NULL"),
    ),
    *rules_of("wish"),
)
"""What a party would like to play, by its `terms`. It may be played in the `channel` of the `guild`
in which it was made, if there is one; everybody on the server sees that channel if it is `shared`.

`seq` counts its changes, the last of which was at `changed_at`. It has waited since `since`, and
what happens at `expires_at` depends on its status. While it is open, any process may look for a
table from `next_at` on, and postpones `next_at` meanwhile. From `tell_at` on any process may tell
its members how it ended. `match_id` is the resulting match, `interaction` the one that made the
wish.
"""

wish_member = Table(
    "wish_member",
    metadata,
    Column("wish_id", ForeignKey("wish.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Snowflake, primary_key=True, autoincrement=False, info=PLAYER),
    Column("place", Integer, nullable=False),
    Column("agreed", Boolean, nullable=False),
    Column("hours", String(24)),
    Column("told", String(10)),
    Index(None, "player_id"),
    *rules_of("wish_member"),
    sqlite_with_rowid=False,
)
"""The party of a wish: its leader at the first `place`, then the friends, who take part once they
have `agreed`. `hours` is when they usually move, as it was when they agreed; `told` is the last
status of the wish that they have heard of.
"""

sought = Table(
    "sought",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("wish_id", ForeignKey("wish.id", ondelete="CASCADE"), primary_key=True),
    Index(None, "wish_id"),
    *rules_of("sought"),
    sqlite_with_rowid=False,
)
"""The kinds of tables that open wishes seek, and no others, so that few rows are read. Wishes
restricted to the people of a `guild` are separate from the others, which have 0 there, so that
other searches needn't read them.
"""
