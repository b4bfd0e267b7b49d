"""Interactions that a process has taken, and kept boards whose line everybody has had"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "taken_interaction",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_taken_interaction")),
    )
    op.create_index(op.f("ix_taken_interaction_at"), "taken_interaction", ["at"])
    takes = sa.Column("takes", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("gateway", takes)
    line_sent = sa.Column("line_sent", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("notice", line_sent)


def downgrade() -> None:
    op.drop_column("notice", "line_sent")
    op.drop_column("gateway", "takes")
    op.drop_table("taken_interaction")
