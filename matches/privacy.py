"""What is kept of a player: handing it out, and forgetting him."""

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
from matches.model.ids import public_id
from matches.model.match import Match, Played, Player
from matches.unit_of_work.queries import get
from matches.unit_of_work.work import Desk, perform
from storage import privacy as rows
from storage.database import Database
from storage.errors import LostRace, StorageError
from storage.matches import Entry
from storage.transactions import transaction

_ATTEMPTS = 8

_CHANGED = (NotOpen, NotRunning, MatchOver, MatchFrozen, NotSeated, NotInvited)
"""What a match that has changed in the meantime answers."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What became of a forgotten player's matches: those that he resigned, as they were then, and
    the tables that he left and frozen matches that were broken off.
    """

    resigned: list[Played] = field(default_factory=list)
    left: list[Match] = field(default_factory=list)


async def stored(db: Database, player: Player) -> dict[str, Any]:
    """All that is stored about the player, as plain values that JSON can hold: rows by table.

    Rows of matches have the match's public id added. Other players' ids are left out.
    """
    try:
        found = await db.read(lambda connection: rows.rows_about(connection, player))
    except StorageError as error:
        raise Unavailable(match="-") from error
    tables = {name: [_plain(name, row) for row in about] for name, about in found.items()}
    return {"player": player, "at": db.now().isoformat(), "tables": tables}


def _plain(table: str, row: dict[str, Any]) -> dict[str, Any]:
    number = row.get("id") if table == "match" else row.get("match_id")
    named = {} if number is None else {"match": public_id(number)}
    return named | {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
    }


async def forget(db: Database, player: Player) -> Forgotten:
    """Removes the player from the database for good.

    Running matches are resigned, tables left (or closed, where he is host or challenged), frozen
    matches broken off. All that was played stays for the others, at a seat of which nobody can
    tell any more whose it was. Breaking off in the middle leaves a player who can be forgotten
    again. Raises Unavailable.
    """
    forgotten, settled = Forgotten(), set[int]()
    for _ in range(_ATTEMPTS):
        try:
            open_ends = await db.write(partial(_erase, db.now(), player, settled))
        except LostRace:
            continue
        except StorageError as error:
            raise Unavailable(match="-") from error
        if not open_ends:
            return forgotten
        for number in open_ends:
            try:
                await _end(db, public_id(number), player, forgotten)
            except HasWithdrawn:
                settled.add(number)
            except _CHANGED:  # The next round sees what it is now.
                pass
    raise Unavailable(match="-")


def _erase(
    now: datetime, player: Player, settled: Collection[int], connection: Connection
) -> list[int]:
    """Forgets the player unless he is in matches that are not over; gives their numbers."""
    with transaction(connection):
        open_ends = rows.live_matches(connection, player, settled)
        if not open_ends:
            rows.forget(connection, player, now)
    return open_ends


async def _end(db: Database, match_id: str, player: Player, forgotten: Forgotten) -> None:
    """Takes the player out of one match. Raises HasWithdrawn if it goes on without him."""
    match = await get(db, match_id)
    if match.status == "open":
        out = leave if player in match.players else decline
        forgotten.left.append(await out(db, match_id, player))
    elif match.status == "frozen":
        forgotten.left.append((await perform(db, match_id, partial(_break_off, player))).match)
    else:
        forgotten.resigned.append(await resign(db, match_id, player))


def _break_off(player: Player, desk: Desk) -> None:
    """Ends a match that can't be played on, and whose result nobody can tell."""
    log, seat = desk.log, desk.match.seat_of(player)
    if desk.match.status != "frozen" or seat is None or log.at is None:
        raise NotSeated(match=desk.match.id)
    entry = Entry(log.seq + 1, log.first, "abort", seat, "", log.at)
    log.entries.append(entry)
    log.read(entry)  # `write` is for logs that replay.
    desk.changes["to_move"] = None
