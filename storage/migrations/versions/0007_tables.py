"""Tables with seats kept for invited players and others open to all

Until now a table was for invited players only, as long as one of them had not accepted.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

CHALLENGED = """
UPDATE seat SET invited = true
WHERE match_id IN (SELECT match_id FROM seat WHERE NOT joined)
  AND player_id <> (SELECT host FROM match WHERE match.id = seat.match_id)
"""


def upgrade() -> None:
    op.add_column(
        "seat", sa.Column("invited", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.execute(CHALLENGED)


def downgrade() -> None:
    op.drop_column("seat", "invited")
