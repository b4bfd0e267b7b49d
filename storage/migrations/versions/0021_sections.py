"""Tournaments are divided into sections; in cups of servers people play for one"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    for column in _columns():
        op.add_column("competition", column)
    divided = sa.text("whole IS NOT NULL")  # Few are: most rows need no entry.
    op.create_index(
        "uq_competition_section",
        "competition",
        ["whole", "section"],
        unique=True,
        sqlite_where=divided,
        postgresql_where=divided,
    )
    op.add_column("entrant_member", sa.Column("guild", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("entrant_member", "guild")
    op.drop_index("uq_competition_section", "competition")
    for column in _columns():
        op.drop_column("competition", column.name)


def _columns() -> list[sa.Column[object]]:
    return [
        sa.Column("section_size", sa.Integer),
        sa.Column("whole", NUMBER),
        sa.Column("section", sa.Integer),
        sa.Column("servers", sa.Boolean, nullable=False, server_default=sa.false()),
    ]
