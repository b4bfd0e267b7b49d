"""Studies: what people try out for themselves"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "study",
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column(
            "match_id",
            NUMBER,
            sa.ForeignKey("match.id", name=op.f("fk_study_match_id_match"), ondelete="CASCADE"),
        ),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("root", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("tree", sa.Text, nullable=False),
        sa.Column("here", sa.Integer, nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "number", name=op.f("pk_study")),
        sa.CheckConstraint("seats BETWEEN 2 AND 4", name=op.f("ck_study_seats")),
        sa.CheckConstraint(
            "number >= 1 AND root >= 0 AND here >= 0 AND seq >= 1", name=op.f("ck_study_counts")
        ),
    )
    op.create_index(op.f("ix_study_match_id"), "study", ["match_id"])


def downgrade() -> None:
    op.drop_table("study")
