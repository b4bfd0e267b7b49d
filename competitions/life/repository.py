"""Loading a competition: its rows as values, its log folded."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from datetime import timedelta
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Row

import games
from competitions.life.held import Held, Terms, teams_at
from competitions.life.ids import CompetitionId, number_of, public_id
from competitions.model.competition import Competition, fold
from competitions.model.errors import CompetitionError
from competitions.model.events import Event
from competitions.model.texts import read
from matches.model import ids
from matches.model.clock import Clock
from storage import competitions as rows
from storage.database import Database
from storage.ids import CompetitionNumber

SIZE = 64
"""How many folded competitions are kept for each open database."""

HOUR = timedelta(hours=1)
"""Rounds at fixed times last whole hours."""


class Folds:
    """The last used competitions, folded, by number. Used by several threads at once.

    What was folded before words were deleted from a log still has them: a competition is known by
    how often that has happened, too.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[CompetitionNumber, tuple[int, int, Competition]] = OrderedDict()
        self._lock = Lock()

    def get(
        self, number: CompetitionNumber, seq: int, forgotten: int = 0
    ) -> tuple[int, Competition | None]:
        """The latest fold up to entry `seq` that is kept, and its last entry."""
        with self._lock:
            known = self._kept.get(number)
            if known is None or known[0] > seq or known[1] != forgotten:
                return 0, None
            return known[0], known[2]

    def put(
        self, number: CompetitionNumber, seq: int, competition: Competition, forgotten: int = 0
    ) -> None:
        """Keeps what is stored for good."""
        with self._lock:
            self._kept[number] = (seq, forgotten, competition)
            self._kept.move_to_end(number)
            while len(self._kept) > SIZE:
                self._kept.popitem(last=False)


_folds: WeakKeyDictionary[Database, Folds] = WeakKeyDictionary()


def folds_of(db: Database) -> Folds:
    """The folds that are kept for an open database."""
    return _folds.setdefault(db, Folds())


def key_of(competition_id: CompetitionId) -> CompetitionNumber:
    """The number of the competition with this id. Raises CompetitionError."""
    try:
        return number_of(competition_id)
    except ValueError:
        raise CompetitionError("unknown-competition", competition=competition_id[:20]) from None


def load(
    connection: Connection, folds: Folds, number: CompetitionNumber, *, lock: bool = False
) -> Held:
    """The competition as it stands. With `lock`, inside a transaction, it stays so until its end.

    Raises CompetitionError: there is none, or its log can't be folded.
    """
    row = rows.row(connection, number, lock=lock)
    if row is None:
        raise CompetitionError("unknown-competition", competition=public_id(number))
    competition = _folded(connection, folds, number, row)
    return held(connection, row, competition)


def held(connection: Connection, row: Row[Any], competition: Competition) -> Held:
    """A competition with what stands beside its log."""
    number = CompetitionNumber(row.id)
    members, played = tuple(rows.members(connection, number)), rows.games(connection, number)
    return Held(
        id=public_id(number),
        number=number,
        terms=_terms(row),
        host=row.host,
        seq=row.seq,
        told=row.told,
        created_at=row.created_at,
        begun_at=row.begun_at,
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
    )


def _terms(row: Row[Any]) -> Terms:
    return Terms(
        name=row.name,
        guild=row.guild,
        channel=row.channel,
        game=games.get(row.game),
        options=row.options,
        clock=Clock.read(row.clock),
        at_end=row.at_end,
        unfinished=row.unfinished,
        team=row.team,
        starts_at=row.starts_at,
        ends_at=rows.ends_at(row),
        each_round=None if row.each_round is None else row.each_round * HOUR,
        anywhere=row.anywhere,
        role=row.role,
        lowest=row.lowest,
        highest=row.highest,
        reliability=row.reliability,
        repeats=row.repeats,
    )


def columns(terms: Terms) -> dict[str, Any]:
    """The columns that hold the terms."""
    return {
        "name": terms.name,
        "guild": terms.guild,
        "channel": terms.channel,
        "game": terms.game.info.key,
        "options": dict(terms.options),
        "clock": str(terms.clock),
        "at_end": terms.at_end,
        "unfinished": terms.unfinished,
        "team": terms.team,
        "starts_at": terms.starts_at,
        "ends_at": terms.ends_at,
        "each_round": None if terms.each_round is None else terms.each_round // HOUR,
        "anywhere": terms.anywhere,
        "role": terms.role,
        "lowest": terms.lowest,
        "highest": terms.highest,
        "reliability": terms.reliability,
        "repeats": terms.repeats,
    }


def _folded(
    connection: Connection, folds: Folds, number: CompetitionNumber, row: Row[Any]
) -> Competition:
    last, known = folds.get(number, row.seq, row.forgotten)
    added = rows.entries(connection, number, last, row.seq)
    competition = fold_on(number, known, added)
    if last + len(added) != row.seq:
        raise CompetitionError("damaged", competition=public_id(number))
    folds.put(number, row.seq, competition, row.forgotten)
    return competition


def event_of(entry: rows.CompetitionEntry) -> Event:
    """The event of an entry. Raises ValueError."""
    return read(entry.kind, entry.text, entry.reason or "")


def fold_on(
    number: CompetitionNumber,
    known: Competition | None,
    added: Iterable[rows.CompetitionEntry],
) -> Competition:
    """The competition after these entries too. Raises CompetitionError if they don't follow."""
    try:
        return fold(map(event_of, added), known)
    except ValueError as error:
        raise CompetitionError("damaged", competition=public_id(number)) from error
