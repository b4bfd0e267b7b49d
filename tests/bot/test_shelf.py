"""Records in the process that reads them: each is read once and kept for a limited time."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import games
from bot.records import shelf
from bot.records.shelf import KEPT, Log, Missing
from games import play
from games import record as records
from games.play import Line
from games.record import LONGEST, TOO_MANY, Record, RecordError, record, to_json, to_text
from tests.support.long_matches import random_turns

GAME = games.get("tyr")
SETUP = play.setup(GAME, 2)


@cache
def _long() -> list[str]:
    """The first turns of a random match longer than a record may be."""
    return random_turns(GAME, SETUP, LONGEST + 600)


def _turns(number: int) -> list[str]:
    return _long()[:number]


def _record(number: int) -> Record:
    return record(GAME, SETUP, _turns(number), None)


@pytest.fixture(autouse=True)
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """An empty shelf, and the list of what the test reads."""
    found: list[bytes] = []

    def reading(data: bytes) -> Record:
        found.append(data)
        return records.read(data)

    monkeypatch.setattr(shelf, "read", reading)
    shelf._shelf.clear()
    yield found
    shelf._shelf.clear()


def test_a_record_is_read_once_for_many_clicks(read: list[bytes]) -> None:
    """Opening, stepping and animating by two people who opened the same record reads it once."""
    data = to_json(_record(50)).encode()
    text, head, start = shelf.opened(data)
    assert (head.game, head.turns, start.number, start.end) == ("tyr", 50, 0, 50)
    for message in ("file 1", "file 2"):
        with pytest.raises(Missing):
            shelf.look(message, 3)
        assert shelf.look(message, 3, text)[1].turns == 3
        for number in range(60):
            assert shelf.look(message, number)[1].number == min(number, 50)
        assert shelf.look(message, 7, turn=True)[1].turns == 7
        assert shelf.log(message)[1].entries == tuple(_turns(50))
    assert read == [data]


def test_a_stored_match_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is kept under a key for its log, and need not be sent again."""
    log = Log("tyr", SETUP, tuple(_turns(20)))
    with pytest.raises(Missing):
        shelf.look("ABCD 20 20", 5)
    head, stop = shelf.look("ABCD 20 20", 5, log)
    assert (head.turns, stop.turns) == (20, 5)
    monkeypatch.setattr(shelf, "Stops", None)
    assert shelf.look("ABCD 20 20", 5)[1] == stop


def test_only_some_are_kept(read: list[bytes]) -> None:
    """Those used most recently are kept."""
    data = to_text(_record(1)).encode()
    for number in range(KEPT + 1):
        shelf.look(f"file {number}", 0, data + b"\n" * number)
        shelf.look("file 0", 0)
    assert len(shelf._shelf) == KEPT
    assert shelf.look("file 0", 0)
    with pytest.raises(Missing):
        shelf.look("file 1", 0)
    assert len(read) == KEPT + 1


def test_longer_ones_are_not_read_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with the maximum number of turns is opened. Of a longer one no more than that is
    replayed.
    """
    longest = _record(LONGEST)
    assert shelf.opened(to_text(longest).encode())[1].turns == LONGEST
    replayed, real = list[str](), play.advance

    def advance(line: Line[Any, Any], ply: int, token: str) -> Line[Any, Any]:
        replayed.append(token)
        return real(line, ply, token)

    monkeypatch.setattr(records, "advance", advance)
    for data in (to_text(_record(LONGEST + 500)), to_json(_record(LONGEST + 1))):
        replayed.clear()
        with pytest.raises(RecordError) as refused:
            shelf.opened(data.encode())
        assert (refused.value.sentence, refused.value.fields) == (TOO_MANY, {"count": LONGEST})
        assert len(replayed) == len(" ".join(_turns(LONGEST + 1)).split())


def test_a_refusal_survives_the_journey() -> None:
    """Even a refusal that quotes text with braces survives."""
    error = RecordError(records.NO_LINE, text="{what} a line")
    there = pickle.loads(pickle.dumps(error))
    assert (there.sentence, there.fields, str(there)) == (error.sentence, error.fields, str(error))
