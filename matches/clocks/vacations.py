"""Vacations: times in which a player's clocks stand still, in all matches but live ones.

They are announced wherever they affect a match, by notices written in the same transaction. Days
are counted in UTC, by calendar year. Each vacation costs at least one day of every year it touches,
and part of a day costs a whole day.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from matches.effects.clocks import move_due_times
from matches.effects.notices import announce_vacation
from matches.lobby.cooldowns import admit_vacation
from matches.model.clock import Clock, Pause, between, later
from matches.model.errors import (
    NoVacation,
    VacationOverlaps,
    VacationTooLong,
    WrongVacation,
)
from matches.model.ids import PlayerId
from matches.model.match import Listing
from matches.model.storage_errors import map_storage_errors, read
from matches.unit_of_work.repository import listing
from storage import clocks as rows
from storage import players
from storage.database import Database
from storage.errors import LostRace
from storage.listings import headers, numbers_of
from storage.transactions import transaction

T = TypeVar("T")


DAYS_A_YEAR = 30
"""Days of vacation in a calendar year."""

AHEAD = timedelta(days=366)
"""How far ahead a vacation may begin and end."""

_DAY = timedelta(days=1)
_MOST = 200


@dataclass(frozen=True, slots=True)
class Vacation:
    """A player's time off. `concerned` are the running matches in which it stops their time."""

    player: PlayerId
    starts_at: datetime
    ends_at: datetime
    concerned: tuple[Listing, ...] = ()

    @property
    def span(self) -> Pause:
        """From when until when."""
        return self.starts_at, self.ends_at


async def take_vacation(
    db: Database, player: PlayerId, ends_at: datetime, starts_at: datetime | None = None
) -> Vacation:
    """Stops the player's time from `starts_at` (None: now) until `ends_at`.

    This also applies to turns that have already begun. Raises WrongVacation, VacationOverlaps,
    VacationTooLong, VacationTooOften.
    """
    now = db.now()
    span = (starts_at or now, ends_at)
    if not now <= span[0] < span[1] <= now + AHEAD:
        raise WrongVacation
    return Vacation(player, *span, await _changed(db, partial(_take, player, span, now)))


def _take(
    player: PlayerId, span: Pause, now: datetime, connection: Connection
) -> tuple[Listing, ...]:
    with transaction(connection):
        players.hold(connection, [player])
        taken = _taken(connection, player, min(span[0], now))
        for starts_at, ends_at in taken:
            if starts_at < span[1] and span[0] < ends_at:
                raise VacationOverlaps(ends_at=int(ends_at.timestamp()))
        for year in {span[0].astimezone(UTC).year, span[1].astimezone(UTC).year}:
            left = DAYS_A_YEAR - sum(days_in(one, year) for one in taken)
            if days_in(span, year) > left:
                raise VacationTooLong(year=year, left=left, limit=DAYS_A_YEAR)
        admit_vacation(connection, player, now)
        known = [one for one in taken if one[1] > now]
        rows.add_vacation(connection, player, span)
        _reckon(connection, player, now, known, [*known, span])
        return _announce(connection, "vacation", player, now)


async def end_vacation(db: Database, player: PlayerId) -> Vacation:
    """Ends the player's current vacation, or cancels their next one. Unused days are not counted.
    Raises NoVacation.
    """
    now = db.now()
    starts_at, found = await _changed(db, partial(_end, player, now))
    return Vacation(player, starts_at, now, found)


def _end(
    player: PlayerId, now: datetime, connection: Connection
) -> tuple[datetime, tuple[Listing, ...]]:
    with transaction(connection):
        players.hold(connection, [player])
        known = sorted(rows.vacations(connection, [player], now)[player])
        if not known:
            raise NoVacation
        ended, *others = known
        rows.end_vacation(connection, player, ended, now)
        begun = [(ended[0], now)] if ended[0] < now else []
        _reckon(connection, player, now, known, [*begun, *others])
        return ended[0], _announce(connection, "return" if begun else "stays", player, now)


def _announce(
    connection: Connection, kind: str, player: PlayerId, now: datetime
) -> tuple[Listing, ...]:
    """Enqueues notices for everybody concerned. Returns the matches concerned."""
    found = _concerned(connection, player)
    seats = [(one, one.seat_of(player)) for one in found]
    announce_vacation(connection, kind, [(one, seat) for one, seat in seats if seat], now)
    return found


def _reckon(
    connection: Connection,
    player: PlayerId,
    now: datetime,
    before: Sequence[Pause],
    after: Sequence[Pause],
) -> None:
    """Moves the player's running due times, so that they keep as much time as before."""
    rows.beats(connection)  # Locks them, so that nobody credits downtime meanwhile.
    moved = []
    for one in rows.running_of(connection, player, now):
        if Clock.read(one.clock).stops_on_vacation:
            due = later(now, between(now, one.due_at, before), after)
            moved.append(rows.Moved(one.number, one.due_at, due))
    move_due_times(connection, moved)


async def vacations_of(db: Database, *players: PlayerId) -> list[Vacation]:
    """These players' current and future vacations, the earliest first."""
    now = db.now()
    found = await read(db, lambda connection: rows.vacations(connection, players, now))
    each = (Vacation(player, *span) for player, spans in found.items() for span in spans)
    return sorted(each, key=lambda one: one.span)


async def days_left(db: Database, player: PlayerId) -> int:
    """How many days of vacation the player can still take this year."""
    now = db.now()
    taken = await read(db, lambda connection: _taken(connection, player, now))
    return DAYS_A_YEAR - sum(days_in(span, now.astimezone(UTC).year) for span in taken)


def days_in(span: Pause, year: int) -> int:
    """How many days of that year a vacation costs."""
    first, next_first = (datetime(one, 1, 1, tzinfo=UTC) for one in (year, year + 1))
    within = min(span[1], next_first) - max(span[0], first)
    return max(-(-within // _DAY), 0)


def _taken(connection: Connection, player: PlayerId, since: datetime) -> list[Pause]:
    """The player's vacations that reach into that year or later ones."""
    year = datetime(since.astimezone(UTC).year, 1, 1, tzinfo=UTC)
    return sorted(rows.vacations(connection, [player], year)[player])


async def concerned(db: Database, player: PlayerId) -> tuple[Listing, ...]:
    """The running matches whose players are told of the player's vacations."""
    return await read(db, lambda connection: _concerned(connection, player))


def _concerned(connection: Connection, player: PlayerId) -> tuple[Listing, ...]:
    numbers = numbers_of(connection, player, ("running",), _MOST)
    found = [listing(row, chairs) for row, chairs in headers(connection, numbers)]
    return tuple(one for one in found if one.clock and one.clock.stops_on_vacation)


async def _changed(db: Database, work: Callable[[Connection], T]) -> T:
    """The work's result. The work is repeated after a lost race."""
    with map_storage_errors():
        with suppress(LostRace):
            return await db.write(work)
        return await db.write(work)
