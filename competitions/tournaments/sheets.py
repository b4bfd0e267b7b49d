"""The standings of large competitions, a page at a time.

Making a table of thousands takes as long as thousands of reads, and each result may move everybody
in it. So a table is made once for each change, when somebody first looks at it, and is stored with
the number of its log entry. Results don't wait for it. What is shown is never older than the log
was when the reader asked.

Smaller tables are made each time, which takes less time than storing them would.
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
"""With more entrants than this, a table is stored. Its pages are text only, because painting a
picture needs the whole table.
"""
LINES = 20
"""How many lines a page may have, so that they fit into a message."""


@dataclass(frozen=True, slots=True)
class _Stale:
    """No table of this entry of the log, or of a later one, has been stored yet."""

    seq: int
    competition: Competition


_LOCKS: WeakKeyDictionary[Database, dict[int, asyncio.Lock]] = WeakKeyDictionary()
"""These make sure that a table is made once, however many ask for it at the same time."""


async def look(
    db: Database, competition_id: CompetitionId, *, player: PlayerId, page: int | None = None
) -> Held:
    """A competition with one page of its standings. If `page` is None, it is the page with the
    player's own line, or else the first; too large a number gives the last page. Competitions that
    are small or don't have a single table come whole, without a page. Raises CompetitionError,
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
    """Makes the missing table and stores it."""
    head, lines = await asyncio.to_thread(_made, stale)
    store = partial(tables.store, number=number, table=head, lines=lines)
    await written(db, in_transaction(store))


def _is_large(now: Competition, *, servers: bool) -> bool:
    """Whether the table is stored. Cups of servers are excluded: they show more of entrants."""
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
    """The competition, read from a stored table of entry `least` or later; if that is None, of the
    last entry.
    """
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
    """The people of the reader's entrant and of those on the page."""
    teams: dict[EntrantId, Team] = {}
    for one in found:
        id_ = EntrantId(one.entrant)
        teams[id_] = (*teams.get(id_, ()), one.player_id)
    if seen.own:
        teams[EntrantId(seen.own[0].entrant)] = tuple(one.player_id for one in seen.own)
    return teams


def _made(stale: _Stale) -> tuple[Head, list[Line]]:
    return stored(stale.seq, placings(standings(stale.competition)))


# Tables as texts


def stored(seq: int, table: Placings) -> tuple[Head, list[Line]]:
    """A table in its stored form, with the log entry that it belongs to."""
    lines = [Line(one.entrant, one.rank, str(one.points), _written(one)) for one in table.lines]
    return Head(seq, len(lines), table.level, table.decisive), lines


def restored(head: Head, lines: Iterable[Line]) -> Placings:
    """A table from its stored form."""
    return Placings(tuple(map(_read, lines)), head.level, head.decisive)


def _written(one: Placing) -> str:
    return " ".join(f"{name}={value}" for name, value in one.by)


def _read(line: Line) -> Placing:
    pairs = (said.split("=") for said in line.tie_breaks.split())
    by = tuple((cast("Name", name), Fraction(value)) for name, value in pairs)
    return Placing(line.rank, EntrantId(line.entrant), Fraction(line.points), by)
