"""Links to boards that can be touched"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "touch_link",
        sa.Column(
            "match_id",
            NUMBER,
            sa.ForeignKey(
                "match.id", name=op.f("fk_touch_link_match_id_match"), ondelete="CASCADE"
            ),
            nullable=False,
        ),
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "player_id", name=op.f("pk_touch_link")),
    )
    op.create_index(op.f("ix_touch_link_player_id"), "touch_link", ["player_id"])
    op.create_index(op.f("ix_touch_link_digest"), "touch_link", ["digest"], unique=True)
    op.create_index(op.f("ix_touch_link_expires_at"), "touch_link", ["expires_at"])


def downgrade() -> None:
    op.drop_table("touch_link")
