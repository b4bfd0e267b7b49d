"""Conditional turns: two more kinds of entries in the logs of matches"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

OLD_KINDS = (
    "kind IN ('open', 'join', 'leave', 'shrink', 'start', 'close', "
    "'decline', 'expire', 'place', 'turn', 'prepared', 'pass', 'prepare', "
    "'clear', 'dropped', 'withdraw', 'replace', 'agreement', 'offer', "
    "'agree', 'refuse', 'request', 'grant', 'deny', 'takeback', 'adjourn', "
    "'resume', 'abort', 'end', 'forget')"
)
KINDS = OLD_KINDS.replace("'prepared',", "'prepared', 'met',").replace(
    "'dropped',", "'dropped', 'condition',"
)
EARLIER = {"met": "turn", "condition": "place"}
"""What replays the same in the earlier version: a turn that its player has played, and an entry
from which nothing follows."""


def upgrade() -> None:
    _set_kinds(OLD_KINDS, KINDS)


def downgrade() -> None:
    entry = sa.table("entry", sa.column("kind"), sa.column("text"))
    for kind, earlier in EARLIER.items():
        op.get_bind().execute(sa.update(entry).where(entry.c.kind == kind).values(kind=earlier))
    _set_kinds(KINDS, OLD_KINDS)


def _set_kinds(old: str, new: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        _rewrite("entry", f"CHECK ({old})", f"CHECK ({new})")
    else:
        op.drop_constraint(op.f("ck_entry_kind"), "entry", type_="check")
        op.create_check_constraint(op.f("ck_entry_kind"), "entry", new)


def _rewrite(table: str, old: str, new: str) -> None:
    """Makes a table anew in SQLite, with `new` words in its definition for `old` ones, and copies
    its rows. References to it stay, while foreign keys are switched off.
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
