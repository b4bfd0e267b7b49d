"""Records of matches: they survive export and import, and every turn can be viewed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Connection, update

import games
import matches
from games.record import LIMIT, Record, RecordError, to_json, to_text
from games.stops import Stops
from matches import Ending, Match
from matches.archive import records
from matches.model import errors
from matches.unit_of_work import cache
from storage.database import Database
from storage.schema import match as match_table
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, HERE, Play, Start
from tests.support.viewed import at_stop, read_record, viewed


async def _record(db: Database, match: Match) -> Record:
    found, record = await records.recorded(db, match.id)
    assert found == await matches.get(db, match.id)
    return record


def _both_ways(record: Record) -> Record:
    """The record after a round trip as text and one as JSON."""
    text, data = to_text(record), to_json(record)
    assert read_record(data.encode()) == record
    assert read_record(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == record
    return read_record(text.encode())


async def test_record_replays_to_the_same_position(db: Database, start: Start, turns: Play) -> None:
    """Game, options, seats, turns, withdrawals and the ending survive export and import."""
    match = await start(ANN, BOB, CAT, goal="40", colour="green", pact="yes")
    await turns(match, "block", "jump left", "run run .", "step")
    await matches.resign(db, match.id, BOB)
    await turns(match, "jump right")
    over = (await matches.resign(db, match.id, CAT)).match
    record = await _record(db, over)
    assert record.turns[:3] == ("block", "pass", "jump left")
    assert record.turns[-1] == "withdraw:3"
    read = viewed(_both_ways(record))
    assert read.line == over.line
    assert read.setup == over.setup
    assert (read.status, read.ending) == ("finished", over.ending)
    assert [entry.text for entry in read.turns] == [entry.text for entry in over.turns]
    assert [entry.token for entry in read.events] == [entry.token for entry in over.events]
    assert [entry.seat for entry in read.logged] == [entry.seat for entry in over.logged]
    assert read.players == (None, None, None)


async def test_running_and_aborted_matches_have_records(db: Database, start: Start) -> None:
    """Without a result the record says whether the match is over."""
    match = await start()
    await matches.play(db, match.id, ANN, "step")
    running = await _record(db, match)
    assert (running.result, running.ending) == (None, "")
    assert viewed(_both_ways(running)).to_move == 2
    aborted = await _record(db, await matches.abort(db, match.id, BOB))
    assert '[ending "aborted"]' in to_text(aborted)
    seen = viewed(_both_ways(aborted))
    assert (seen.status, seen.ending, seen.to_move) == ("aborted", Ending("aborted"), None)


async def test_turn_cut_short_by_a_withdrawal(db: Database, start: Start, turns: Play) -> None:
    """An unfinished turn that counts is in the record, before the withdrawal."""
    match = await start(ANN, BOB, CAT)
    await matches.play(db, match.id, ANN, "grab")
    await matches.resign(db, match.id, ANN)
    record = await _record(db, match)
    assert record.turns == ("grab", "withdraw:1")
    seen = viewed(_both_ways(record))
    assert seen.line == (await matches.get(db, match.id)).line
    assert at_stop(seen, 1).turns == seen.turns


async def test_record_says_under_which_rules_the_match_was_begun(
    db: Database, start: Start
) -> None:
    """The record has the stored version of the rules, not the current one."""
    match = await start()

    def begun_long_ago(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(match_table).values(rules_version=7))

    await db.write(begun_long_ago)
    assert (await _record(db, match)).rules_version == 7


async def test_frozen_match_can_be_saved(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record needs no replay. A match that does not fit the current rules can be exported, and
    viewed up to the failing turn.
    """
    match = await start()
    await turns(match, "step", "jump left", "step")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    cache.resize(db, 10)
    record = await _record(db, match)
    assert record.turns == ("step", "jump left", "step")
    frozen = await matches.get(db, match.id)
    assert frozen.status == "frozen"
    assert at_stop(frozen, 99).turns == frozen.turns[:1]


async def test_table_has_no_record(db: Database) -> None:
    """A match that has not begun has no record."""
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    with pytest.raises(errors.NotRunning):
        await records.recorded(db, table.id)


def _text(**changes: Any) -> bytes:
    fields = {"game": "toy", "rules": 1, "seats": 2, "options": {"colour": "red"}}
    return json.dumps({**fields, "turns": ["step"], "result": "-", **changes}).encode()


def test_tokens_may_stand_in_any_lines() -> None:
    """A record written by hand is split into turns, whatever its line breaks."""
    read = viewed(read_record(_text(turns=["step jump", "left Withdraw:2", ""], result=WON)))
    assert [entry.text for entry in read.turns] == ["step", "jump left"]
    assert [entry.token for entry in read.events] == ["withdraw:2"]
    assert read.status == "finished"


WON = "1,2:resignation"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"a":' * 5_000,
        b"x" * (LIMIT + 1),
        _text(game="chess"),
        _text(game=["toy"]),
        _text(seats=float("inf")),
        _text(seats=9),
        _text(turns=["left"]),
        _text(turns=7),
        _text(result=WON),
        _text(ending="magic"),
        _text(turns=["withdraw:2"], result=WON, ending="aborted"),
        _text(options=["goal"]),
    ],
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    """All other uploads are refused in the same way."""
    with pytest.raises(RecordError):
        read_record(data)


async def test_every_turn_can_be_looked_at(db: Database, start: Start, turns: Play) -> None:
    """After each number of turns and events the match is as it was then, without later
    knowledge.
    """
    match = await start(ANN, BOB, CAT)
    texts = ("step", "jump left", "block")
    seen = [match, *[(await turns(match, text)).match for text in texts]]
    over = (await matches.resign(db, match.id, BOB)).match
    assert [entry.seq for entry in over.logged] == sorted(entry.seq for entry in over.logged)
    assert len(over.logged) == 5
    for stop, then in ((0, seen[0]), (1, seen[1]), (2, seen[2])):
        found = at_stop(over, stop)
        assert found.line == then.line
        assert found.turns == then.turns
        assert (found.status, found.to_move) == ("running", then.to_move)
        assert [one.turn for one in found.recent] == list(then.turns[-1:])
    assert at_stop(over, 5) is over
    assert at_stop(over, -3) == at_stop(over, 0)
    stops = Stops(over.game, over.setup, records.log_of(over))
    assert [stops.of_turn(number).number for number in (-1, 0, 1, 4, 99)] == [0, 0, 1, 4, 4]
