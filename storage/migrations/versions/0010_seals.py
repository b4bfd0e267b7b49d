"""Blocks outlast the deletion of the blocked player; recent approaches are counted"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "secret",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secret"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sealed_block",
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("seal", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "seal", name="pk_sealed_block"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "approach",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("whom", sa.String(32)),
        sa.Column("guild", sa.BigInteger),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_approach"),
    )
    op.create_index("ix_approach_who_at", "approach", ["who", "at"])
    op.create_index("ix_approach_whom", "approach", ["whom"])
    op.create_index("ix_approach_guild_at", "approach", ["guild", "at"])
    op.create_index("ix_approach_at", "approach", ["at"])
    _forget_places(op.get_bind())


def downgrade() -> None:
    for table in ("approach", "sealed_block", "secret"):
        op.drop_table(table)


def _forget_places(connection: sa.Connection) -> None:
    """Removes the direct-message channels of players who were forgotten earlier."""
    match = sa.table("match", sa.column("id"), sa.column("guild"), sa.column("channel"))
    entry = sa.table("entry", sa.column("match_id"), sa.column("kind"))
    told = sa.select(entry.c.match_id).where(entry.c.kind == "forget")
    here = sa.and_(match.c.guild.is_(None), match.c.id.in_(told))
    connection.execute(sa.update(match).where(here).values(channel=0))
