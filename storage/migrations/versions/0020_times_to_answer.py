"""Until when challenges are to be answered; how often somebody else has come to direct something"""

from __future__ import annotations

import re
from datetime import timedelta

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
DIRECTED = ("competition", "ladder", "league")

OLD_KINDS = (
    "kind IN ('board', 'table', 'turn', 'reminder', 'claim', 'dropped', "
    "'vacation', 'return', 'stays', 'downtime', 'offer', 'refuse', 'robot', 'seat')"
)
KINDS = f"{OLD_KINDS[:-1]}, 'leaver')"

USUAL = 3
"""Days for an answer, where the settings don't say."""


def upgrade() -> None:
    for table in DIRECTED:
        op.add_column(
            table, sa.Column("handed_over", sa.Integer, nullable=False, server_default="0")
        )
    op.add_column("ladder_challenge", sa.Column("until", TIME))
    op.create_index(op.f("ix_ladder_challenge_until"), "ladder_challenge", ["until"])
    _set_times()
    _set_kinds(OLD_KINDS, KINDS)


def downgrade() -> None:
    notice = sa.table("notice", sa.column("kind"))
    op.get_bind().execute(sa.delete(notice).where(notice.c.kind == "leaver"))
    _set_kinds(KINDS, OLD_KINDS)
    op.drop_index(op.f("ix_ladder_challenge_until"), "ladder_challenge")
    op.drop_column("ladder_challenge", "until")
    for table in reversed(DIRECTED):
        op.drop_column(table, "handed_over")


def _set_times() -> None:
    """Challenges that run keep the times that were announced; from now on downtime moves them."""
    connection, challenge = op.get_bind(), _challenge()
    ladder = sa.table("ladder", sa.column("id"), sa.column("settings"))
    entry = sa.table(
        "ladder_entry", sa.column("ladder_id"), sa.column("seq"), sa.column("at", TIME)
    )
    made = sa.and_(entry.c.ladder_id == challenge.c.ladder_id, entry.c.seq == challenge.c.seq)
    running = sa.and_(challenge.c.ended.is_(None), challenge.c.match_id.is_(None))
    query = (
        sa.select(challenge.c.ladder_id, challenge.c.number, entry.c.at, ladder.c.settings)
        .join_from(challenge, ladder, ladder.c.id == challenge.c.ladder_id)
        .join(entry, made)
        .where(running)
    )
    standstill = sa.table("standstill", sa.column("at", TIME), sa.column("total"))
    latest = connection.execute(sa.select(standstill).order_by(standstill.c.at.desc())).first()
    for row in connection.execute(query).all():
        chosen = re.search(r"\banswer=(\d+)", row.settings)
        until = row.at + timedelta(days=int(chosen[1]) if chosen else USUAL)
        if latest is not None:  # As `storage.downtime` stores ends.
            moment = timedelta(microseconds=1)
            until = max(until - latest.total * moment, latest.at + moment)
        here = sa.and_(challenge.c.ladder_id == row.ladder_id, challenge.c.number == row.number)
        connection.execute(sa.update(challenge).where(here).values(until=until))


def _challenge() -> sa.TableClause:
    names = ("ladder_id", "number", "seq", "ended", "match_id")
    return sa.table("ladder_challenge", *map(sa.column, names), sa.column("until", TIME))


# What SQLite can't change in a table


def _set_kinds(old: str, new: str) -> None:
    """Makes SQLite's table anew, with other words in its definition, and copies its rows."""
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        op.drop_constraint(op.f("ck_notice_kind"), "notice", type_="check")
        op.create_check_constraint(op.f("ck_notice_kind"), "notice", new)
        return
    words = "SELECT type, sql FROM sqlite_master WHERE tbl_name = 'notice' AND sql IS NOT NULL"
    found = connection.exec_driver_sql(words).all()
    (made,) = (sql for kind, sql in found if kind == "table")
    assert made.count(f"CHECK ({old})") == 1, made
    columns = made.replace(old, new).partition("(")[2]
    connection.exec_driver_sql(f"CREATE TABLE new_notice ({columns}")
    connection.exec_driver_sql("INSERT INTO new_notice SELECT * FROM notice")
    connection.exec_driver_sql("DROP TABLE notice")
    connection.exec_driver_sql("ALTER TABLE new_notice RENAME TO notice")
    for kind, sql in found:
        if kind == "index":
            connection.exec_driver_sql(sql)
