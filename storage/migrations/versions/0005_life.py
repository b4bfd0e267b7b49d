"""Private matches, expiring tables, rematches, take-backs, blocked players"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

STANDING = sa.text("rematch_of IS NOT NULL AND status NOT IN ('closed', 'aborted')")


def upgrade() -> None:
    for name in ("private", "taken_back"):
        op.add_column(
            "match", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        )
    op.add_column("match", sa.Column("expires_at", sa.DateTime(timezone=True)))
    op.add_column(
        "match", sa.Column("rematch_of", sa.BigInteger().with_variant(sa.Integer, "sqlite"))
    )
    op.create_index("ix_match_expires_at", "match", ["expires_at"])
    op.create_index(
        "uq_match_rematch_of",
        "match",
        ["rematch_of"],
        unique=True,
        sqlite_where=STANDING,
        postgresql_where=STANDING,
    )
    op.create_table(
        "block",
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("blocked_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "blocked_id", name="pk_block"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_block_blocked_id", "block", ["blocked_id"])


def downgrade() -> None:
    op.drop_table("block")
    op.drop_index("uq_match_rematch_of", "match")
    op.drop_index("ix_match_expires_at", "match")
    for name in ("rematch_of", "expires_at", "taken_back", "private"):
        op.drop_column("match", name)
