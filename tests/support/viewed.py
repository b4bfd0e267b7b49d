"""Records read and looked at without the bot."""

from __future__ import annotations

from dataclasses import replace

from games.play import Line, play_turn
from games.record import Record, read
from games.stops import Stops, entries
from matches.archive.records import _NO_TIME, _seat, at, log_of, outline, require_ending
from matches.model.match import LoggedEvent, LoggedTurn, Match, PlayedTurn


def read_record(data: bytes) -> Record:
    """The record in a file, text or JSON, verified by replay. Raises RecordError."""
    found = read(data)
    require_ending(found.ending, found.result)
    return found


def viewed(record: Record) -> Match:
    """A record as a match that can be viewed, with no players in its seats and no times of day.

    The record must replay; one that comes from `read_record` does.
    """
    line = Line.begin(record.game, record.setup)
    turns, events, recent = list[LoggedTurn](), list[LoggedEvent](), tuple[PlayedTurn, ...]()
    entered = entries(record.game, record.setup, record.turns)
    for seq, text in enumerate(entered, start=1):
        event = line.event(text)
        if event is not None:
            events.append(LoggedEvent(text, _seat(text), _NO_TIME, seq))
            line = event
        else:
            turn, seat = play_turn(line, text), line.position.to_move
            turns.append(LoggedTurn(len(turns) + 1, seat, turn.text, _NO_TIME, seq))
            recent, line = (PlayedTurn(turns[-1], turn.steps),), turn.line
    seen = outline(record, len(turns), len(turns) + len(events))
    return replace(
        seen,
        to_move=None if record.ending else line.position.to_move,
        line=line,
        turns=tuple(turns),
        events=tuple(events),
        recent=recent,
    )


def at_stop(match: Match, count: int) -> Match:
    """The match after the first `count` of its turns and events, or after as many as replay."""
    return at(match, Stops(match.game, match.setup, log_of(match)).at(count))
