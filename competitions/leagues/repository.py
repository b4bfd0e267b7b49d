"""Loading a league: its rows as values, its log folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row

from competitions.leagues.held import Held, Terms
from competitions.leagues.ids import public_id
from competitions.log import terms as common
from competitions.log.folds import Folds, Known, folded
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league.events import Event
from competitions.model.league.league import League, fold
from competitions.model.league.texts import read
from competitions.tournaments.ids import public_id as competition_id
from storage import competitions
from storage import leagues as rows
from storage.ids import LeagueNumber
from storage.logs import LogEntry

_KNOWN: Known[League] = Known()
folds_of = _KNOWN.of


def load(
    connection: Connection, folds: Folds[League], number: LeagueNumber, *, lock: bool = False
) -> Held:
    """The league as it is now. With `lock`, inside a transaction, nobody else can change it until
    that ends.

    Raises CompetitionError if there is none, or if its log can't be folded.
    """
    row = rows.LOG.row(connection, number, lock=lock)
    if row is None:
        raise CompetitionError("unknown-competition", competition=public_id(number))
    league = folded(connection, rows.LOG, row, public_id(number), fold_entries, folds=folds)
    return held(connection, row, league)


def held(connection: Connection, row: Row[Any], league: League) -> Held:
    """A league with what is stored beside its log."""
    number = LeagueNumber(row.id)
    members = rows.members(connection, number)
    divisions = competitions.of_league(connection, number, league.season)
    starts_at, unfinished = row.starts_at, row.unfinished
    return Held(
        id=public_id(number),
        number=number,
        terms=Terms(**common.read(row), starts_at=starts_at, unfinished=unfinished),
        host=row.host,
        handed_over=row.handed_over,
        poster=row.poster,
        seq=row.seq,
        told=row.told,
        created_at=row.created_at,
        next_at=row.next_at,
        league=league,
        people={MemberId(member): player for member, player in members.items()},
        divisions=tuple(map(competition_id, divisions)),
    )


def columns(terms: Terms) -> dict[str, Any]:
    """The columns that hold the terms."""
    own = {"starts_at": terms.starts_at, "unfinished": terms.unfinished}
    return common.columns(terms) | own


def event_of(entry: LogEntry) -> Event:
    """The event of an entry. Raises ValueError."""
    return read(entry.kind, entry.text, entry.reason or "")


def fold_entries(known: League | None, added: Sequence[LogEntry]) -> League:
    """The league after these further entries. Raises ValueError if they don't follow."""
    return fold(map(event_of, added), known)
