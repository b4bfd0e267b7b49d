"""Ratings, their ledger, leaderboards; matches may be unrated"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
Time = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("match", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "rating",
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("pool", sa.String(60), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "pool", name="pk_rating"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_change",
        sa.Column("id", Number, autoincrement=True, nullable=False),
        sa.Column("match_id", Number, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.Column("pool", sa.String(60), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("before_mu", sa.Double, nullable=False),
        sa.Column("before_sigma", sa.Double, nullable=False),
        sa.Column("before_points", sa.Integer, nullable=False),
        sa.Column("after_mu", sa.Double, nullable=False),
        sa.Column("after_sigma", sa.Double, nullable=False),
        sa.Column("after_points", sa.Integer, nullable=False),
        sa.Column("model", sa.String(40), nullable=False),
        sa.Column("at", Time, nullable=False),
        sa.Column("period", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_change"),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name="fk_rating_change_match_id_match",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("match_id", "seat", name="uq_rating_change_match_id_seat"),
    )
    op.create_index(
        "ix_rating_change_player_id_pool_id", "rating_change", ["player_id", "pool", "id"]
    )
    op.create_index("ix_rating_change_period_at", "rating_change", ["period", "at"])
    op.create_table(
        "standing",
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("pool", sa.String(60), nullable=False),
        sa.Column("scope", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("period", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "pool", "scope", "period", name="pk_standing"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_standing_scope_pool_period_points_player_id",
        "standing",
        ["scope", "pool", "period", "points", "player_id"],
    )
    op.create_table(
        "tally",
        sa.Column("scope", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("pool", sa.String(60), nullable=False),
        sa.Column("period", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("width", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("bucket", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("scope", "pool", "period", "width", "bucket", name="pk_tally"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for table in ("tally", "standing", "rating_change", "rating"):
        op.drop_table(table)
    op.drop_column("match", "rated")
