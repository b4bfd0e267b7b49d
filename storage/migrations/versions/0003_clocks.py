"""Clocks, vacations, and when a process was last alive"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Time = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("match", sa.Column("clock", sa.String(40)))
    op.add_column("match", sa.Column("at_end", sa.String(10)))
    op.add_column("match", sa.Column("leased_until", Time))
    op.drop_index("ix_match_due_at", "match")
    op.create_index("ix_match_at_end_due_at", "match", ["at_end", "due_at"])
    op.add_column("seat", sa.Column("clock", sa.BigInteger))
    op.create_table(
        "vacation",
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("starts_at", Time, nullable=False),
        sa.Column("ends_at", Time, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "starts_at", name="pk_vacation"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heartbeat",
        sa.Column("process", sa.String(100), nullable=False),
        sa.Column("at", Time, nullable=False),
        sa.PrimaryKeyConstraint("process", name="pk_heartbeat"),
    )


def downgrade() -> None:
    op.drop_table("heartbeat")
    op.drop_table("vacation")
    op.drop_column("seat", "clock")
    op.drop_index("ix_match_at_end_due_at", "match")
    op.create_index("ix_match_due_at", "match", ["due_at"])
    for column in ("leased_until", "at_end", "clock"):
        op.drop_column("match", column)
