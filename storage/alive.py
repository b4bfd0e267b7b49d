"""Alive time: the time of day less all that has passed while no process was alive.

The ends of players' times are stored in it, so that they move by themselves when a standstill is
noted, however many they are. Outside of this package only real times are known: rows are converted
where they are read and written. What was over before a standstill keeps its end.

A standstill lengthens `TOTAL`; whoever stores a time makes sure that it is as long as he has read.
Where a clock was set back, a standstill is shorter than nothing, and shortens it: alive time goes
on from where it was, and never back.

Standstills between which no time ends that is stored are noted as one: so there are never more rows
than times that are over and wait for somebody, and one.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import overload

from sqlalchemy import Connection, and_, delete, exists, func, select

from storage.schema import match, standstill
from storage.upserts import upsert

_MICROSECOND = timedelta(microseconds=1)

TIMED = match.c.at_end.in_(("automatic", "claim"))
"""True of every match with a clock. A query that says so can use the index of due times."""

_LAST = select(standstill).order_by(standstill.c.at.desc()).limit(1)
_STOOD = select(standstill.c.total).order_by(standstill.c.at.desc()).limit(1)

TOTAL = func.coalesce(_STOOD.scalar_subquery(), 0)
"""How long all standstills have lasted, in microseconds."""

LATEST = select(standstill.c.at).order_by(standstill.c.at.desc()).limit(1).scalar_subquery()
"""The alive time at which the last standstill was; nothing before the first."""

STOOD = func.coalesce(
    _STOOD.where(standstill.c.at < match.c.due_at).correlate(match).scalar_subquery(), 0
)
"""The same of those that came before the end of a match's time, in queries for matches."""

_earlier, _later = standstill.alias(), standstill.alias()
_ENDS_BETWEEN = exists().where(
    TIMED, match.c.due_at > standstill.c.at, match.c.due_at <= _later.c.at
)
_LONGEST = ~exists().where(_later.c.at > standstill.c.at, _later.c.total >= standstill.c.total)
_SHORTEST = and_(
    standstill.c.total < 0,
    ~exists().where(_earlier.c.at < standstill.c.at, _earlier.c.total <= standstill.c.total),
)
_FORGET = delete(standstill).where(
    exists().where(_later.c.at > standstill.c.at, ~_ENDS_BETWEEN.correlate(standstill, _later)),
    ~_LONGEST,
    ~_SHORTEST,
)
"""Only times that end between a standstill and the next one have to know of it alone; and none will
be stored any more, since whatever is stored ends after the last one. Where a clock was set back,
the longest and the shortest stay, for `set_back`.
"""


@overload
def to_real(at: datetime, stood: int) -> datetime: ...
@overload
def to_real(at: datetime | None, stood: int) -> datetime | None: ...
def to_real(at: datetime | None, stood: int) -> datetime | None:
    """The time of day at an alive time, before which all had stood still for so long."""
    return None if at is None else at + stood * _MICROSECOND


@overload
def to_alive(at: datetime, total: int) -> datetime: ...
@overload
def to_alive(at: datetime | None, total: int) -> datetime | None: ...
def to_alive(at: datetime | None, total: int) -> datetime | None:
    """The alive time at a time of day that is not before the last standstill's end."""
    return None if at is None else at - total * _MICROSECOND


@overload
def to_stored(at: datetime, total: int, latest: datetime | None) -> datetime: ...
@overload
def to_stored(at: datetime | None, total: int, latest: datetime | None) -> datetime | None: ...
def to_stored(at: datetime | None, total: int, latest: datetime | None) -> datetime | None:
    """The alive time to store for an end that is still to come.

    It lies behind the `latest` standstill even where a clock went wrong unnoticed: before it, the
    end would be read as one that was over long ago.
    """
    stored = to_alive(at, total)
    if stored is None or latest is None:
        return stored
    return max(stored, latest + _MICROSECOND)


def total(connection: Connection) -> int:
    """`TOTAL`, as it is now."""
    return int(connection.execute(select(TOTAL)).scalar_one())


def latest(connection: Connection) -> datetime | None:
    """`LATEST`, as it is now."""
    found: datetime | None = connection.execute(select(LATEST)).scalar_one()
    return found


def stand_still(connection: Connection, since: datetime, until: datetime) -> None:
    """Notes that no process was alive, and forgets earlier standstills that no time needs any more.
    Where the clock was set back, `until` is before `since`. For whoever has all heartbeats to
    himself.
    """
    last = connection.execute(_LAST).first()
    before = last.total if last else 0
    at = to_alive(since, before)
    # One that follows at once lengthens the last one; nor may a clock that was set back unnoticed
    # make it come before that.
    at = max(at, last.at) if last else at
    values = {"at": at, "total": before + (until - since) // _MICROSECOND}
    connection.execute(upsert(connection, standstill), values)
    connection.execute(_FORGET)


def set_back(connection: Connection) -> tuple[timedelta, timedelta] | None:
    """Between what all standstills may have lasted together at any time, if a clock was ever set
    back; None if it never was.
    """
    found = connection.execute(select(standstill.c.total).order_by(standstill.c.at)).scalars()
    totals = [0, *found]
    if totals == sorted(totals):
        return None
    return min(totals) * _MICROSECOND, max(totals) * _MICROSECOND


def stood_since(connection: Connection, since: datetime) -> tuple[timedelta, datetime | None]:
    """How long all have stood still since that time of day, at the most, and until when (None: they
    have not). Standstills that were noted as one count as a whole.
    """
    before, last, until = 0, 0, None
    for row in connection.execute(select(standstill).order_by(standstill.c.at)):
        last, end = row.total, to_real(row.at, row.total)
        if end <= since:
            before = row.total
        else:
            until = end
    return (last - before) * _MICROSECOND, until
