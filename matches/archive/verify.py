"""Replays all stored matches, and compares them with their rows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row

import games
from games.play import HANDOVER
from matches.model.clock import GRACE
from matches.model.conduct import conduct_of
from matches.model.entries import ORIGINS
from matches.model.ids import MatchId, MatchNumber, public_id
from matches.model.match import Fault, Match
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import load
from storage import clocks, conduct, downtime, handovers, listings
from storage import matches as rows
from storage.database import Database
from storage.errors import StorageError
from storage.matches import Chair

PAGE = 200
"""How many matches are read at a time."""

_ROUNDED = timedelta(milliseconds=1)
"""How much a seat's stored time may be rounded down."""

_BEGINS = frozenset({*ORIGINS, "start", "resume"})
"""Entries that start somebody's time."""

_MAY_BEGIN = frozenset({"withdraw", "takeback", "replace"})
"""Entries that do so if they change who is to move, or who has that seat."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One match after its replay: what its row says, and where the replay differs.

    `rules` is the version of the game's rules under which it was opened, if it is not the `present`
    one.
    """

    match_id: MatchId
    status: str
    turns: int
    fault: Fault | None = None
    game: str = ""
    rules: int | None = None
    present: int | None = None


async def replays(db: Database) -> AsyncIterator[Replayed]:
    """Replays every stored match, in the order in which they were opened. Raises Unavailable."""
    last = MatchNumber(0)
    with map_storage_errors():
        while numbers := await db.read(partial(listings.numbers_after, number=last, limit=PAGE)):
            for number in numbers:
                yield await db.read(partial(_replayed, number=number))
            last = numbers[-1]


def _replayed(connection: Connection, number: MatchNumber) -> Replayed:
    row, chairs = rows.header(connection, number)
    try:
        match, _ = load(connection, Cache(0), number)
        if match.seq != row.seq:  # Play has continued in the meantime.
            return _replayed(connection, number)
        fault = (
            match.fault
            or _difference(match, row, chairs)
            or _wrong_time(connection, match, row)
            or _wrong_people(connection, match, row)
        )
        if fault is not None and rows.header(connection, number) != (row, chairs):
            return _replayed(connection, number)
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other matches are looked at
        fault = Fault(0, "-", f"{type(error).__name__}: {error}")
    return Replayed(public_id(number), row.status, row.turn_count, fault, row.game, *_rules(row))


def _rules(row: Row[Any]) -> tuple[int, int] | tuple[()]:
    try:
        present = games.get(row.game).info.rules_version
    except KeyError:
        return ()
    return () if row.rules_version == present else (row.rules_version, present)


def _difference(match: Match, row: Row[Any], chairs: list[Chair]) -> Fault | None:
    """Where the match's rows differ from its log."""
    for name, stored, replayed in _compared(match, row, chairs):
        if stored != replayed:
            return _fault(match, f"{name} is stored as {stored}, and replayed as {replayed}")
    return None


def _compared(
    match: Match, row: Row[Any], chairs: list[Chair]
) -> Iterator[tuple[str, object, object]]:
    seats, begun = tuple(range(1, match.setup.seats + 1)), match.started_at is not None
    taken = tuple(chair.seat for chair in chairs)
    ranks = match.ending.ranks if match.ending else ()
    yield "turn_count", row.turn_count, match.turn_count
    yield "base", row.base, match.base
    yield "to_move", row.to_move, match.to_move
    yield "started_at", row.started_at, match.started_at
    yield "taken_back", row.taken_back, match.taken_back
    if row.status != "frozen":
        yield "status", row.status, match.status
        yield "finished_at", row.finished_at, match.finished_at
        reason = match.ending.reason if match.ending else None
        yield "ending", row.ending and row.ending["reason"], reason
    yield "seats", taken, seats if begun else tuple(one for one in taken if one in seats)
    if begun:
        yield "seats that are taken", tuple(one.seat for one in chairs if one.joined), seats
        by_seat = tuple(ranks) if ranks else (None,) * len(seats)
        yield "ranks", tuple(chair.rank for chair in chairs), by_seat
        with_time = tuple(one.seat for one in chairs if one.clock is not None)
        yield "seats with a clock", with_time, seats if match.clock else ()
    timed = match.clock is not None and row.status == "running"
    yield "a due time", row.status == "running" and row.due_at is not None, timed


def _wrong_people(connection: Connection, match: Match, row: Row[Any]) -> Fault | None:
    """Where the stored holders of seats, or their conduct, differ from the log. For entries written
    before these were stored, they may be missing.
    """
    found = handovers.former_holders(connection, [row.id]).get(row.id, [])
    former = {one.until: one.seat for one in found}
    logged = {one.seq: one.seat for one in match.handovers}
    noted = {one.seq for one in match.handovers if one.reason == HANDOVER}
    if not (former.items() <= logged.items() and noted <= former.keys()):
        return _fault(match, f"former holders are stored as {former}, and logged as {logged}")
    known, played = conduct.noted_of(connection, row.id), conduct_of(match)
    if known and known != played:
        return _fault(match, f"conduct is stored as {known}, and replayed as {played}")
    return None


def _wrong_time(connection: Connection, match: Match, row: Row[Any]) -> Fault | None:
    """Where the due time of the seat to move is wrong. The time must run out when the seat has used
    up what it had left since its time began to run; only downtime and vacations put this off.
    """
    due_at, seat = match.due_at, match.to_move
    if match.status != "running" or match.clock is None or due_at is None or seat is None:
        return None
    entries = rows.entries(connection, row.id, 0, match.seq)
    begun = max(one.at for one in entries if one.kind in _BEGINS)
    begun_last = max(one.at for one in entries if one.kind in _BEGINS | _MAY_BEGIN)
    if row.moved_at != entries[-1].at:  # A match that was frozen goes on without an entry.
        begun_last = max(begun_last, row.moved_at)
    left, player = match.clock.for_turn(match.left[seat - 1]), match.player_to_move
    away = timedelta()
    if player is not None and match.clock.stops_on_vacation:
        vacations = clocks.vacations(connection, [player], begun)[player]
        away = sum((ends - max(starts, begun) for starts, ends in vacations), away)
    bounds = downtime.total_bounds(connection)
    if bounds is None:
        still, until = downtime.downtime_since(connection, begun)
        first, last = begun + left, begun_last + left + still
        if until is not None:
            last = max(last, until + GRACE)
    else:  # Times of day are unreliable then, but the possible error is known.
        stood, at = due_at - row.due_at, downtime.latest_downtime(connection)
        first, last = begun + left - bounds[1] + stood, begun_last + left - bounds[0] + stood
        if at is not None:
            last = max(last, at + stood + GRACE)
    if first <= due_at <= last + away + _ROUNDED:
        return None
    return _fault(
        match,
        f"due_at is {due_at.isoformat()}, and has to be from {first.isoformat()} to "
        f"{(last + away).isoformat()}",
    )


def _fault(match: Match, message: str) -> Fault:
    return Fault(len(match.turns), match.turns[-1].text if match.turns else "", message)
