"""Competitions: their logs, their entrants, and matches that are games of them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)

STATUS = "status IN ('open', 'running', 'over', 'cancelled')"
UNFINISHED = "unfinished IN ('time', 'draw', 'director')"
AT_END = "at_end IN ('automatic', 'claim')"
KIND = (
    "kind IN ('open', 'join', 'leave', 'start', 'excuse', 'pair', 'decide', 'correct', "
    "'withdraw', 'replace', 'end', 'cancel')"
)


def _rule(table: str, name: str, rule: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(rule, name=op.f(f"ck_{table}_{name}"))


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


def upgrade() -> None:
    op.add_column(
        "match", sa.Column("official", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "competition",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("clock", sa.String(40), nullable=False),
        sa.Column("at_end", sa.String(10), nullable=False),
        sa.Column("unfinished", sa.String(10), nullable=False),
        sa.Column("team", sa.Integer, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("starts_at", TIME),
        sa.Column("ends_at", TIME),
        sa.Column("next_at", TIME),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("tell_at", TIME),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_competition")),
        _rule("competition", "status", STATUS),
        _rule("competition", "unfinished", UNFINISHED),
        _rule("competition", "at_end", AT_END),
        _rule("competition", "team", "team BETWEEN 1 AND 2"),
        _rule("competition", "log", "seq >= 1 AND told BETWEEN 0 AND seq"),
        _rule("competition", "next_at", "next_at IS NULL OR status NOT IN ('over', 'cancelled')"),
        _rule("competition", "tell_at", "(tell_at IS NULL) = (told = seq)"),
    )
    for columns in (["guild", "status"], ["host"], ["next_at"], ["tell_at"]):
        op.create_index(op.f(f"ix_competition_{'_'.join(columns)}"), "competition", columns)
    op.create_table(
        "competition_entry",
        _of_competition("competition_entry"),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.Column("interaction", sa.BigInteger),
        sa.PrimaryKeyConstraint("competition_id", "seq", name=op.f("pk_competition_entry")),
        _rule("competition_entry", "kind", KIND),
        _rule("competition_entry", "seq", "seq >= 1"),
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
    op.create_table(
        "entrant_member",
        _of_competition("entrant_member"),
        sa.Column("entrant", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.PrimaryKeyConstraint(
            "competition_id", "entrant", "place", name=op.f("pk_entrant_member")
        ),
        _rule("entrant_member", "entrant", "entrant >= 1"),
        _rule("entrant_member", "place", "place BETWEEN 1 AND 4"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_entrant_member_player_id",
        "entrant_member",
        ["player_id", "competition_id"],
        unique=True,
    )
    op.create_table(
        "competition_game",
        _of_competition("competition_game"),
        sa.Column("round", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("pairing", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer, autoincrement=False, nullable=False),
        sa.Column(
            "match_id",
            NUMBER,
            sa.ForeignKey("match.id", name=op.f("fk_competition_game_match_id_match")),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint(
            "competition_id", "round", "pairing", "game", name=op.f("pk_competition_game")
        ),
        _rule("competition_game", "round", "round >= 1"),
        _rule("competition_game", "pairing", "pairing >= 1"),
        _rule("competition_game", "game", "game BETWEEN 0 AND 3"),
        sqlite_with_rowid=False,
    )
    op.create_index("uq_competition_game_match_id", "competition_game", ["match_id"], unique=True)


def downgrade() -> None:
    for table in ("competition_game", "entrant_member", "competition_entry", "competition"):
        op.drop_table(table)
    op.drop_column("match", "official")
