"""Due times are stored on a clock that stands still during downtime"""

from __future__ import annotations

from bisect import bisect_left
from datetime import timedelta

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

Time = sa.DateTime(timezone=True)


def upgrade() -> None:
    # There has been no downtime yet: all times stay unchanged.
    op.create_table(
        "standstill",
        sa.Column("at", Time, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("at", name="pk_standstill"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_vacation_ends_at", "vacation", ["ends_at"])


def downgrade() -> None:
    _to_times_of_day(op.get_bind())
    op.drop_index("ix_vacation_ends_at", "vacation")
    op.drop_table("standstill")


def _to_times_of_day(connection: sa.Connection) -> None:
    """Adds the earlier downtimes to each end of time."""
    match = sa.table("match", sa.column("id"), sa.column("due_at", Time))
    standstill = sa.table("standstill", sa.column("at", Time), sa.column("total", sa.BigInteger))
    rows = connection.execute(sa.select(standstill).order_by(standstill.c.at)).all()
    begun = [row.at for row in rows]
    totals = [timedelta(), *(timedelta(microseconds=row.total) for row in rows)]
    ends = connection.execute(sa.select(match).where(match.c.due_at.is_not(None))).all()
    moved = [
        {"number": number, "end": due_at + totals[bisect_left(begun, due_at)]}
        for number, due_at in ends
    ]
    if rows and moved:
        move = sa.update(match).where(match.c.id == sa.bindparam("number"))
        connection.execute(move.values(due_at=sa.bindparam("end")), moved)
