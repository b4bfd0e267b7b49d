"""Searches that processes hand over to others"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "search",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("question", sa.JSON, nullable=False),
        sa.Column("answer", sa.JSON),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_search")),
    )
    op.create_index(op.f("ix_search_until"), "search", ["until"])


def downgrade() -> None:
    op.drop_table("search")
