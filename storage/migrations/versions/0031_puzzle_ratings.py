"""Ratings of puzzles, and what each try has won or lost"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("puzzle_try", sa.Column("gain", sa.Double))
    op.add_column("puzzle_try", sa.Column("again", sa.DateTime(timezone=True)))
    op.create_table(
        "puzzle_rating",
        sa.Column("puzzle", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("shift", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_rating")),
        sa.CheckConstraint("tries > 0", name=op.f("ck_puzzle_rating_counts")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_rating_game"), "puzzle_rating", ["game"])


def downgrade() -> None:
    op.drop_table("puzzle_rating")
    op.drop_column("puzzle_try", "again")
    op.drop_column("puzzle_try", "gain")
