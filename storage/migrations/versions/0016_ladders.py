"""Ladders: their logs, their members, and the challenges on them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)

KINDS = (
    "kind IN ('open', 'join', 'leave', 'challenge', 'accept', 'refuse', 'lapse', 'recall', "
    "'play', 'annul', 'drop', 'move', 'close')"
)
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
    op.create_table(
        "ladder",
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
        sa.Column("members", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder")),
        _rule("ladder", "status", "status IN ('running', 'over')"),
        _rule("ladder", "next_at", "next_at IS NULL OR status <> 'over'"),
        _rule("ladder", "at_end", "at_end IN ('automatic', 'claim')"),
        _rule("ladder", "log", "seq >= 1 AND told BETWEEN 0 AND seq"),
        _rule("ladder", "tell_at", "(tell_at IS NULL) = (told = seq)"),
    )
    for columns in INDEXED:
        op.create_index(op.f(f"ix_ladder_{'_'.join(columns)}"), "ladder", columns)
    _create_few_anywhere("ladder")
    op.create_table(
        "ladder_entry",
        _of_ladder("ladder_entry"),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("at", TIME, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.Column("interaction", sa.BigInteger),
        sa.PrimaryKeyConstraint("ladder_id", "seq", name=op.f("pk_ladder_entry")),
        _rule("ladder_entry", "kind", KINDS),
        _rule("ladder_entry", "seq", "seq >= 1"),
        sqlite_with_rowid=False,
    )
    known = sa.text("interaction IS NOT NULL")
    op.create_index(
        "uq_ladder_entry_interaction",
        "ladder_entry",
        ["interaction"],
        unique=True,
        sqlite_where=known,
        postgresql_where=known,
    )
    op.create_index(op.f("ix_ladder_entry_player_id"), "ladder_entry", ["player_id"])
    op.create_table(
        "ladder_member",
        _of_ladder("ladder_member"),
        sa.Column("member", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("until", sa.Integer),
        sa.PrimaryKeyConstraint("ladder_id", "member", name=op.f("pk_ladder_member")),
        _rule("ladder_member", "member", "member >= 1"),
        _rule("ladder_member", "span", "since >= 1 AND until >= since"),
        sqlite_with_rowid=False,
    )
    present = sa.text("until IS NULL")
    op.create_index(
        "uq_ladder_member_player_id",
        "ladder_member",
        ["player_id", "ladder_id"],
        unique=True,
        sqlite_where=present,
        postgresql_where=present,
    )
    op.create_index(op.f("ix_ladder_member_player_id"), "ladder_member", ["player_id"])
    op.create_table(
        "ladder_challenge",
        _of_ladder("ladder_challenge"),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("ended", sa.Integer),
        sa.Column(
            "match_id",
            NUMBER,
            sa.ForeignKey("match.id", name=op.f("fk_ladder_challenge_match_id_match")),
        ),
        sa.PrimaryKeyConstraint("ladder_id", "number", name=op.f("pk_ladder_challenge")),
        _rule("ladder_challenge", "number", "number >= 1"),
        _rule("ladder_challenge", "span", "seq >= 1 AND ended > seq"),
        sqlite_with_rowid=False,
    )
    op.create_index("uq_ladder_challenge_match_id", "ladder_challenge", ["match_id"], unique=True)


def downgrade() -> None:
    for table in ("ladder_challenge", "ladder_member", "ladder_entry", "ladder"):
        op.drop_table(table)


def _rule(table: str, name: str, rule: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(rule, name=op.f(f"ck_{table}_{name}"))


def _of_ladder(table: str) -> sa.Column[int]:
    return sa.Column(
        "ladder_id",
        NUMBER,
        sa.ForeignKey("ladder.id", name=op.f(f"fk_{table}_ladder_id_ladder"), ondelete="CASCADE"),
        nullable=False,
    )
