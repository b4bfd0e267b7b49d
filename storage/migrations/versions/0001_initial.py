"""Matches, seats, the log, drafts, players"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
Time = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", Number, autoincrement=True, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seating", sa.String(10), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("ending", sa.JSON),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("thread", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("turn_count", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer),
        sa.Column("due_at", Time),
        sa.Column("created_at", Time, nullable=False),
        sa.Column("started_at", Time),
        sa.Column("moved_at", Time, nullable=False),
        sa.Column("finished_at", Time),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
    )
    op.create_index("ix_match_channel_status", "match", ["channel", "status"])
    op.create_index("ix_match_thread", "match", ["thread"])
    op.create_index("ix_match_guild_status", "match", ["guild", "status"])
    op.create_index("ix_match_due_at", "match", ["due_at"])
    op.create_table(
        "seat",
        sa.Column("match_id", Number, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.Column("joined", sa.Boolean, nullable=False),
        sa.Column("rank", sa.Integer),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seat"),
        _of_match("seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seat_player_id_match_id", "seat", ["player_id", "match_id"])
    op.create_table(
        "entry",
        sa.Column("match_id", Number, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("batch", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", Time, nullable=False),
        sa.Column("interaction", sa.BigInteger),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_entry"),
        _of_match("entry"),
        sqlite_with_rowid=False,
    )
    given = sa.text("interaction IS NOT NULL")
    op.create_index(
        "uq_entry_interaction",
        "entry",
        ["interaction"],
        unique=True,
        sqlite_where=given,
        postgresql_where=given,
    )
    op.create_table(
        "draft",
        sa.Column("match_id", Number, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("interaction", sa.BigInteger),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_draft"),
        _of_match("draft"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "player",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("preferences", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
    )


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_match_id_match"
    return sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    for table in ("player", "draft", "entry", "seat", "match"):
        op.drop_table(table)
