"""Downtime: how long no process was alive. While it lasts, all players' clocks stand still.

The end of a player's time is stored in uptime: the time of day less all downtime before it. So are
the hard end of a competition, the end of its present round, and the time by which a challenge on a
ladder must be answered. When a downtime is recorded, all ends move by themselves, however many
there are. Code outside this package deals only with times of day: rows are converted where they are
read and written. An end that had passed before a downtime stays as it was.

A downtime adds to `TOTAL_DOWNTIME`. Whoever stores an end checks that the total is still the one
they read. If a clock was set back, the downtime is negative and reduces the total: uptime continues
from where it was, and never runs backwards.

Neighbouring downtimes are merged if no stored end lies between them. Therefore there is at most one
row for each overdue end, plus one.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, overload

from sqlalchemy import Column, ColumnElement, Connection, and_, delete, exists, func, or_, select

from storage.errors import LostRace
from storage.schema import competition, ladder_challenge, match, standstill
from storage.upserts import upsert

_MICROSECOND = timedelta(microseconds=1)

TIMED = match.c.at_end.in_(("automatic", "claim"))
"""True of every match with a clock. A query that says so can use the index of due times."""

_LAST = select(standstill).order_by(standstill.c.at.desc()).limit(1)
_TOTAL = select(standstill.c.total).order_by(standstill.c.at.desc()).limit(1)

TOTAL_DOWNTIME = func.coalesce(_TOTAL.scalar_subquery(), 0)
"""How long all downtimes have lasted together, in microseconds."""

LATEST_DOWNTIME = (
    select(standstill.c.at).order_by(standstill.c.at.desc()).limit(1).scalar_subquery()
)
"""When the last downtime began, in uptime; NULL before the first."""


def _before(end: Column[Any]) -> ColumnElement[int]:
    """The total of the downtimes before an end."""
    found = _TOTAL.where(standstill.c.at < end).correlate(end.table).scalar_subquery()
    return func.coalesce(found, 0)


DOWNTIME_BEFORE_END = _before(match.c.due_at)
"""In queries for matches: the total of the downtimes before the end of the match's time."""

DOWNTIME_BEFORE_HARD_END = _before(competition.c.ends_at)
"""In queries for competitions: that before its hard end."""

DOWNTIME_BEFORE_ROUND_END = _before(competition.c.round_ends_at)
"""And that before the end of its present round."""

DOWNTIME_BEFORE_ANSWER = _before(ladder_challenge.c.until)
"""In queries for challenges on ladders: that before the end of the time for an answer."""

_earlier, _later = standstill.alias(), standstill.alias()


def _between(end: Column[Any], *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a stored end lies between a downtime and a later one."""
    here = exists().where(*conditions, end > standstill.c.at, end <= _later.c.at)
    return here.correlate(standstill, _later)


_ENDS_BETWEEN = or_(
    _between(match.c.due_at, TIMED),
    _between(competition.c.ends_at),
    _between(competition.c.round_ends_at),
    _between(ladder_challenge.c.until),
)
_LONGEST = ~exists().where(_later.c.at > standstill.c.at, _later.c.total >= standstill.c.total)
_SHORTEST = and_(
    standstill.c.total < 0,
    ~exists().where(_earlier.c.at < standstill.c.at, _earlier.c.total <= standstill.c.total),
)
_FORGET = delete(standstill).where(
    exists().where(_later.c.at > standstill.c.at, ~_ENDS_BETWEEN),
    ~_LONGEST,
    ~_SHORTEST,
)
"""A downtime needs a row of its own only if an end lies between it and the next one. No new end
will lie there: whatever is stored now ends after the last downtime. Where a clock was set back, the
rows with the highest and the lowest total stay, for `total_bounds`.
"""


@overload
def to_real(at: datetime, downtime: int) -> datetime: ...
@overload
def to_real(at: datetime | None, downtime: int) -> datetime | None: ...
def to_real(at: datetime | None, downtime: int) -> datetime | None:
    """The time of day at this uptime, with this much downtime before it."""
    return None if at is None else at + downtime * _MICROSECOND


@overload
def to_uptime(at: datetime, total: int) -> datetime: ...
@overload
def to_uptime(at: datetime | None, total: int) -> datetime | None: ...
def to_uptime(at: datetime | None, total: int) -> datetime | None:
    """The uptime at a time of day, which must not be before the end of the last downtime."""
    return None if at is None else at - total * _MICROSECOND


@overload
def to_stored(at: datetime, total: int, latest: datetime | None) -> datetime: ...
@overload
def to_stored(at: datetime | None, total: int, latest: datetime | None) -> datetime | None: ...
def to_stored(at: datetime | None, total: int, latest: datetime | None) -> datetime | None:
    """The uptime to store for an end that is still to come.

    It is always after the `latest` downtime, even if a clock went wrong unnoticed: otherwise the
    end would be read as if it had passed long ago.
    """
    stored = to_uptime(at, total)
    if stored is None or latest is None:
        return stored
    return max(stored, latest + _MICROSECOND)


def total_downtime(connection: Connection) -> int:
    """`TOTAL_DOWNTIME` as it is now."""
    return int(connection.execute(select(TOTAL_DOWNTIME)).scalar_one())


def latest_downtime(connection: Connection) -> datetime | None:
    """`LATEST_DOWNTIME` as it is now."""
    found: datetime | None = connection.execute(select(LATEST_DOWNTIME)).scalar_one()
    return found


def require_total(connection: Connection, total: int) -> None:
    """Raises LostRace if a downtime has been recorded since the `total` was read, because ends
    stored with that total would be wrong.
    """
    if total_downtime(connection) != total:
        raise LostRace("a downtime was recorded meanwhile")


def record_downtime(connection: Connection, since: datetime, until: datetime) -> None:
    """Records that no process was alive, and removes earlier downtimes that no end needs any more.

    If the clock was set back, `until` is before `since`. The caller must hold the lock on all
    heartbeats.
    """
    last = connection.execute(_LAST).first()
    before = last.total if last else 0
    at = to_uptime(since, before)
    # A downtime that follows immediately extends the last one. It must not start before the end of
    # the last one either, in case a clock was set back unnoticed.
    at = max(at, last.at) if last else at
    values = {"at": at, "total": before + (until - since) // _MICROSECOND}
    connection.execute(upsert(connection, standstill), values)
    connection.execute(_FORGET)


def total_bounds(connection: Connection) -> tuple[timedelta, timedelta] | None:
    """The lowest and the highest total that may have been valid at any time, if a clock was ever
    set back; None if it never was.
    """
    found = connection.execute(select(standstill.c.total).order_by(standstill.c.at)).scalars()
    totals = [0, *found]
    if totals == sorted(totals):
        return None
    return min(totals) * _MICROSECOND, max(totals) * _MICROSECOND


def downtime_since(connection: Connection, since: datetime) -> tuple[timedelta, datetime | None]:
    """The longest possible downtime since that time of day, and when it ended (None: there was
    none).

    Downtimes that were merged count as a whole.
    """
    before, last, until = 0, 0, None
    for row in connection.execute(select(standstill).order_by(standstill.c.at)):
        last, end = row.total, to_real(row.at, row.total)
        if end <= since:
            before = row.total
        else:
            until = end
    return (last - before) * _MICROSECOND, until
