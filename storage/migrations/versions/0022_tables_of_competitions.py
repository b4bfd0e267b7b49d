"""The tables of large competitions are stored, so that a page of one is read by an index"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "competition_table",
        _competition("competition_table"),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("entrants", sa.Integer, nullable=False),
        sa.Column("level", sa.Boolean, nullable=False),
        sa.Column("decisive", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("competition_id", name=op.f("pk_competition_table")),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_competition_table_log")),
        sa.CheckConstraint("entrants >= 1", name=op.f("ck_competition_table_entrants")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "competition_place",
        _competition("competition_place"),
        sa.Column("place", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("entrant", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("points", sa.String(20), nullable=False),
        sa.Column("tie_breaks", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("competition_id", "place", name=op.f("pk_competition_place")),
        sa.CheckConstraint("place >= 1", name=op.f("ck_competition_place_place")),
        sa.CheckConstraint("entrant >= 1", name=op.f("ck_competition_place_entrant")),
        sa.CheckConstraint("rank BETWEEN 1 AND place", name=op.f("ck_competition_place_rank")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_competition_place_entrant",
        "competition_place",
        ["competition_id", "entrant"],
        unique=True,
    )


def downgrade() -> None:
    """Nothing is lost: these follow from the logs."""
    op.drop_table("competition_place")
    op.drop_table("competition_table")


def _competition(table: str) -> sa.Column[int]:
    name = op.f(f"fk_{table}_competition_id_competition")
    key = sa.ForeignKey("competition.id", name=name, ondelete="CASCADE")
    return sa.Column("competition_id", NUMBER, key, autoincrement=False, nullable=False)
