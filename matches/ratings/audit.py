"""The audit of the ratings: compares the ledger, the ratings and the leaderboards with the stored
matches. Changes nothing, and writers don't have to wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice
from math import isclose

from sqlalchemy import Connection

from matches.model.ids import MatchNumber, PlayerId, public_id
from matches.model.ratings import MODEL, PERIODS, SEATLESS
from matches.model.storage_errors import map_storage_errors
from matches.ratings.recompute import BATCH, Ledger
from storage import advantages, standings
from storage import ratings as rows
from storage.database import Database
from storage.ratings import Change, Rating
from storage.transactions import snapshot

_EXACT = 1e-9
"""The relative difference allowed in a number, because another processor may have computed it."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found: how many ratings there are, which errors they have, and which models of
    earlier versions numbers come from. If there are such models, numbers are not compared.
    """

    ratings: int
    faults: Sequence[str]
    models: Sequence[str]


async def audit(db: Database) -> Audit:
    """Compares all ratings with the matches that they come from. Raises Unavailable."""
    with map_storage_errors():
        return await db.read(partial(_audit, db.now()))


def _audit(now: datetime, connection: Connection) -> Audit:
    with snapshot(connection):
        stored = {(one.player_id, one.pool): one for one in rows.all_ratings(connection)}
        other = sorted(rows.models(connection) - {MODEL, SEATLESS})
        faults = [] if other else list(_faults(connection, now, stored))
        return Audit(len(stored), faults, other)


def _faults(
    connection: Connection, now: datetime, stored: dict[tuple[PlayerId, str], Rating]
) -> Iterator[str]:
    seatless = rows.rated_by(connection, SEATLESS)
    ledger = Ledger(connection, now, rows.nameless(connection), seatless=seatless)
    numbers = iter([number for _, number in rows.rated_matches(connection)])
    while batch := list(islice(numbers, BATCH)):
        yield from _wrong_changes(connection, ledger, batch)
    fresh = Ledger(connection, now, {})
    others = iter([number for _, number in rows.other_matches(connection)])
    while batch := list(islice(others, BATCH)):
        for number in dict.fromkeys(one.match_id for one in fresh.rated(batch)):
            yield f"{public_id(number)}: is rated, and not in the ledger"
    computed = {(one.player_id, one.pool): one for one in ledger.ratings}
    for key in sorted(computed.keys() | stored.keys()):
        if not _same(stored.get(key), computed.get(key)):
            yield f"{key[1]}: the rating of {key[0]} is not what the ledger gives"
    yield from _wrong_advantages(connection, ledger)
    yield from _wrong_boards(connection, ledger)


def _wrong_changes(
    connection: Connection, ledger: Ledger, numbers: list[MatchNumber]
) -> Iterator[str]:
    """Finds ledger entries that don't follow from these matches, and counts those that do."""
    stored = {rows.key_of(one): one for one in rows.changes_of_all(connection, numbers)}
    computed = {rows.key_of(one): one for one in ledger.rated(numbers)}
    for key in sorted(stored.keys() | computed.keys()):
        known, right = stored.get(key), computed.get(key)
        if known and right:
            right = replace(right, period=_period(known, right))
            if right.player_id is None:  # Forgotten; nobody needs the number of their matches.
                right = replace(right, games=known.games)
            ledger.count(right)
        if not _same(known, right):
            yield f"{public_id(key[0])}: the rating of seat {key[1]} is not what its result gives"


def _period(known: Change, right: Change) -> int:
    """The period of an entry; the stored one, if it may not have been advanced yet."""
    order = (*PERIODS, 0)
    behind = known.period in order and order.index(known.period) <= order.index(right.period)
    return known.period if behind else right.period


def _wrong_advantages(connection: Connection, ledger: Ledger) -> Iterator[str]:
    stored, computed = advantages.known(connection), ledger.advantages
    for game in sorted(stored.keys() | computed.keys()):
        value, right = stored.get(game), computed.get(game)
        if value is None or right is None or not isclose(value, right, rel_tol=_EXACT):
            yield f"{game}: what the first seat is worth is not what the ledger gives"


def _wrong_boards(connection: Connection, ledger: Ledger) -> Iterator[str]:
    there = dict[tuple[standings.Board, PlayerId], standings.Row]()
    for board, row in standings.everybody(connection):
        there[board, row.player_id] = row
    right = {
        (board, row.player_id): row
        for rating in ledger.ratings
        for board, row in ledger.places(rating)
    }
    wrong = {board for (board, _), _ in there.items() ^ right.items()}
    tallied = standings.tallied(connection)
    counted = standings.tallies_of((board, row) for (board, _), row in there.items())
    wrong |= {board for (board, _, _), _ in tallied.items() ^ counted.items()}
    for board in sorted(wrong):
        where = f"guild {board.scope}" if board.scope else "all guilds"
        when = f"{board.period} days" if board.period else "all time"
        yield f"{board.pool}: the leaderboard of {where} for {when} is not what the ledger gives"


def _same(one: Change | Rating | None, other: Change | Rating | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(
        isclose(value, there, rel_tol=_EXACT) if isinstance(value, float) else value == there
        for value, there in zip(asdict(one).values(), asdict(other).values(), strict=True)
    )
