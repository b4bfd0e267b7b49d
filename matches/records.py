"""Records of matches: writing them, reading them for viewing, looking at any turn of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from games.errors import MoveError
from games.play import Line, play_turn
from games.protocol import Result, Seat
from games.record import OTHER_END, Record, RecordError, from_json, from_text
from matches import texts
from matches.desk import key_of
from matches.errors import NotRunning, Unavailable
from matches.match import Ending, LoggedEvent, LoggedTurn, Match, Place, PlayedTurn
from matches.queries import get
from storage import matches as rows
from storage.database import Database
from storage.errors import StorageError
from storage.privacy import NOBODY

LIMIT = 100_000
"""The most bytes of a record that is read; the longest matches have a tenth of it."""

NO_ID = "-"
"""The id of a match that was read from a record, and is in no database."""

_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Records tell no times."""


async def recorded(db: Database, match_id: str) -> tuple[Match, Record]:
    """The match and its record, under the version of the rules that it was begun with.

    Raises UnknownMatch, NotRunning (for a table), Unavailable.
    """
    match = await get(db, match_id)
    if match.started_at is None:
        raise NotRunning(match=match.id)
    try:
        row, _ = await db.read(lambda connection: rows.header(connection, key_of(match.id)))
    except StorageError as error:
        raise Unavailable(match=match.id) from error
    return match, _record(match, row.rules_version)


def _record(match: Match, rules_version: int) -> Record:
    ending = match.ending
    turns = tuple(
        entry.text if isinstance(entry, LoggedTurn) else entry.token for entry in match.logged
    )
    result = Result(ending.ranks, ending.reason) if ending and ending.ranks else None
    over = ending.reason if ending and not ending.ranks else ""
    return Record(match.game, match.setup, turns, result, rules_version, over)


def read(data: bytes) -> Record:
    """The record in a file, text or JSON, verified by replay. Raises RecordError."""
    if len(data) > LIMIT:
        raise RecordError
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError from error
    record = from_json(text) if text.lstrip().startswith("{") else from_text(text)
    if record.ending and (record.result or record.ending not in texts.ENDINGS):
        raise RecordError(OTHER_END)
    return record


def viewed(record: Record) -> Match:
    """A record as a match that can be looked at, with nobody in its seats and no time of day.

    The record must replay, as one does that was read.
    """
    line = Line.begin(record.game, record.setup)
    turns, events, recent = list[LoggedTurn](), list[LoggedEvent](), tuple[PlayedTurn, ...]()
    for seq, text in enumerate(_texts(line, record), start=1):
        event = line.event(text)
        if event is not None:
            events.append(LoggedEvent(text, _seat(text), _NO_TIME, seq))
            line = event
        else:
            turn, seat = play_turn(line, text), line.position.to_move
            turns.append(LoggedTurn(len(turns) + 1, seat, turn.text, _NO_TIME, seq))
            recent, line = (PlayedTurn(turns[-1], turn.steps),), turn.line
    return Match(
        id=NO_ID,
        game=record.game,
        setup=record.setup,
        status="finished" if record.result else "aborted" if record.ending else "running",
        players=(None,) * record.setup.seats,
        kept=(None,) * record.setup.seats,
        host=NOBODY,
        seating="chosen",
        rated=False,
        place=Place(None, 0),
        message=None,
        seq=len(turns) + len(events),
        base=0,
        turn_count=len(turns),
        to_move=None if record.ending else line.position.to_move,
        ending=_ending(record),
        created_at=_NO_TIME,
        started_at=_NO_TIME,
        line=line,
        turns=tuple(turns),
        events=tuple(events),
        recent=recent,
    )


def _ending(record: Record) -> Ending | None:
    if record.result:
        return Ending(record.result.reason, record.result.ranks)
    return Ending(record.ending) if record.ending else None


def _texts(line: Line[Any, Any], record: Record) -> Iterator[str]:
    """The turns and events of a record one by one, however its tokens stand in lines."""
    begun: list[str] = []
    for token in (token for turn in record.turns for token in turn.split()):
        event = line.event(token)
        if event is None:
            begun.append(token)
            line = line.read(token)[1]
        if begun and (event is not None or not line.position.mid_turn):
            yield " ".join(begun)
            begun = []
        if event is not None:
            line = event
            yield token.lower()
    if begun:
        yield " ".join(begun)


def _seat(token: str) -> Seat | None:
    """Whom an event of a record is about."""
    return int(token.partition(":")[2] or 0) or None


def after(match: Match, count: int) -> Match:
    """The match as it was after its first turns and events, `count` of them or all that replay.

    `recent` holds its last turn then. Nothing in it tells what came later.
    """
    if count >= len(match.logged) and match.fault is None:
        return match
    line = Line.begin(match.game, match.setup)
    turns, events, recent = list[LoggedTurn](), list[LoggedEvent](), tuple[PlayedTurn, ...]()
    for entry in match.logged[: max(count, 0)]:
        try:
            if isinstance(entry, LoggedEvent):
                line = line.event(entry.token) or line
                events.append(entry)
            else:
                turn = play_turn(line, entry.text)
                turns.append(entry)
                recent, line = (PlayedTurn(entry, turn.steps),), turn.line
        except MoveError:
            break
    return replace(
        match,
        status="running",
        to_move=line.position.to_move,
        ending=None,
        due_at=None,
        finished_at=None,
        fault=None,
        draw_offer=None,
        offered=frozenset(),
        queues={},
        line=line,
        turns=tuple(turns),
        turn_count=len(turns),
        events=tuple(events),
        recent=recent,
    )


def stop_of_turn(match: Match, number: int) -> int:
    """How many turns and events there are up to the end of a turn; 0 is the start."""
    stops = [
        stop
        for stop, entry in enumerate(match.logged, start=1)
        if isinstance(entry, LoggedTurn) and entry.number <= number
    ]
    return max(stops, default=0)
