"""Leagues: their logs and members; competitions that are divisions, and play all rounds together"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)

KINDS = "kind IN ('open', 'enter', 'leave', 'begin', 'postpone', 'finish', 'last', 'close')"
INDEXED = (["guild", "status"], ["host"], ["next_at"], ["tell_at"])


def _create_few_anywhere(table: str) -> None:
    op.create_index(
        f"ix_{table}_anywhere",
        table,
        ["status"],
        sqlite_where=sa.text("anywhere IS 1"),
        postgresql_where=sa.text("anywhere IS true"),
    )


def upgrade() -> None:
    for column in _columns():
        op.add_column("competition", column)
    _create_few_anywhere("competition")
    op.create_index(
        "uq_competition_division", "competition", ["league", "season", "division"], unique=True
    )
    op.create_table(
        "league",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("clock", sa.String(40), nullable=False),
        sa.Column("at_end", sa.String(10), nullable=False),
        sa.Column("anywhere", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("role", sa.BigInteger),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("next_at", TIME),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("tell_at", TIME),
        sa.Column("forgotten", sa.Integer, nullable=False, server_default="0"),
        sa.Column("starts_at", TIME, nullable=False),
        sa.Column("unfinished", sa.String(10), nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("signed", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        _rule("league", "status", "status IN ('open', 'running', 'over')"),
        _rule("league", "unfinished", "unfinished IN ('time', 'draw', 'director')"),
        _rule("league", "at_end", "at_end IN ('automatic', 'claim')"),
        _rule("league", "log", "seq >= 1 AND told BETWEEN 0 AND seq"),
        _rule("league", "tell_at", "(tell_at IS NULL) = (told = seq)"),
    )
    for columns in INDEXED:
        op.create_index(op.f(f"ix_league_{'_'.join(columns)}"), "league", columns)
    _create_few_anywhere("league")
    op.create_table(
        "league_entry",
        _of_league("league_entry"),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("at", TIME, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.Column("interaction", sa.BigInteger),
        sa.PrimaryKeyConstraint("league_id", "seq", name=op.f("pk_league_entry")),
        _rule("league_entry", "kind", KINDS),
        _rule("league_entry", "seq", "seq >= 1"),
        sqlite_with_rowid=False,
    )
    known = sa.text("interaction IS NOT NULL")
    op.create_index(
        "uq_league_entry_interaction",
        "league_entry",
        ["interaction"],
        unique=True,
        sqlite_where=known,
        postgresql_where=known,
    )
    op.create_index(op.f("ix_league_entry_player_id"), "league_entry", ["player_id"])
    op.create_table(
        "league_member",
        _of_league("league_member"),
        sa.Column("member", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("league_id", "member", name=op.f("pk_league_member")),
        _rule("league_member", "member", "member >= 1"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_league_member_player_id", "league_member", ["player_id", "league_id"], unique=True
    )
    op.create_index(op.f("ix_league_member_player_id"), "league_member", ["player_id"])


def downgrade() -> None:
    for table in ("league_member", "league_entry", "league"):
        op.drop_table(table)
    op.drop_index("ix_competition_anywhere", "competition")
    op.drop_index("uq_competition_division", "competition")
    for column in _columns():
        op.drop_column("competition", column.name)


def _columns() -> list[sa.Column[object]]:
    return [
        sa.Column("together", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("league", NUMBER),
        sa.Column("season", sa.Integer),
        sa.Column("division", sa.Integer),
    ]


def _rule(table: str, name: str, rule: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(rule, name=op.f(f"ck_{table}_{name}"))


def _of_league(table: str) -> sa.Column[int]:
    return sa.Column(
        "league_id",
        NUMBER,
        sa.ForeignKey("league.id", name=op.f(f"fk_{table}_league_id_league"), ondelete="CASCADE"),
        nullable=False,
    )
