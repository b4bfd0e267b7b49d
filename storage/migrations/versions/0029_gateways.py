"""Processes that share the bot's shards"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "gateway",
        sa.Column("process", sa.String(100), nullable=False),
        sa.Column("until", TIME, nullable=False),
        sa.Column("leaving", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_gateway")),
    )
    op.create_table(
        "shard",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("process", sa.String(100)),
        sa.Column("heir", sa.String(100)),
        sa.Column("identified_at", TIME),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shard")),
    )


def downgrade() -> None:
    op.drop_table("shard")
    op.drop_table("gateway")
