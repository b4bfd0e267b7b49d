"""Return matches: two matches at once, with exchanged seats; what seats are worth in ratings"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column(
        "match", sa.Column("with_return", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("match", sa.Column("other_half", NUMBER))
    op.add_column(
        "rating_change", sa.Column("advantage", sa.Double, nullable=False, server_default="0")
    )
    op.create_table(
        "seat_advantage",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_seat_advantage")),
        sa.CheckConstraint("value BETWEEN -6 AND 6", name=op.f("ck_seat_advantage_value")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("seat_advantage")
    op.drop_column("rating_change", "advantage")
    for column in ("other_half", "with_return"):
        op.drop_column("match", column)
