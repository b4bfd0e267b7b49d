"""The last message with a match's board is known, so that it loses its buttons to the next one"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("last_board", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("match", "last_board")
