"""Searches that processes hand over: each question is taken by one process at a time."""

from __future__ import annotations

from datetime import timedelta

from matches.installation import searches
from matches.installation.searches import KEPT, LEASE, Asked, State
from storage.database import Database
from tests.matches.conftest import Clock

WHO, WHY = {"who": "goes first?"}, {"why": ["?", 3]}
FREE, HELD = State(None, held=False), State(None, held=True)


async def test_a_question_and_its_answer(db: Database, clock: Clock) -> None:
    """Whoever has asked sees that somebody is at it, and then the answer, and withdraws it."""
    first = await searches.ask(db, WHO)
    clock.turn(seconds=1)
    second = await searches.ask(db, WHY)
    assert await searches.state(db, first) == FREE
    assert await searches.take(db, 9) == [Asked(first, WHO), Asked(second, WHY)]
    assert await searches.state(db, first) == HELD
    await searches.answer(db, first, {"it": "does"})
    assert (await searches.state(db, first)).answer == {"it": "does"}
    await searches.withdraw(db, first)
    assert await searches.state(db, first) == FREE
    assert await searches.state(db, second) == HELD


async def test_each_is_taken_once(db: Database, clock: Clock) -> None:
    """The oldest first, by one process at a time; again once the lease is over or given back."""
    asked = list[str]()
    for number in range(3):
        asked.append(await searches.ask(db, number))
        clock.turn(seconds=1)
    assert [one.id for one in await searches.take(db, 2)] == asked[:2]
    assert [one.id for one in await searches.take(db, 2)] == asked[2:]
    assert await searches.take(db, 2) == []
    clock.turn(seconds=LEASE.total_seconds() / 2)
    await searches.hold(db, asked[:1])
    await searches.hold(db, asked[1:2], timedelta())
    assert [one.id for one in await searches.take(db, 9)] == asked[1:2]
    clock.turn(seconds=LEASE.total_seconds() / 2)
    assert [one.id for one in await searches.take(db, 9)] == asked[2:]


async def test_answered_ones_are_not_taken_again(db: Database, clock: Clock) -> None:
    """Even if the answer is late to be fetched; and an answer to what was withdrawn is dropped."""
    first, second = [await searches.ask(db, one) for one in (WHO, WHY)]
    await searches.take(db, 2)
    await searches.answer(db, first, {})
    await searches.withdraw(db, second)
    await searches.answer(db, second, {})
    clock.turn(seconds=2 * LEASE.total_seconds())
    assert await searches.take(db, 9) == []
    assert (await searches.state(db, first)).answer == {}
    assert await searches.state(db, second) == FREE


async def test_what_is_left_is_removed(db: Database, clock: Clock) -> None:
    """Nothing stays of processes that have died after they had asked."""
    left, answered = [await searches.ask(db, one) for one in (WHO, WHY)]
    await searches.answer(db, answered, {"a": 1})
    clock.turn(seconds=(KEPT + LEASE).total_seconds())
    new = await searches.ask(db, WHO)
    assert [one.id for one in await searches.take(db, 9)] == [new]
    assert await searches.state(db, answered) == FREE
    assert await searches.state(db, left) == FREE


async def test_askers_take_turns(db: Database, clock: Clock) -> None:
    """However many questions somebody has asked: those of others come in between, and whoever is
    being served waits for the others.
    """
    asked = list[str]()
    for asker in "aaaabbc":
        asked.append(await searches.ask(db, {"asker": asker}))
        clock.turn(seconds=1)
    a1, a2, a3, a4, b1, b2, c1 = asked
    assert [one.id for one in await searches.take(db, 2)] == [a1, b1]
    assert [one.id for one in await searches.take(db, 3)] == [c1, a2, b2]
    await searches.answer(db, a1, {})
    await searches.answer(db, a2, {})
    assert [one.id for one in await searches.take(db, 9)] == [a3, a4]


async def test_whether_anybody_is_at_others(db: Database, clock: Clock) -> None:
    """Whoever waits can tell busy processes from absent ones."""
    first, second = [await searches.ask(db, one) for one in (WHO, WHY)]
    assert not (await searches.state(db, second)).others_held
    await searches.take(db, 1)
    waiting = [one for one in (first, second) if not (await searches.state(db, one)).held]
    assert [(await searches.state(db, one)).others_held for one in waiting] == [True]
    clock.turn(seconds=LEASE.total_seconds() + 1)
    assert not (await searches.state(db, second)).others_held
