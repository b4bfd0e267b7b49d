"""Return matches: two matches at once, with exchanged seats"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0026"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column(
        "match", sa.Column("with_return", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("match", sa.Column("other_half", NUMBER))


def downgrade() -> None:
    for column in ("other_half", "with_return"):
        op.drop_column("match", column)
