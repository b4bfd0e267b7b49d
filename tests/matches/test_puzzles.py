"""Tried puzzles, and the ratings of puzzles and of those who solve them, on both kinds of
database.
"""

from __future__ import annotations

import asyncio

import pytest

from matches import privacy
from matches.learning import puzzles
from matches.learning.puzzles import BEGINNER, SETTLED, SETTLED_SWING, SWING, Noted, Outcome
from matches.model.ids import PlayerId
from storage.database import Database
from tests.matches.conftest import ANN, BOB, Clock

GAME = "toy"
HARD = BEGINNER + 400


async def _note(
    db: Database,
    puzzle: str,
    outcome: Outcome,
    player: PlayerId = ANN,
    worth: float | None = BEGINNER,
) -> Noted:
    return await puzzles.note_try(db, player, GAME, puzzle, outcome, worth=worth)


async def _progress(db: Database, player: PlayerId) -> puzzles.Progress:
    return (await puzzles.progress(db, player)).get(GAME, puzzles.Progress())


async def test_streaks(db: Database, time: Clock) -> None:
    """Puzzles solved at the first attempt form a streak. A wrong answer or a shown solution ends
    it. The outcome of a solved or shown puzzle stays, whatever is answered later.
    """

    async def note(puzzle: str, outcome: Outcome) -> puzzles.Progress:
        time.turn(minutes=1)
        return (await _note(db, puzzle, outcome)).progress

    assert (await _progress(db, ANN)).streak == 0
    await note("a", "solved")
    found = await note("b", "solved")
    assert (found.streak, found.best, len(found.solved)) == (2, 2, 2)
    found = await note("c", "wrong")
    assert (found.streak, found.best, found.closed) == (0, 2, frozenset({"a", "b"}))
    assert found.begun == {"c"}
    found = await note("c", "solved")
    assert (found.streak, found.best, len(found.solved)) == (0, 2, 3)
    found = await note("d", "solved")
    assert found.streak == 1
    for outcome in ("wrong", "shown"):
        found = await note("a", outcome)
        assert found.streak == 1
        assert found.by_last == ["b", "c", "d", "a"]
    found = await note("e", "shown")
    assert (found.streak, len(found.solved), len(found.closed)) == (0, 4, 5)
    assert await puzzles.progress(db, BOB) == {}


async def test_first_answers_move_ratings(db: Database) -> None:
    """Who solves a puzzle wins what it loses, the more the harder it is; who doesn't loses what it
    wins. Later answers move nothing.
    """
    even = await _note(db, "even", "solved")
    assert even.gain == SWING / 2
    hard = await _note(db, "hard", "solved", BOB, HARD)
    assert hard.gain is not None
    assert hard.gain > 0.9 * SWING
    assert hard.progress.rating == BEGINNER + hard.gain
    assert await puzzles.shifts(db, ["even", "hard"]) == {"even": -even.gain, "hard": -hard.gain}
    wrong = await _note(db, "other", "wrong")
    assert wrong.gain is not None
    assert wrong.gain < -SWING / 2, "whoever is rated higher loses more"
    for outcome in ("solved", "shown", "wrong"):
        assert (await _note(db, "other", outcome)).gain is None
    assert (await _progress(db, ANN)).rating == BEGINNER + even.gain + wrong.gain


async def test_only_the_puzzles_on_offer_are_looked_up(db: Database) -> None:
    """However many there are, of whatever else has been answered."""
    for puzzle in ("first", "last", "gone"):
        await _note(db, puzzle, "wrong")
    asked = ["first", *(f"new {number}" for number in range(5000)), "last"]
    assert (await puzzles.shifts(db, asked)).keys() == {"first", "last"}
    assert await puzzles.shifts(db, []) == {}


async def test_ratings_settle(db: Database, time: Clock) -> None:
    """After some tries a rating moves more slowly: a player's and a puzzle's."""
    for number in range(SETTLED):
        await _note(db, f"puzzle {number}", "solved" if number % 2 else "shown")
        await _note(db, "much tried", "solved" if number % 2 else "shown", PlayerId(900 + number))
    before = (await _progress(db, ANN)).rating
    late = await _note(db, "late", "solved", worth=before)
    assert late.gain == pytest.approx(SETTLED_SWING / 2)
    shifted = (await puzzles.shifts(db, ["much tried"]))["much tried"]
    await _note(db, "much tried", "solved", PlayerId(990), BEGINNER - shifted)
    moved = (await puzzles.shifts(db, ["much tried"]))["much tried"] - shifted
    assert moved == pytest.approx(-SETTLED_SWING / 2)


async def test_puzzles_that_do_not_count(db: Database) -> None:
    """Answers to them are noted, but move nobody's rating, nor how fast it moves later."""
    for number in range(SETTLED + 1):
        noted = await _note(db, f"old {number}", "solved", worth=None)
        assert noted.gain is None
    assert noted.progress.rating == BEGINNER
    assert await puzzles.shifts(db, [f"old {number}" for number in range(SETTLED + 1)]) == {}
    assert (await _note(db, "new", "solved")).gain == SWING / 2


async def test_an_answer_that_is_delivered_twice_counts_once(db: Database) -> None:
    """Also if it is noted twice at the same time, as by two processes on PostgreSQL."""
    both = await asyncio.gather(_note(db, "a", "solved"), _note(db, "a", "solved"))
    assert sorted(one.gain is None for one in both) == [False, True]
    assert await puzzles.shifts(db, ["a"]) == {"a": -SWING / 2}


async def test_tries_are_private(db: Database) -> None:
    """Attempts are exported and deleted with the player's other data."""
    await _note(db, "a", "solved")
    await _note(db, "a", "wrong", BOB)
    stored = (await privacy.stored(db, ANN))["tables"]["puzzle_try"]
    assert [(row["puzzle"], row["gain"]) for row in stored] == [("a", SWING / 2)]
    await privacy.forget(db, ANN)
    assert await puzzles.progress(db, ANN) == {}
    assert len((await _progress(db, BOB)).tries) == 1
