"""Tables at which seats are kept for those whom the host invites, and others are open to all

Until now a table at which somebody had not accepted yet was for the invited alone.
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
