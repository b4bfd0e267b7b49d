"""Matches that were played are searched for puzzles, by a process that does so beside all else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

import matches
from bot.config.settings import load
from bot.observability.metrics import Metrics
from bot.observability.pulse import Pulse
from bot.thinkers import puzzle_searches
from bot.thinkers.puzzle_searches import PuzzleSearches
from matches import Match
from matches.archive.records import log_of
from matches.learning import match_puzzles
from matches.model.ids import PlayerId
from matches.settings.players import prefer
from opponents.puzzles import Puzzle
from opponents.puzzles.collector import of_match
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN, HERE
from tests.support.conditions import until

TURNS = ("5@34=6", "4@74=5", "3@61=7", "5-16=4", "4-52=4 5-43")
"""A match of Tyr whose last turn is the only one to win."""
SOLUTION = "4-52=4 5-43"


def _made(db: Database) -> PuzzleSearches:
    return PuzzleSearches(load(), db, Metrics(dict, Pulse()))


@pytest.fixture
def address(url: str) -> str:
    """A database of each kind."""
    return url


@pytest.fixture
async def searches(db: Database) -> AsyncIterator[PuzzleSearches]:
    """What searches, as in the bot's process or in a thinker."""
    made = _made(db)
    yield made
    await made.close()


async def _played(db: Database, *players: PlayerId, turns: tuple[str, ...] = TURNS) -> Match:
    """A match between these players, who agree to its being searched."""
    for one in players:
        await prefer(db, one, puzzles=True)
    host, guest = players
    table = await matches.open_table(
        db, game="tyr", seats=2, host=host, place=HERE, invited=[guest], seating="chosen",
        rng=Random(1),
    )  # fmt: skip
    match = await matches.accept(db, table.id, guest)
    for turn in turns:
        assert match.player_to_move is not None
        match = (await matches.play(db, match.id, match.player_to_move, turn)).match
    if match.ending is None:
        match = (await matches.resign(db, match.id, guest)).match
    return match


async def test_searched(db: Database, searches: PuzzleSearches) -> None:
    """What the search finds is stored with the match, and can be solved; nothing waits any more."""
    match = await _played(db, ANN, BOB)
    await searches.rounds.look()
    (line,) = await match_puzzles.offered(db, "tyr")
    found = Puzzle.read("tyr", line)
    assert (found.kind, found.solution) == ("win-in-one", SOLUTION)
    assert found.level > 0
    assert await match_puzzles.find(db, found.key) == line
    assert of_match("tyr", match.setup, log_of(match)) == [line]
    assert await match_puzzles.waiting(db) == []


async def test_people_take_turns(
    db: Database, searches: PuzzleSearches, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody with several matches keeps nobody waiting for all of them."""
    caplog.set_level("INFO", puzzle_searches.__name__)
    many = [await _played(db, ANN, BOB, turns=TURNS[:1]) for _ in range(3)]
    other = await _played(db, CAT, DAN, turns=TURNS[:1])
    await searches.rounds.look()
    said = [one.getMessage().partition(" ")[0] for one in caplog.records if "searched" in one.msg]
    expected = [many[0], other, many[1], many[2]]
    assert said == [f"match={one.id}" for one in expected]


async def test_a_search_that_fails(
    db: Database,
    searches: PuzzleSearches,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is logged, has found nothing, and is not repeated."""
    match = await _played(db, ANN, BOB)
    monkeypatch.setattr(puzzle_searches, "LONGEST", 0.0)
    await searches.rounds.look()
    assert f"match={match.id} can't be searched for puzzles" in caplog.text
    assert await match_puzzles.offered(db, "tyr") == []
    assert await match_puzzles.waiting(db) == []
    assert await match_puzzles.take(db, match.id) is None


async def test_a_process_that_stops(db: Database, searches: PuzzleSearches) -> None:
    """It leaves its match to another one, at once, which finds the same."""
    match = await _played(db, ANN, BOB)
    searches.rounds.start()
    await until(lambda: searches._worker._child is not None)
    await searches.close()
    assert [one.id for one in await match_puzzles.waiting(db)] == [match.id]
    another = _made(db)
    await another.rounds.look()
    await another.close()
    assert len(await match_puzzles.offered(db, "tyr")) == 1
