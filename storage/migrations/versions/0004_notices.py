"""The outbox of notices"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notice",
        sa.Column("key", sa.String(25), nullable=False),
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("batch", sa.Integer, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("lead", sa.Integer),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_notice"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name="fk_notice_match_id_match", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notice_due_at", "notice", ["due_at"])
    op.create_index("ix_notice_match_id", "notice", ["match_id"])


def downgrade() -> None:
    op.drop_table("notice")
