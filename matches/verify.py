"""Replaying all that is stored, and comparing it with what the database says of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row

from matches.cache import Cache
from matches.desk import load
from matches.errors import Unavailable
from matches.ids import public_id
from matches.match import Fault, Match
from storage import matches as rows
from storage.database import Database
from storage.errors import StorageError
from storage.matches import Chair

PAGE = 200
"""How many matches are looked up at a time."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One match after its replay: what its row says of it, and where it does not reproduce."""

    match: str
    status: str
    turns: int
    fault: Fault | None = None


async def replays(db: Database) -> AsyncIterator[Replayed]:
    """Replays every stored match, in the order of their opening. Raises Unavailable."""
    last = 0
    try:
        while numbers := await db.read(partial(rows.numbers_after, number=last, limit=PAGE)):
            for number in numbers:
                yield await db.read(partial(_replayed, number=number))
            last = numbers[-1]
    except StorageError as error:
        raise Unavailable(match="-") from error


def _replayed(connection: Connection, number: int) -> Replayed:
    row, chairs = rows.header(connection, number)
    try:
        match, _ = load(connection, Cache(0), number)
        if match.seq != row.seq:  # It has been played on meanwhile.
            return _replayed(connection, number)
        fault = match.fault or _difference(match, row, chairs)
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other matches are looked at
        fault = Fault(0, "-", f"{type(error).__name__}: {error}")
    return Replayed(public_id(number), row.status, row.turn_count, fault)


def _difference(match: Match, row: Row[Any], chairs: list[Chair]) -> Fault | None:
    """Where the summary in the match's rows is not that of its log."""
    ranks = match.ending.ranks if match.ending else ()
    summary: dict[str, tuple[object, object]] = {
        "turn_count": (row.turn_count, match.turn_count),
        "base": (row.base, match.base),
        "to_move": (row.to_move, match.to_move),
        "ranks": (
            tuple(chair.rank for chair in chairs if chair.rank is not None),
            tuple(ranks),
        ),
    }
    if row.status != "frozen":
        summary["status"] = (row.status, match.status)
    for name, (stored, replayed) in summary.items():
        if stored != replayed:
            last = match.turns[-1].text if match.turns else ""
            message = f"{name} is stored as {stored}, and replayed as {replayed}"
            return Fault(len(match.turns), last, message)
    return None
