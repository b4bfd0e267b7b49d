"""The standings of large competitions, a page at a time.

To make a table of thousands takes as long as thousands of reads, and each result may move everybody
in it. So a table is made once for each change, when it is first looked at, and stored with its
entry of the log; while nobody looks, no result waits for it. What is shown is never older than the
log was when it was asked for.

Smaller tables are made each time, which takes less than writing them would.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, cast
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Row

from competitions.formats.rounds import in_one_table
from competitions.log.folds import Folds, loaded
from competitions.log.unit_of_work import written
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.standings.placings import (
    Placing,
    Placings,
    Sheet,
    page_of,
    placings,
    span,
)
from competitions.standings.table import standings
from competitions.standings.tie_breaks import Name
from competitions.tournaments.held import Held, Team, Teams
from competitions.tournaments.ids import CompetitionId, key_of
from competitions.tournaments.repository import folded_row, folds_of, held, with_some
from matches.model.ids import PlayerId
from storage import competition_tables as tables
from storage.competition_tables import Head, Line
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.transactions import in_transaction

LARGE = 400
"""With more entrants than this a table is stored. Its page has words alone: to paint a picture
takes the whole table.
"""
LINES = 20
"""The most lines on a page, so that a message has room for them."""


@dataclass(frozen=True, slots=True)
class _Stale:
    """There is no table of this entry of the log yet, or of a later one."""

    seq: int
    competition: Competition


_LOCKS: WeakKeyDictionary[Database, dict[int, asyncio.Lock]] = WeakKeyDictionary()
"""So that each table is made once, however many ask for it at the same time."""


async def look(
    db: Database, competition_id: CompetitionId, *, player: PlayerId, page: int | None = None
) -> Held:
    """A competition with a page of its standings. Without a number it is the page with the player's
    own line, or else the first; with too large a number it is the last. A competition that isn't
    large, or doesn't have one table, comes as a whole, without a page. Raises CompetitionError,
    Unavailable.
    """
    number = key_of(competition_id)

    async def load(least: int | None = None) -> Held | _Stale:
        work = partial(_loaded, player=player, page=page, least=least)
        return await loaded(db, work, folds_of(db), number)

    found = await load()
    if isinstance(found, _Stale):
        async with _LOCKS.setdefault(db, {}).setdefault(number, asyncio.Lock()):
            found = await load(found.seq)
            if isinstance(found, _Stale):  # pragma: no branch - or made meanwhile by somebody
                await _make(db, number, found)
                found = await load(found.seq)
    assert isinstance(found, Held)
    return found


async def _make(db: Database, number: CompetitionNumber, stale: _Stale) -> None:
    """Makes the table that is missing, and stores it."""
    head, lines = await asyncio.to_thread(_made, stale)
    store = partial(tables.store, number=number, table=head, lines=lines)
    await written(db, in_transaction(store))


def _is_large(now: Competition, *, servers: bool) -> bool:
    """Whether its table is stored. In a cup of servers there is more to say of everybody."""
    return in_one_table(now) and len(now.seeding) > LARGE and not servers


def _loaded(
    connection: Connection,
    folds: Folds[Competition],
    number: CompetitionNumber,
    *,
    player: PlayerId,
    page: int | None,
    least: int | None,
) -> Held | _Stale:
    """By a table that is of the last entry, or of entry `least` or a later one."""
    row, now = folded_row(connection, folds, number)
    if not _is_large(now, servers=row.servers):
        return held(connection, row, now)
    seen = tables.seen(connection, number, player)
    if seen is None or seen.head.seq < (row.seq if least is None else least):
        return _Stale(row.seq, now)
    count = seen.head.entrants
    pages = -(-count // LINES)
    if page is None:
        page = 0 if seen.place is None else page_of(seen.place - 1, pages, count)
    page = min(page, pages - 1)
    found = tables.page(connection, number, span(page, pages, count))
    lines = tuple(_read(line) for line in dict.fromkeys(tables.line_of(one) for one in found))
    sheet = Sheet(lines, page, pages, seen.head.level, seen.head.decisive)
    return replace(
        with_some(connection, row, now, seen.own, {}), teams=_teams(seen, found), sheet=sheet
    )


def _teams(seen: tables.Seen, found: Sequence[Row[Any]]) -> Teams:
    """Who the reader's entrant is, and who stands on a page."""
    teams: dict[EntrantId, Team] = {}
    for one in found:
        id_ = EntrantId(one.entrant)
        teams[id_] = (*teams.get(id_, ()), one.player_id)
    if seen.own:
        teams[EntrantId(seen.own[0].entrant)] = tuple(one.player_id for one in seen.own)
    return teams


def _made(stale: _Stale) -> tuple[Head, list[Line]]:
    return stored(stale.seq, placings(standings(stale.competition)))


# As texts


def stored(seq: int, table: Placings) -> tuple[Head, list[Line]]:
    """A table as it is stored, of an entry of the log."""
    lines = [Line(one.entrant, one.rank, str(one.points), _written(one)) for one in table.lines]
    return Head(seq, len(lines), table.level, table.decisive), lines


def restored(head: Head, lines: Iterable[Line]) -> Placings:
    """The table that is stored."""
    return Placings(tuple(map(_read, lines)), head.level, head.decisive)


def _written(one: Placing) -> str:
    return " ".join(f"{name}={value}" for name, value in one.by)


def _read(line: Line) -> Placing:
    pairs = (said.split("=") for said in line.tie_breaks.split())
    by = tuple((cast("Name", name), Fraction(value)) for name, value in pairs)
    return Placing(line.rank, EntrantId(line.entrant), Fraction(line.points), by)
