"""Seats of running matches are offered and handed over; how reliably people play"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)

OLD_KINDS = (
    "kind IN ('board', 'table', 'turn', 'reminder', 'claim', 'dropped', "
    "'vacation', 'return', 'stays', 'downtime', 'offer', 'refuse', 'robot')"
)
KINDS = f"{OLD_KINDS[:-1]}, 'seat')"
CONDITIONED = ("match", "competition", "ladder", "league")
OLD_KEY, KEY = ["match_id", "seat"], ["match_id", "seat", "holder"]


def upgrade() -> None:
    for table in CONDITIONED:
        op.add_column(table, sa.Column("reliability", sa.Integer))
    op.add_column("seat", sa.Column("offer", sa.String(10)))
    op.add_column("seat", sa.Column("offered_to", sa.BigInteger))
    for columns, there in ((["offer", "match_id"], "offer"), (["offered_to"], "offered_to")):
        condition = sa.text(f"{there} IS NOT NULL")
        op.create_index(
            f"ix_seat_{there}",
            "seat",
            columns,
            sqlite_where=condition,
            postgresql_where=condition,
        )
    op.create_table(
        "former_holder",
        _of_match("former_holder"),
        sa.Column("until", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("match_id", "until", name=op.f("pk_former_holder")),
        sa.CheckConstraint("seat BETWEEN 1 AND 4", name=op.f("ck_former_holder_seat")),
        sa.CheckConstraint("until >= 1", name=op.f("ck_former_holder_until")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_former_holder_player_id"), "former_holder", ["player_id"])
    op.create_table(
        "conduct",
        sa.Column("player_id", sa.BigInteger, autoincrement=False, nullable=False),
        _of_match("conduct"),
        sa.Column("at", TIME, nullable=False),
        sa.Column("kept", sa.Boolean, nullable=False),
        sa.Column("pace", sa.Integer),
        sa.PrimaryKeyConstraint("player_id", "match_id", name=op.f("pk_conduct")),
        sa.CheckConstraint("pace >= 0", name=op.f("ck_conduct_pace")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_conduct_player_id_at"), "conduct", ["player_id", "at"])
    op.create_index(op.f("ix_conduct_match_id"), "conduct", ["match_id"])
    _set_kinds(OLD_KINDS, KINDS)
    op.add_column(
        "rating_change", sa.Column("holder", sa.Integer, nullable=False, server_default="0")
    )
    _set_key(OLD_KEY, KEY)


def downgrade() -> None:
    notice = sa.table("notice", sa.column("kind"))
    op.get_bind().execute(sa.delete(notice).where(notice.c.kind == "seat"))
    change = sa.table("rating_change", sa.column("holder"))
    op.get_bind().execute(sa.delete(change).where(change.c.holder > 0))
    _set_key(KEY, OLD_KEY)
    op.drop_column("rating_change", "holder")
    _set_kinds(KINDS, OLD_KINDS)
    op.drop_table("conduct")
    op.drop_table("former_holder")
    for column in ("offered_to", "offer"):
        op.drop_index(f"ix_seat_{column}", "seat")
        op.drop_column("seat", column)
    for table in reversed(CONDITIONED):
        op.drop_column(table, "reliability")


def _of_match(table: str) -> sa.Column[int]:
    return sa.Column(
        "match_id",
        NUMBER,
        sa.ForeignKey("match.id", name=op.f(f"fk_{table}_match_id_match"), ondelete="CASCADE"),
        nullable=False,
    )


# What SQLite can't change in a table


def _set_kinds(old: str, new: str) -> None:
    if _is_sqlite():
        _rewrite("notice", f"CHECK ({old})", f"CHECK ({new})")
    else:
        op.drop_constraint(op.f("ck_notice_kind"), "notice", type_="check")
        op.create_check_constraint(op.f("ck_notice_kind"), "notice", new)


def _set_key(old: list[str], new: list[str]) -> None:
    """Which entry of the ledger is about what there can be only once."""
    names = [f"uq_rating_change_{'_'.join(columns)}" for columns in (old, new)]
    if _is_sqlite():
        before, after = (
            f"CONSTRAINT {name} UNIQUE ({', '.join(columns)})"
            for name, columns in zip(names, (old, new), strict=True)
        )
        _rewrite("rating_change", before, after)
    else:
        op.drop_constraint(names[0], "rating_change", type_="unique")
        op.create_unique_constraint(names[1], "rating_change", new)


def _is_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


def _rewrite(table: str, old: str, new: str) -> None:
    """Makes a table anew, with `new` words in its definition for `old` ones, and copies its rows.

    References to it stay, while foreign keys are switched off.
    """
    connection = op.get_bind()
    words = "SELECT type, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL"
    found = connection.exec_driver_sql(words, (table,)).all()
    (made,) = (sql for kind, sql in found if kind == "table")
    assert made.count(old) == 1, made
    columns = made.replace(old, new).partition("(")[2]
    connection.exec_driver_sql(f"CREATE TABLE new_{table} ({columns}")
    connection.exec_driver_sql(f"INSERT INTO new_{table} SELECT * FROM {table}")  # noqa: S608
    connection.exec_driver_sql(f"DROP TABLE {table}")
    connection.exec_driver_sql(f"ALTER TABLE new_{table} RENAME TO {table}")
    for kind, sql in found:
        if kind == "index":
            connection.exec_driver_sql(sql)
