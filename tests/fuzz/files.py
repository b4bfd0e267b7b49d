"""Uploaded and piped input: records, requests to the rules engines, the engine protocol."""

from __future__ import annotations

import json

from bot.cli.engine import replayed
from games.record import RecordError, to_json, to_text
from games.words import say
from matches.archive import records
from opponents.protocol import Session
from opponents.protocol.lines import Lines

ANSWERS = {"id", "protocol", "game", "ugiok", "readyok", "response", "bestmove", "error"}
"""The first words of all that is answered."""


def record(data: bytes) -> None:
    """A file is a record that survives both of its forms and can be viewed, or raises
    RecordError.
    """
    try:
        found = records.read(data)
    except RecordError as error:
        assert say(error.sentence, error.fields)
        return
    assert records.read(to_text(found).encode()) == found
    assert records.read(to_json(found).encode()) == found
    seen = records.viewed(found)
    assert seen.line.position == found.line().position
    for stop in (0, len(seen.logged) // 2, len(seen.logged)):
        assert len(records.after(seen, stop).logged) == stop


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
