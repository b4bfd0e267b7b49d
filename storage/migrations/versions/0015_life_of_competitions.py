"""Competitions: reasons beside the log, former members, limits of sign-up, fixed and repeated times

Version 0014 was never released: hard ends that it has stored are taken as they are, as uptime.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)

OLD_KINDS = (
    "kind IN ('open', 'join', 'leave', 'start', 'excuse', 'pair', 'decide', 'correct', "
    "'withdraw', 'replace', 'end', 'cancel')"
)
KINDS = (
    "kind IN ('open', 'join', 'agree', 'leave', 'start', 'excuse', 'attend', 'pair', 'unpair', "
    "'stall', 'decide', 'correct', 'withdraw', 'reinstate', 'replace', 'end', 'cancel')"
)
ENTRY = ("competition_id", "seq", "kind", "text", "at", "player_id", "interaction")
MEMBER = ("competition_id", "entrant", "place", "player_id")


def upgrade() -> None:
    for column in _columns():
        op.add_column("competition", column)
    op.create_index("ix_competition_ends_at", "competition", ["ends_at"])
    op.create_index("ix_competition_round_ends_at", "competition", ["round_ends_at"])
    op.create_index("uq_competition_previous", "competition", ["previous"], unique=True)
    _set_aside("competition_entry")
    _make_entries(KINDS, sa.Column("reason", sa.Text))
    _bring_back("competition_entry", ENTRY, ENTRY)
    _split_reasons()
    _set_aside("entrant_member")
    _make_members(
        sa.Column("since", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False, server_default=sa.false()),
        span=True,
    )
    _bring_back("entrant_member", (*MEMBER, "since", "agreed"), (*MEMBER, "1", "true"))
    op.create_table(
        "entrants_apart",
        _of_competition("entrants_apart"),
        sa.Column("one", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("other", sa.Integer, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("competition_id", "one", "other", name=op.f("pk_entrants_apart")),
        sa.CheckConstraint("one < other", name=op.f("ck_entrants_apart_pair")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "match_taken_back",
        sa.Column(
            "match_id",
            NUMBER,
            sa.ForeignKey("match.id", name=op.f("fk_match_taken_back_match_id_match")),
            nullable=False,
        ),
        _of_competition("match_taken_back"),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_match_taken_back")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_match_taken_back_competition_id"), "match_taken_back", ["competition_id"]
    )


def downgrade() -> None:
    op.drop_table("match_taken_back")
    op.drop_table("entrants_apart")
    _join_reasons()
    _set_aside("competition_entry")
    _make_entries(OLD_KINDS)
    _bring_back("competition_entry", ENTRY, ENTRY, OLD_KINDS)
    _set_aside("entrant_member")
    _make_members()
    _bring_back("entrant_member", MEMBER, MEMBER, "until IS NULL")
    op.drop_index("uq_competition_previous", "competition")
    op.drop_index("ix_competition_round_ends_at", "competition")
    op.drop_index("ix_competition_ends_at", "competition")
    for column in _columns():
        op.drop_column("competition", column.name)


def _columns() -> list[sa.Column[object]]:
    return [
        sa.Column("round_ends_at", TIME),
        sa.Column("each_round", sa.Integer),
        sa.Column("anywhere", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("role", sa.BigInteger),
        sa.Column("lowest", sa.Float),
        sa.Column("highest", sa.Float),
        sa.Column("repeats", sa.String(10)),
        sa.Column("day", sa.Integer),
        sa.Column("previous", NUMBER),
        sa.Column("stalled", sa.Integer, nullable=False, server_default="0"),
        sa.Column("forgotten", sa.Integer, nullable=False, server_default="0"),
        sa.Column("poster", sa.BigInteger),
    ]


def _of_competition(table: str) -> sa.Column[int]:
    return sa.Column(
        "competition_id",
        NUMBER,
        sa.ForeignKey(
            "competition.id",
            name=op.f(f"fk_{table}_competition_id_competition"),
            ondelete="CASCADE",
        ),
        nullable=False,
    )


# Tables that are made anew, since SQLite can't change their keys and rules


def _set_aside(table: str) -> None:
    op.execute(f"CREATE TABLE old_{table} AS SELECT * FROM {table}")  # noqa: S608
    op.drop_table(table)


def _bring_back(
    table: str, into: Sequence[str], values: Sequence[str], where: str = "1 = 1"
) -> None:
    op.execute(
        f"INSERT INTO {table} ({', '.join(into)}) "  # noqa: S608
        f"SELECT {', '.join(values)} FROM old_{table} WHERE {where}"
    )
    op.drop_table(f"old_{table}")


def _make_entries(kinds: str, *more: sa.Column[str]) -> None:
    op.create_table(
        "competition_entry",
        _of_competition("competition_entry"),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        *more,
        sa.Column("at", TIME, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.Column("interaction", sa.BigInteger),
        sa.PrimaryKeyConstraint("competition_id", "seq", name=op.f("pk_competition_entry")),
        sa.CheckConstraint(kinds, name=op.f("ck_competition_entry_kind")),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_competition_entry_seq")),
        sqlite_with_rowid=False,
    )
    known = sa.text("interaction IS NOT NULL")
    op.create_index(
        "uq_competition_entry_interaction",
        "competition_entry",
        ["interaction"],
        unique=True,
        sqlite_where=known,
        postgresql_where=known,
    )
    op.create_index(op.f("ix_competition_entry_player_id"), "competition_entry", ["player_id"])


def _make_members(*more: sa.Column[object], span: bool = False) -> None:
    key = ["competition_id", "entrant", "place", *(["since"] if span else [])]
    rules = {"entrant": "entrant >= 1", "place": "place BETWEEN 1 AND 4"}
    if span:
        rules["span"] = "since >= 1 AND until >= since"
    op.create_table(
        "entrant_member",
        _of_competition("entrant_member"),
        sa.Column("entrant", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        *more,
        sa.PrimaryKeyConstraint(*key, name=op.f("pk_entrant_member")),
        *(
            sa.CheckConstraint(rule, name=op.f(f"ck_entrant_member_{name}"))
            for name, rule in rules.items()
        ),
        sqlite_with_rowid=False,
    )
    present = sa.text("until IS NULL") if span else None
    op.create_index(
        "uq_entrant_member_player_id",
        "entrant_member",
        ["player_id", "competition_id"],
        unique=True,
        sqlite_where=present,
        postgresql_where=present,
    )
    if span:
        op.create_index(op.f("ix_entrant_member_player_id"), "entrant_member", ["player_id"])


# Reasons, which stood at the end of texts

_BETWEEN = {"withdraw": (1, " "), "correct": (3, " "), "end": (1, " / "), "cancel": (0, "")}
"""By kind, behind how many parts they stood, and what was between."""


def _entries() -> sa.TableClause:
    names = ("competition_id", "seq", "kind", "text", "reason")
    return sa.table("competition_entry", *map(sa.column, names))


def _rewrite(row: sa.Row[tuple[object, ...]], text: str, reason: str | None) -> None:
    entries = _entries()
    here = sa.and_(entries.c.competition_id == row.competition_id, entries.c.seq == row.seq)
    op.get_bind().execute(sa.update(entries).where(here).values(text=text, reason=reason))


def _split_reasons() -> None:
    entries = _entries()
    query = sa.select(entries).where(entries.c.kind.in_(_BETWEEN))
    for row in op.get_bind().execute(query).all():
        count, between = _BETWEEN[row.kind]
        parts = row.text.split(between, count) if between else ["", row.text]
        if len(parts) > count:
            _rewrite(row, between.join(parts[:count]), parts[count])


def _join_reasons() -> None:
    entries = _entries()
    query = sa.select(entries).where(entries.c.kind.in_(_BETWEEN), entries.c.reason.is_not(None))
    for row in op.get_bind().execute(query).all():
        _rewrite(row, f"{row.text}{_BETWEEN[row.kind][1]}{row.reason}", None)
