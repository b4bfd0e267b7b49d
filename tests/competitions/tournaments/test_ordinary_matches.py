"""A match of a competition is like any other: turns can be prepared for it, and its record is an
ordinary one.
"""

from __future__ import annotations

import pytest

import matches
from competitions.tournaments.held import Held
from competitions.tournaments.upkeep import advance
from games.record import to_json, to_text
from games.stops import Stops
from matches.archive import records
from matches.model import errors
from matches.model.match import Match
from storage.database import Database
from tests.competitions.tournaments.conftest import EVE, HOST, Open, ruled
from tests.matches.replayed import verified
from tests.support.viewed import read_record, viewed


async def _opened(db: Database, hold: Open) -> tuple[Held, Match]:
    held = await hold()
    match = await matches.get(db, held.matches[1, 1, 0])
    assert match.official
    return held, match


async def _kept(db: Database, match: Match) -> Match:
    """The match as its record describes it, which is the same as text and as JSON."""
    _, record = await records.recorded(db, match.id)
    for file in (to_text(record), to_json(record)):
        assert read_record(file.encode()) == record
    return viewed(record)


async def test_everyone_can_watch(db: Database, hold: Open) -> None:
    """It is rated, and visible to people who don't take part."""
    _, match = await _opened(db, hold)
    assert (match.rated, match.private) == (True, False)
    for reader in (EVE, HOST, *match.seated):
        assert await matches.get(db, match.id, viewer=reader) == match


async def test_conditional_turns_are_played(db: Database, hold: Open) -> None:
    """A branch is played as long as the others follow it, up to the end of the match. Nobody else
    can read what was not played.
    """
    _, match = await _opened(db, hold)
    one, other = match.seated
    for line in ("step; run .; jump left; grab keep-a", "jump right; block"):
        await matches.choose_answer(db, match.id, other, line.split("; "), seq=match.seq)
    for reader in (EVE, HOST):
        with pytest.raises(errors.NotSeated):
            await matches.conditions(db, match.id, reader)
    assert await matches.conditions(db, match.id, one) == ()
    told = []
    for text in ("step", "jump left"):
        played = await matches.play(db, match.id, one, text)
        told += [(turn.turn.seat, turn.turn.text, turn.turn.origin) for turn in played.turns]
    assert told == [
        (1, "step", "played"),
        (2, "run end", "prepared"),
        (1, "jump left", "played"),
        (2, "grab keep-a", "prepared"),
    ]
    assert await matches.conditions(db, match.id, other) == ()
    await verified(db, played.match)


async def test_turns_prepared_for_any_position(db: Database, hold: Open) -> None:
    """They wait for the opponent's turn. One that can't be played any more cancels the rest."""
    _, match = await _opened(db, hold)
    one, other = match.seated
    waiting = await matches.prepare(db, match.id, other, "step; left; step")
    assert waiting.prepared == ("step", "left", "step")
    played = await matches.play(db, match.id, one, "step")
    assert [turn.turn.origin for turn in played.turns] == ["played", "prepared"]
    played = await matches.play(db, match.id, one, "step")
    assert [turn.turn.origin for turn in played.turns] == ["played"]
    assert await matches.prepared(db, match.id, other) == ()
    await verified(db, played.match)


async def test_a_record_of_a_match(db: Database, hold: Open) -> None:
    """Running or over: the file replays to the same position, ends as the match did, and each turn
    can be looked at.
    """
    held, match = await _opened(db, hold)
    one, other = match.seated
    line = ("step", "run end", "jump left", "step")
    await matches.choose_answer(db, match.id, other, line, seq=match.seq)
    for text in ("step", "jump left"):
        running = (await matches.play(db, match.id, one, text)).match
    read = await _kept(db, running)
    assert (read.line, read.to_move) == (running.line, 1)
    over = (await matches.resign(db, match.id, one)).match
    read = await _kept(db, over)
    assert (read.line, read.ending) == (over.line, over.ending)
    assert [entry.text for entry in read.turns] == [*line]
    stops = Stops(over.game, over.setup, records.log_of(over))
    assert [records.at(over, stops.of_turn(turn)).turn_count for turn in range(5)] == [*range(5)]
    held = await advance(db, held.id)
    assert held.competition.outcomes[1, 1, 0].ranks == (2, 1)


async def test_a_record_of_a_match_that_was_stopped(db: Database, hold: Open) -> None:
    """Its record says so, and has the turns that were played."""
    held, match = await _opened(db, hold)
    assert match.player_to_move is not None
    await matches.play(db, match.id, match.player_to_move, "step")
    await ruled(db, held, (1, 1, 0), 1, 1)
    await advance(db, held.id)
    stopped = await matches.get(db, match.id)
    read = await _kept(db, stopped)
    assert (read.status, read.ending) == ("aborted", matches.Ending("adjudged"))
    assert [entry.text for entry in read.turns] == ["step"]
