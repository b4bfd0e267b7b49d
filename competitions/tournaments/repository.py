"""Loading a competition: its rows as values, its log folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row

from competitions.log import terms as common
from competitions.log.folds import Folds, Known, folded
from competitions.model.competition import Competition, fold
from competitions.model.errors import CompetitionError
from competitions.model.events import Event
from competitions.model.pairings import Game
from competitions.model.texts import read
from competitions.tournaments.held import Held, Part, Section, Terms, teams_at
from competitions.tournaments.ids import public_id
from matches.model import ids
from storage import competitions as rows
from storage.competitions import GameMatch, Member
from storage.ids import CompetitionNumber
from storage.logs import LogEntry

HOUR = timedelta(hours=1)
"""The unit of rounds that last a fixed time."""

_KNOWN: Known[Competition] = Known()
folds_of = _KNOWN.of


def load(
    connection: Connection,
    folds: Folds[Competition],
    number: CompetitionNumber,
    *,
    lock: bool = False,
) -> Held:
    """The competition as it is now. With `lock`, inside a transaction, nobody else can change it
    until that ends.

    Raises CompetitionError if there is none, or if its log can't be folded.
    """
    return held(connection, *folded_row(connection, folds, number, lock=lock))


def folded_row(
    connection: Connection,
    folds: Folds[Competition],
    number: CompetitionNumber,
    *,
    lock: bool = False,
) -> tuple[Row[Any], Competition]:
    """Only the row of a competition, and the fold of its log."""
    row = rows.LOG.row(connection, number, lock=lock)
    if row is None:
        raise CompetitionError("unknown-competition", competition=public_id(number))
    return row, folded(connection, rows.LOG, row, public_id(number), fold_entries, folds=folds)


def held(connection: Connection, row: Row[Any], competition: Competition) -> Held:
    """A competition with what is stored beside its log."""
    number = CompetitionNumber(row.id)
    members, played = rows.members(connection, number), rows.games(connection, number)
    return with_some(connection, row, competition, members, played)


def with_some(
    connection: Connection,
    row: Row[Any],
    competition: Competition,
    some: Iterable[Member],
    played: Mapping[Game, GameMatch],
) -> Held:
    """A competition with only some of its members, in order, and some of its matches."""
    number, members = CompetitionNumber(row.id), tuple(some)
    sections = rows.sections(connection, number) if competition.status == "cancelled" else ()
    return Held(
        id=public_id(number),
        number=number,
        terms=_terms(row),
        host=row.host,
        handed_over=row.handed_over,
        seq=row.seq,
        told=row.told,
        created_at=row.created_at,
        round_ends_at=rows.round_ends_at(row),
        next_at=row.next_at,
        competition=competition,
        members=members,
        teams=teams_at(members, row.seq),
        asked=frozenset(
            one.player_id
            for one in members
            if one.until is None and not one.agreed and one.player_id is not None
        ),
        matches={game: ids.public_id(one.number) for game, one in played.items()},
        played=played,
        poster=row.poster,
        sections=tuple(map(public_id, sections)),
    )


def _terms(row: Row[Any]) -> Terms:
    return Terms(
        **common.read(row),
        unfinished=row.unfinished,
        team=row.team,
        starts_at=row.starts_at,
        ends_at=rows.ends_at(row),
        each_round=None if row.each_round is None else row.each_round * HOUR,
        together=row.together,
        lowest=row.lowest,
        highest=row.highest,
        repeats=row.repeats,
        day=row.day,
        part=None if row.league is None else Part(row.league, row.season, row.division),
        section_size=row.section_size,
        section=None if row.whole is None else Section(row.whole, row.section),
        servers=row.servers,
    )


def columns(terms: Terms) -> dict[str, Any]:
    """The columns that hold the terms."""
    part, section = terms.part, terms.section
    return common.columns(terms) | {
        "unfinished": terms.unfinished,
        "team": terms.team,
        "starts_at": terms.starts_at,
        "ends_at": terms.ends_at,
        "each_round": None if terms.each_round is None else terms.each_round // HOUR,
        "together": terms.together,
        "lowest": terms.lowest,
        "highest": terms.highest,
        "repeats": terms.repeats,
        "day": terms.day,
        "league": None if part is None else part.league,
        "season": None if part is None else part.season,
        "division": None if part is None else part.division,
        "section_size": terms.section_size,
        "whole": None if section is None else section.whole,
        "section": None if section is None else section.number,
        "servers": terms.servers,
    }


def event_of(entry: LogEntry) -> Event:
    """The event of an entry. Raises ValueError."""
    return read(entry.kind, entry.text, entry.reason or "")


def fold_entries(known: Competition | None, added: Sequence[LogEntry]) -> Competition:
    """The competition after these further entries. Raises ValueError if they don't follow."""
    return fold(map(event_of, added), known)
