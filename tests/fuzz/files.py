"""Uploaded and piped input: records, requests to the rules engines, the engine protocol."""

from __future__ import annotations

import json

from bot.cli.engine import replayed
from bot.records import shelf
from bot.records.source import outline
from games.record import RecordError, read, to_json, to_text
from games.words import say
from matches.archive.records import at, require_ending
from opponents.protocol import Session
from opponents.protocol.lines import Lines

ANSWERS = {"id", "protocol", "game", "ugiok", "readyok", "response", "bestmove", "error"}
"""The first words of all that is answered."""


def record(data: bytes) -> None:
    """A file is a record that survives both of its forms and can be viewed, or raises
    RecordError.
    """
    try:
        text, head, start = shelf.opened(data)
        require_ending(head.ending, head.result)
    except RecordError as error:
        assert say(error.sentence, error.fields)
        return
    found = read(text)
    assert to_text(found).encode() == text
    assert read(to_json(found).encode()) == found
    assert start.number == 0
    for number in (0, start.end // 2, start.end):
        _, stop = shelf.look(text.decode(), number, text)
        assert (stop.number, stop.end) == (number, start.end)
        then = at(outline(head, start.end), stop)
        assert (then.turn_count, then.position) == (stop.turns, stop.position)
    assert stop.position == found.line().position


def engine(data: bytes) -> None:
    """A line is answered with an object: the plies, or an error."""
    answer = replayed(data)
    assert set(answer) in ({"error"}, {"plies", "turn", "result"})
    json.dumps(answer)


def protocol(data: bytes) -> None:
    """Commands are answered by lines of the protocol, or by none. Nobody thinks for long."""
    session, lines = Session(), Lines()
    for line in [*lines.cut(data), *lines.cut(b"")]:
        for answer in session.answer((line or b"").decode(errors="replace"), lambda: True):
            assert answer.split()[0] in ANSWERS
            assert len(answer.splitlines()) == 1
            assert answer.encode()
