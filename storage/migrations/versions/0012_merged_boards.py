"""A board can cover earlier boards that could not be sent; tables have notices, too"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("notice", sa.Column("since", sa.Integer))


def downgrade() -> None:
    notice = sa.table("notice", sa.column("kind"))
    op.get_bind().execute(sa.delete(notice).where(notice.c.kind == "table"))
    op.drop_column("notice", "since")
