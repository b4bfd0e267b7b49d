"""Puzzles from matches that were played here"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "puzzle_search",
        sa.Column("match_id", NUMBER, _match_of("puzzle_search"), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_puzzle_search")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_search_until"), "puzzle_search", ["until"])
    op.create_table(
        "match_puzzle",
        sa.Column("puzzle", sa.String(60), nullable=False),
        sa.Column("match_id", NUMBER, _match_of("match_puzzle"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_match_puzzle")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_match_puzzle_match_id"), "match_puzzle", ["match_id"])
    op.create_index(op.f("ix_match_puzzle_game_match_id"), "match_puzzle", ["game", "match_id"])


def _match_of(table: str) -> sa.ForeignKey:
    return sa.ForeignKey("match.id", name=op.f(f"fk_{table}_match_id_match"), ondelete="CASCADE")


def downgrade() -> None:
    op.drop_table("match_puzzle")
    op.drop_table("puzzle_search")
