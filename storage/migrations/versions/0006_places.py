"""Settings of servers, and the place of a match's board

Until now a match opened inside a thread had that thread in `thread`. From now on that is its
`channel`, and `thread` is only a thread made for the match.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guild",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guild"),
    )
    op.add_column("match", sa.Column("board", sa.BigInteger))
    op.execute("UPDATE match SET channel = thread, thread = NULL WHERE thread IS NOT NULL")


def downgrade() -> None:
    op.drop_column("match", "board")
    op.drop_table("guild")
