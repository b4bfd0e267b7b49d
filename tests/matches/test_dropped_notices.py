"""Prepared turns that are dropped one after the other are told in one message."""

from __future__ import annotations

import matches
from matches import Match
from matches.effects.notices import TOGETHER
from matches.outbox import queue
from matches.outbox.queue import Notice
from storage.database import Database
from tests.matches.conftest import ANN, BOB, Clock
from tests.matches.test_prepared import drawing_up


async def _one_dropped(db: Database, *rest: str) -> Match:
    """A match in which one turn of Ann's has been dropped, and another one played. The rest is
    still prepared, and Bob is to move.
    """
    match = await drawing_up(db)
    await matches.play(db, match.id, ANN, "; ".join(("a2", "b2", "a3", *rest)))
    played = await matches.play(db, match.id, BOB, "b2")
    assert [one.texts for one in played.dropped] == [("b2",)]
    assert played.match.player_to_move == BOB
    return played.match


async def _due(db: Database) -> list[Notice]:
    """The messages about dropped turns to send now, all to Ann. They are being sent from now on."""
    found = [one for one in await queue.due(db, 99) if one.kind == "dropped"]
    assert all(one.seat == 1 for one in found)
    return found


async def _texts(db: Database, notice: Notice) -> list[str]:
    (dropped,) = (await queue.told(db, notice)).dropped
    assert dropped.player == ANN
    return [*dropped.texts]


async def test_what_the_next_turns_drop_is_told_with_it(db: Database, clock: Clock) -> None:
    """While turns are left that may be dropped, too, the message waits. With the last one it is
    due, and names all of them and the reason of the first.
    """
    match = await _one_dropped(db, "a4", "a5")
    assert not await _due(db)
    clock.turn(seconds=20)
    played = await matches.play(db, match.id, BOB, "a4")
    assert [one.texts for one in played.dropped] == [("a4",)]
    (told,) = await _due(db)
    assert await _texts(db, told) == ["b2", "a4"]
    (dropped,) = (await queue.told(db, told)).dropped
    assert dropped.error.refusal.fields["at"] == "b2"


async def test_it_does_not_wait_for_long(db: Database, clock: Clock) -> None:
    """However many follow, the message is due a minute after the first turn was dropped."""
    match = await _one_dropped(db, "a4", "a5", "b1")
    clock.turn(seconds=TOGETHER.total_seconds() - 1)
    await matches.play(db, match.id, BOB, "a4")
    assert not await _due(db)
    clock.turn(seconds=1)
    (told,) = await _due(db)
    assert await _texts(db, told) == ["b2", "a4"]


async def test_what_is_being_sent_is_left_alone(db: Database, clock: Clock) -> None:
    """Turns that are dropped meanwhile are told in a message of their own, and nothing twice."""
    match = await _one_dropped(db, "a4", "a5")
    clock.turn(seconds=TOGETHER.total_seconds())
    (first,) = await _due(db)
    await matches.play(db, match.id, BOB, "a4")
    (second,) = await _due(db)
    assert [await _texts(db, one) for one in (first, second)] == [["b2"], ["a4"]]
