"""Loading a ladder: its rows as values, its log folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row

from competitions.ladders.held import Held
from competitions.ladders.ids import public_id
from competitions.log import terms as common
from competitions.log.folds import Folds, Known, folded
from competitions.log.terms import CommonTerms
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import Event
from competitions.model.ladder.ladder import Ladder, fold
from competitions.model.ladder.texts import read
from storage import ladders as rows
from storage.ids import LadderNumber
from storage.logs import LogEntry

_KNOWN: Known[Ladder] = Known()
folds_of = _KNOWN.of


def load(
    connection: Connection, folds: Folds[Ladder], number: LadderNumber, *, lock: bool = False
) -> Held:
    """The ladder as it is now. With `lock`, inside a transaction, nobody else can change it until
    that ends.

    Raises CompetitionError if there is none, or if its log can't be folded.
    """
    row = rows.LOG.row(connection, number, lock=lock)
    if row is None:
        raise CompetitionError("unknown-competition", competition=public_id(number))
    ladder = folded(connection, rows.LOG, row, public_id(number), fold_entries, folds=folds)
    return held(connection, row, ladder)


def held(connection: Connection, row: Row[Any], ladder: Ladder) -> Held:
    """A ladder with what is stored beside its log."""
    number = LadderNumber(row.id)
    members = rows.members(connection, number)
    waiting = [one.number for one in ladder.challenges.values() if one.unanswered]
    return Held(
        id=public_id(number),
        number=number,
        terms=CommonTerms(**common.read(row)),
        host=row.host,
        handed_over=row.handed_over,
        seq=row.seq,
        told=row.told,
        created_at=row.created_at,
        next_at=row.next_at,
        ladder=ladder,
        people={MemberId(member): player for member, player in members.items()},
        played=rows.played(connection, number, [*ladder.challenges]),
        until=rows.answer_times(connection, number, waiting),
    )


def event_of(entry: LogEntry) -> Event:
    """The event of an entry. Raises ValueError."""
    return read(entry.kind, entry.text, entry.at, entry.reason or "")


def fold_entries(known: Ladder | None, added: Sequence[LogEntry]) -> Ladder:
    """The ladder after these further entries. Raises ValueError if they don't follow."""
    events = map(event_of, added)
    if known is None:
        return fold(events)
    for event in events:
        known = known.apply(event)
    return known
