"""The part of the tour that is about puzzles: trying them, and finding them in matches."""

from __future__ import annotations

from benchmarks.tour_of_turns import ANN, BOB
from matches import Match
from matches.learning import match_puzzles, puzzles
from matches.settings.players import prefer
from storage.database import Database

FOUND = "attangle-00000000"
ON_OFFER = [f"found-{number}" for number in range(2000)]
"""More puzzles than a game has, half of them with ratings in the filled tables."""


async def puzzles_tried(db: Database) -> None:
    """Somebody answers a puzzle twice, and looks at what they have reached."""
    for outcome in ("wrong", "solved"):
        await puzzles.note_try(db, ANN, "attangle", "some", outcome, worth=1000)
    await puzzles.progress(db, ANN)
    await puzzles.shifts(db, ON_OFFER)


async def puzzles_found(db: Database, match: Match) -> None:
    """A match is searched once both players agree. Another one, whose players don't, is not. Then
    one of them withdraws what was found.
    """
    for player in (ANN, BOB):
        await prefer(db, player, puzzles=True)
    other, *_ = await match_puzzles.waiting(db)
    assert await match_puzzles.take(db, other.id) is None
    await match_puzzles.take(db, match.id)
    await match_puzzles.give_back(db, match.id)
    taken = await match_puzzles.take(db, match.id)
    assert taken is not None
    await match_puzzles.keep(db, taken, {FOUND: "some"})
    assert await match_puzzles.find(db, FOUND) == "some"
    await match_puzzles.offered(db, "attangle")
    await prefer(db, BOB, puzzles=False)
    assert await match_puzzles.find(db, FOUND) is None
