"""How much work is due, so that operators can see whether the bot keeps up."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, func, select, text

from storage.downtime import to_uptime, total_downtime
from storage.outbox import CALL
from storage.schema import FROZEN, match, notice

_NOTICES = (
    select(func.count())
    .select_from(notice)
    .where(notice.c.due_at <= bindparam("now"), notice.c.kind != CALL)
)
_CALLS = (
    select(func.count())
    .select_from(notice)
    .where(notice.c.due_at <= bindparam("now"), notice.c.kind == CALL)
)
_MATCHES = (
    select(func.count())
    .select_from(match)
    .where(
        match.c.at_end == "automatic",
        match.c.due_at <= bindparam("uptime"),
        match.c.status == "running",
    )
)

_FROZEN = select(func.count()).select_from(match).where(text(FROZEN))
_COUNTS = select(*(one.scalar_subquery() for one in (_NOTICES, _CALLS, _MATCHES, _FROZEN)))


def counts(connection: Connection, now: datetime) -> tuple[int, int, int, int]:
    """How many notices, calls of computer players and time-outs are due, and how many matches are
    frozen. Reads only indexes.
    """
    given = {"now": now, "uptime": to_uptime(now, total_downtime(connection))}
    row = connection.execute(_COUNTS, given).one()
    return row[0], row[1], row[2], row[3]
