"""Wishes: what people would like to play, with whom, and what is sought for them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)

STATUSES = "status IN ('asking', 'open', 'paused', 'matched', 'expired', 'declined', 'withdrawn')"


def upgrade() -> None:
    _make_wishes()
    op.create_table(
        "wish_member",
        _of_wish("wish_member"),
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.Column("hours", sa.String(24)),
        sa.Column("told", sa.String(10)),
        sa.PrimaryKeyConstraint("wish_id", "player_id", name=op.f("pk_wish_member")),
        sa.CheckConstraint("place BETWEEN 1 AND 4", name=op.f("ck_wish_member_place")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_wish_member_player_id"), "wish_member", ["player_id"])
    op.create_table(
        "sought",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        _of_wish("sought"),
        sa.PrimaryKeyConstraint("game", "seats", "guild", "wish_id", name=op.f("pk_sought")),
        sa.CheckConstraint("seats BETWEEN 2 AND 4", name=op.f("ck_sought_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_sought_wish_id"), "sought", ["wish_id"])


def downgrade() -> None:
    op.drop_table("sought")
    op.drop_table("wish_member")
    op.drop_table("wish")


def _make_wishes() -> None:
    op.create_table(
        "wish",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("terms", sa.JSON, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger),
        sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.Column("next_at", TIME),
        sa.Column("tell_at", TIME),
        sa.Column(
            "match_id",
            NUMBER,
            sa.ForeignKey("match.id", name=op.f("fk_wish_match_id_match"), ondelete="CASCADE"),
        ),
        sa.Column("interaction", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wish")),
        sa.CheckConstraint(STATUSES, name=op.f("ck_wish_status")),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_wish_seq")),
        sa.CheckConstraint(
            "(next_at IS NOT NULL) = (status = 'open')", name=op.f("ck_wish_next_at")
        ),
        sa.CheckConstraint(
            "(match_id IS NOT NULL) = (status = 'matched')", name=op.f("ck_wish_match")
        ),
        sa.CheckConstraint("(guild IS NULL) = (channel IS NULL)", name=op.f("ck_wish_place")),
    )
    for column in ("expires_at", "next_at", "tell_at"):
        op.create_index(op.f(f"ix_wish_{column}"), "wish", [column])
    known = sa.text("interaction IS NOT NULL")
    op.create_index(
        "uq_wish_interaction",
        "wish",
        ["interaction"],
        unique=True,
        sqlite_where=known,
        postgresql_where=known,
    )


def _of_wish(table: str) -> sa.Column[int]:
    return sa.Column(
        "wish_id",
        NUMBER,
        sa.ForeignKey("wish.id", name=op.f(f"fk_{table}_wish_id_wish"), ondelete="CASCADE"),
        nullable=False,
    )
