"""Variations: studies that were published with their matches"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "variation",
        sa.Column(
            "match_id",
            NUMBER,
            sa.ForeignKey("match.id", name=op.f("fk_variation_match_id_match"), ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("tree", sa.Text, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "player_id", name=op.f("pk_variation")),
        sa.CheckConstraint("after >= 0", name=op.f("ck_variation_after")),
    )
    op.create_index(op.f("ix_variation_player_id"), "variation", ["player_id"])


def downgrade() -> None:
    op.drop_table("variation")
