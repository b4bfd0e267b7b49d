"""The announcements of leagues are known, so that they can be kept up to date"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("league", sa.Column("poster", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("league", "poster")
