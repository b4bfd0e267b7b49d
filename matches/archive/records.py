"""Records of matches: writing them, and looking at any turn of a match or of a record."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from games.play import Line
from games.protocol import Result, Seat
from games.record import OTHER_END, Record, RecordError
from games.stops import Stop
from matches.archive.variations import published
from matches.model import texts
from matches.model.errors import NotRunning
from matches.model.ids import NO_ID, ChannelId, MatchId
from matches.model.match import Ending, LoggedEvent, LoggedTurn, Match, Place, PlayedTurn
from matches.model.storage_errors import map_storage_errors
from matches.model.turns import holders
from matches.unit_of_work.queries import get
from matches.unit_of_work.repository import key_of
from storage import matches as rows
from storage.database import Database
from storage.privacy import NOBODY

_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Records contain no times."""


async def recorded(db: Database, match_id: MatchId) -> tuple[Match, Record]:
    """The match and its record, under the version of the rules with which it began, including its
    published studies.

    Raises UnknownMatch, NotRunning (for a table), Unavailable.
    """
    match = await get(db, match_id)
    if match.started_at is None:
        raise NotRunning(match=match.id)
    with map_storage_errors(match.id):
        row, _ = await db.read(lambda connection: rows.header(connection, key_of(match.id)))
    tried = tuple(one.variation for one in await published(db, match.id))
    return match, replace(_record(match, row.rules_version), variations=tried)


def _record(match: Match, rules_version: int) -> Record:
    ending = match.ending
    turns = log_of(match)
    result = Result(ending.ranks, ending.reason) if ending and ending.ranks else None
    over = ending.reason if ending and not ending.ranks else ""
    return Record(match.game, match.setup, turns, result, rules_version, over)


def log_of(match: Match) -> tuple[str, ...]:
    """The match's turns and events as they appear in its record."""
    return tuple(
        entry.text if isinstance(entry, LoggedTurn) else entry.token for entry in match.logged
    )


def require_ending(ending: str, result: Result | None) -> None:
    """Raises RecordError unless the ending is a result, or one of those that our own matches
    have.
    """
    if ending and (result or ending not in texts.ENDINGS):
        raise RecordError(OTHER_END)


def outline(record: Record, turns: int, entries: int) -> Match:
    """A record as a match, with no players in its seats and no times of day. It has none of its
    turns: only how many there are, and how many entries together with its events. `at` fills in the
    rest.
    """
    line = Line.begin(record.game, record.setup)
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
        place=Place(None, ChannelId(0)),
        message=None,
        seq=entries,
        base=0,
        turn_count=turns,
        to_move=None if record.ending else line.position.to_move,
        ending=_ending(record),
        created_at=_NO_TIME,
        started_at=_NO_TIME,
        line=line,
    )


def _ending(record: Record) -> Ending | None:
    if record.result:
        return Ending(record.result.reason, record.result.ranks)
    return Ending(record.ending) if record.ending else None


def _seat(token: str) -> Seat | None:
    """The seat that a record's event is about."""
    return int(token.partition(":")[2] or 0) or None


def at(match: Match, stop: Stop) -> Match:
    """The match as it was at a stop of its log. `recent` holds its last turn at that stop. Nothing
    in it reveals what came later.
    """
    here = Line.at(match.game, stop.position)
    whole = stop.number == stop.end and match.fault is None
    if whole and match.position == stop.position:
        return match
    recent = tuple[PlayedTurn, ...]()
    if stop.seat is not None:
        known = match.turns[stop.turns - 1 : stop.turns]
        turn = known or (LoggedTurn(stop.turns, stop.seat, stop.text, _NO_TIME, stop.number),)
        recent = (PlayedTurn(turn[0], stop.steps),)
    then = _seated_at(match, stop)
    then = replace(then, line=here, recent=recent, to_move=here.position.to_move)
    if whole:
        return replace(then, to_move=None if match.ending else then.to_move)
    return replace(
        then,
        status="running",
        ending=None,
        due_at=None,
        finished_at=None,
        fault=None,
        draw_offer=None,
        offered=frozenset(),
        queues={},
        conditions={},
        offers=(),
        turns=match.turns[: stop.turns],
        turn_count=stop.turns,
        events=match.events[: stop.number - stop.turns],
    )


def _seated_at(match: Match, stop: Stop) -> Match:
    """The match with the players who had the seats at a stop of its log."""
    if not match.handovers:
        return match
    seq = match.logged[stop.number - 1].seq if stop.number else 0
    earlier = tuple(one for one in match.handovers if one.seq <= seq)
    return replace(match, players=holders(match, seq), handovers=earlier)


def event_at(match: Match, stop: Stop) -> LoggedEvent | None:
    """The event right before a stop, or None if it was a turn or there is nothing."""
    if stop.event is None:
        return None
    known = match.events[stop.number - stop.turns - 1 : stop.number - stop.turns]
    return known[0] if known else LoggedEvent(stop.event, _seat(stop.event), _NO_TIME, stop.number)
