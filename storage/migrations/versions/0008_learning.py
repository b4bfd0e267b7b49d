"""Analyses of matches, attempted puzzles, daily puzzles"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    time = sa.DateTime(timezone=True)
    op.create_table(
        "analysis",
        sa.Column("match_id", number, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("at", time, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_analysis"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name="fk_analysis_match_id_match", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_try",
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("clean", sa.Boolean, nullable=False),
        sa.Column("at", time, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "puzzle", name="pk_puzzle_try"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("due_at", time, nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", name="pk_daily"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_due_at", "daily", ["due_at"])


def downgrade() -> None:
    for table in ("daily", "puzzle_try", "analysis"):
        op.drop_table(table)
