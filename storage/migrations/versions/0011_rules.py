"""Check constraints; matches are found by their host"""

from __future__ import annotations

from alembic import op
from sqlalchemy import Connection, text

from storage.errors import WrongSchema

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

RULES = {
    "match": {
        "status": (
            "status IN ('open', 'running', 'adjourned', 'finished', 'aborted', 'closed', 'frozen')"
        ),
        "seats": "seats BETWEEN 2 AND 4",
        "seating": "seating IN ('random', 'chosen', 'youngest')",
        "at_end": "at_end IN ('automatic', 'claim')",
        "clock": "(clock IS NULL) = (at_end IS NULL)",
        "log": "seq >= 1 AND base BETWEEN 0 AND seq AND turn_count BETWEEN 0 AND seq",
        "to_move": "to_move BETWEEN 1 AND seats",
        "rules_version": "rules_version >= 1",
        "ending": "ending IS NULL OR status IN ('finished', 'aborted', 'closed')",
        "finished": "status <> 'finished' OR (ending IS NOT NULL AND finished_at IS NOT NULL)",
    },
    "seat": {
        "seat": "seat BETWEEN 1 AND 4",
        "rank": "rank BETWEEN 1 AND 4",
        "clock": "clock >= 0",
    },
    "entry": {
        "kind": (
            "kind IN ('open', 'join', 'leave', 'shrink', 'start', 'close', "
            "'decline', 'expire', 'place', 'turn', 'prepared', 'pass', 'prepare', "
            "'clear', 'dropped', 'withdraw', 'replace', 'agreement', 'offer', "
            "'agree', 'refuse', 'request', 'grant', 'deny', 'takeback', 'adjourn', "
            "'resume', 'abort', 'end', 'forget')"
        ),
        "seat": "seat BETWEEN 1 AND 4",
        "batch": "batch BETWEEN 1 AND seq",
    },
    "draft": {
        "seat": "seat BETWEEN 1 AND 4",
        "base": "base >= 0",
    },
    "notice": {
        "kind": (
            "kind IN ('board', 'table', 'turn', 'reminder', 'claim', 'dropped', "
            "'vacation', 'return', 'stays', 'downtime', 'offer', 'refuse', 'robot')"
        ),
        "seat": "seat BETWEEN 1 AND 4",
        "counts": "attempts >= 0 AND lead >= 0",
    },
    "vacation": {
        "span": "starts_at < ends_at",
    },
    "rating": {
        "sigma": "sigma > 0",
        "counts": "wins >= 0 AND draws >= 0 AND best_streak >= 0 AND wins + draws <= games",
    },
    "rating_change": {
        "seat": "seat BETWEEN 1 AND 4",
        "sigma": "before_sigma > 0 AND after_sigma > 0",
        "counts": "games >= 0 AND period >= 0",
    },
    "standing": {
        "counts": "games >= 0 AND period >= 0",
    },
    "puzzle_try": {
        "state": "state IN ('open', 'solved', 'shown')",
    },
    "daily": {
        "hour": "hour BETWEEN 0 AND 23",
    },
}


def upgrade() -> None:
    connection = op.get_bind()
    # Earlier versions could have stored a missing ending as JSON null.
    op.execute("UPDATE match SET ending = NULL WHERE CAST(ending AS VARCHAR(10)) = 'null'")
    for table, rules in RULES.items():
        _require(connection, table, rules)
        if connection.dialect.name == "sqlite":
            _make_anew(connection, table, "", _constraints(table))
        else:
            for name, rule in rules.items():
                op.create_check_constraint(op.f(f"ck_{table}_{name}"), table, rule)
    op.create_index("ix_match_host", "match", ["host"])
    frozen = text("status = 'frozen'")
    op.create_index(
        "ix_match_frozen", "match", ["status"], sqlite_where=frozen, postgresql_where=frozen
    )


def downgrade() -> None:
    connection = op.get_bind()
    op.drop_index("ix_match_frozen", "match")
    op.drop_index("ix_match_host", "match")
    for table, rules in RULES.items():
        if connection.dialect.name == "sqlite":
            _make_anew(connection, table, _constraints(table), "")
        else:
            for name in rules:
                op.drop_constraint(op.f(f"ck_{table}_{name}"), table, type_="check")


def _require(connection: Connection, table: str, rules: dict[str, str]) -> None:
    """Raises WrongSchema if there are rows that no version has written."""
    for rule in rules.values():
        query = f"SELECT count(*) FROM {table} WHERE NOT ({rule})"  # noqa: S608
        if count := connection.exec_driver_sql(query).scalar_one():
            raise WrongSchema(
                f"the table {table} has rows ({count}) that are damaged: not {rule}. Nothing was "
                "changed; the version before this one goes on with them as they are"
            )


def _constraints(table: str) -> str:
    return "".join(
        f", \n\tCONSTRAINT ck_{table}_{name} CHECK ({rule})" for name, rule in RULES[table].items()
    )


def _make_anew(connection: Connection, table: str, old: str, new: str) -> None:
    """Rebuilds a table with other constraints, since SQLite cannot change them, and copies its
    rows.

    The table's own definition stays word for word. References to it also stay, while foreign keys
    are switched off.
    """
    words = "SELECT type, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL"
    found = connection.exec_driver_sql(words, (table,)).all()
    (made,) = (sql for kind, sql in found if kind == "table")
    head, end, tail = made.rpartition(")")
    columns = head.partition("(")[2].rstrip().removesuffix(old)
    connection.exec_driver_sql(f"CREATE TABLE new_{table} ({columns}{new}\n{end}{tail}")
    connection.exec_driver_sql(f"INSERT INTO new_{table} SELECT * FROM {table}")  # noqa: S608
    connection.exec_driver_sql(f"DROP TABLE {table}")
    connection.exec_driver_sql(f"ALTER TABLE new_{table} RENAME TO {table}")
    for kind, sql in found:
        if kind == "index":
            connection.exec_driver_sql(sql)
