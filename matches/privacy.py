"""Exports and deletes what is stored about a player."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection

from matches.course.endings import resign
from matches.lobby.table import decline, leave
from matches.model.errors import (
    HasWithdrawn,
    MatchFrozen,
    MatchOver,
    NotInvited,
    NotOpen,
    NotRunning,
    NotSeated,
    Unavailable,
)
from matches.model.ids import MatchId, MatchNumber, PlayerId, public_id
from matches.model.match import Match
from matches.model.played import Played
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.execution import perform
from matches.unit_of_work.queries import get
from matches.unit_of_work.work import UnitOfWork
from storage import players as people
from storage import privacy as rows
from storage.database import Database
from storage.errors import LostRace
from storage.matches import Entry
from storage.transactions import in_transaction

_ATTEMPTS = 8

_CHANGED = (NotOpen, NotRunning, MatchOver, MatchFrozen, NotSeated, NotInvited)
"""Refusals by a match that has changed in the meantime."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How a deleted player's matches ended: those that were resigned, in their state after that,
    and tables that they left or frozen matches that were ended.
    """

    resigned: list[Played] = field(default_factory=list)
    left: list[Match] = field(default_factory=list)


async def stored(db: Database, player: PlayerId) -> dict[str, Any]:
    """All that is stored about the player, as plain values that JSON can hold: rows by table.

    Rows of matches have the match's public id added. Other players' ids are left out.
    """

    def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        found = rows.rows_about(connection, player)
        return {name: [_plain(name, row) for row in about] for name, about in found.items()}

    with map_storage_errors():
        tables = await db.read(read)
    return {"player": player, "at": db.now().isoformat(), "tables": tables}


def _plain(table: str, row: dict[str, Any]) -> dict[str, Any]:
    number = row.get("id") if table == "match" else row.get("match_id")
    named = {} if number is None else {"match": public_id(number)}
    return named | {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
    }


async def forget(db: Database, player: PlayerId) -> Forgotten:
    """Removes the player from the database for good.

    Running matches are resigned, tables left (or closed, if the player is the host or was
    challenged), frozen matches aborted. Everything that was played stays for the others, but nobody
    can tell any more whose seat it was. If this is interrupted, it can be repeated. Raises
    Unavailable.
    """
    forgotten, settled = Forgotten(), set[MatchNumber]()
    for _ in range(_ATTEMPTS):
        open_ends = await _erase(db, player, settled)
        if open_ends is None:
            continue
        if not open_ends:
            return forgotten
        for number in open_ends:
            try:
                await _end(db, public_id(number), player, forgotten)
            except HasWithdrawn:
                settled.add(number)
            except _CHANGED:  # The next round sees the new state.
                pass
    raise Unavailable(match="-")


async def _erase(
    db: Database, player: PlayerId, settled: Collection[MatchNumber]
) -> list[MatchNumber] | None:
    """Forgets the player unless they are in matches that are not over.

    Returns the numbers of those matches, or None after a lost race.
    """
    now = db.now()

    def erase(connection: Connection) -> list[MatchNumber]:
        people.hold(connection, [player])  # So that nobody seats them now.
        open_ends = rows.live_matches(connection, player, settled)
        if not open_ends:
            rows.forget(connection, player, now)
        return open_ends

    with map_storage_errors():
        try:
            return await db.write(in_transaction(erase))
        except LostRace:
            return None


async def _end(db: Database, match_id: MatchId, player: PlayerId, forgotten: Forgotten) -> None:
    """Takes the player out of one match. Raises HasWithdrawn if it goes on without them."""
    match = await get(db, match_id)
    if match.status == "open":
        out = leave if player in match.players else decline
        forgotten.left.append(await out(db, match_id, player))
    elif match.status == "frozen":
        forgotten.left.append((await perform(db, match_id, partial(_break_off, player))).match)
    else:
        forgotten.resigned.append(await resign(db, match_id, player))


def _break_off(player: PlayerId, unit: UnitOfWork) -> None:
    """Ends a match that can't continue, and whose result nobody can know."""
    log, match = unit.log, unit.match
    theirs = match.kept if match.started_at is None and player in match.kept else match.players
    if match.status != "frozen" or player not in theirs or log.at is None:
        raise NotSeated(match=match.id)
    seat = theirs.index(player) + 1
    entry = Entry(log.seq + 1, log.first, "abort", seat, "", log.at)
    log.entries.append(entry)
    log.read(entry)  # `write` is for logs that replay.
    unit.changes["to_move"] = None
