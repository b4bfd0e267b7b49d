"""Competitions that are held again: sign-up for the next one begins when one begins, or when one
can't begin because too few have signed up.

The next one differs only in its times, which are a week or a month later. It is opened in the
transaction that begins the previous one, whose number it stores. There is none if the previous one
has lost its director, or if its director already directs as many as they may.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from competitions.log.creation import directs_enough
from competitions.tournaments.creation import written_down
from competitions.tournaments.held import Repeats, Terms
from competitions.tournaments.unit_of_work import UnitOfWork
from storage import competitions as rows
from storage import players
from storage.privacy import NOBODY


def hold_again(unit: UnitOfWork) -> None:
    """Has the next one opened, if it is held again."""
    held = unit.held
    if held.terms.repeats is None or not _has_room(unit):
        return
    since = held.created_at if held.over_at(unit.now) else unit.now
    terms = next_terms(held.terms, held.terms.repeats, unit.now, since)
    values, first = written_down(terms, held.competition.settings, held.host, unit.now)

    def work(connection: Connection) -> None:
        rows.LOG.create(connection, values | {"previous": held.number}, first)

    unit.writes.append(work)


def _has_room(unit: UnitOfWork) -> bool:
    """Whether there is a director who may direct one more. A competition that has just been
    cancelled doesn't count. The director is locked, so that their data can't be deleted meanwhile.
    """
    host = unit.held.host
    if host == NOBODY:
        return False
    players.hold(unit.connection, [host])
    this = (rows.LOG.table.name, unit.held.number)
    cancelled = unit.competition.status == "cancelled"
    return not directs_enough(unit.connection, host, besides=this if cancelled else None)


def next_terms(terms: Terms, period: Repeats, now: datetime, since: datetime) -> Terms:
    """The terms with the next times. If no start was set, they count from `since`. A start that
    would be in the past is put off by whole periods.
    """
    begun = terms.starts_at or since
    day = terms.day or begun.day
    steps = 1
    while (starts := later(begun, period, steps, day)) <= now:
        steps += 1
    ends = terms.ends_at
    return replace(terms, starts_at=starts, ends_at=ends and starts + (ends - begun), day=day)


def later(time: datetime, period: Repeats, steps: int, day: int) -> datetime:
    """A time that is `steps` weeks or months later: months on that `day`, or on the last day of a
    month without it.
    """
    if period == "week":
        return time + steps * timedelta(weeks=1)
    years, month = divmod(time.month - 1 + steps, 12)
    year, month = time.year + years, month + 1
    return time.replace(year=year, month=month, day=min(day, monthrange(year, month)[1]))
