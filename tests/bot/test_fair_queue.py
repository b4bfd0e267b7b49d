"""Queues in which people who ask for little don't wait for those who ask for a lot."""

from __future__ import annotations

import pytest

from bot.processes import fair_queue
from bot.processes.fair_queue import BEHIND, HALF, FairQueue, Turns


class Clock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time in seconds."""
        return self.now


def _taken(queue: FairQueue[str], count: int) -> str:
    return " ".join(queue.get() for _ in range(count))


def test_people_take_turns() -> None:
    """What each wants keeps its order; who came first among equals comes first."""
    queue = FairQueue[str](Clock())
    for thing in ("a1", "a2", "a3", "b1", "b2", "c1"):
        queue.put(thing, thing[0])
    assert len(queue) == 6
    assert _taken(queue, 6) == "a1 b1 c1 a2 b2 a3"
    with pytest.raises(LookupError):
        queue.get()


def test_what_somebody_asked_for_is_remembered_for_a_while() -> None:
    """Whoever had much stands behind whoever had little, until it is long ago."""
    clock = Clock()
    queue = FairQueue[str](clock)
    for number in range(8):
        queue.put(f"a{number}", "a")
        queue.get()
    queue.put("b1", "b")
    assert queue.get() == "b1"
    for thing in ("a9", "b2"):
        queue.put(thing, thing[0])
    assert _taken(queue, 2) == "b2 a9"
    clock.now = 5 * HALF
    for thing in ("b3", "b4", "b5", "a10"):
        queue.put(thing, thing.rstrip("0123456789"))
    assert _taken(queue, 4) == "b3 a10 b4 b5"


def test_nobody_stands_behind_an_endless_row_of_newcomers() -> None:
    """Who asked for much waits for those who come soon after, and for no others."""
    clock = Clock()
    queue = FairQueue[str](clock)
    for _ in range(10):
        queue.put("much", "much")
        queue.get()
    queue.put("late", "much")
    ahead = 0
    for number in range(100):
        clock.now += BEHIND / 2
        queue.put(f"new{number}", number)
        if queue.get() == "late":
            break
        ahead += 1
    assert ahead == pytest.approx(20, abs=1)


def test_not_everybody_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who asked for the most are, however many come by."""
    monkeypatch.setattr(fair_queue, "REMEMBERED", 10)
    queue = FairQueue[str](Clock())
    for number in range(100):
        for thing in (f"other{number}", "much"):
            queue.put(thing, thing)
            queue.get()
    assert len(queue._asked) <= 11
    for thing in ("much", "new"):
        queue.put(thing, thing)
    assert _taken(queue, 2) == "new much"


def test_everybody_has_a_first_turn_before_anybody_has_a_second() -> None:
    """Newcomers begin at the present turn. What is for several comes with the first of them, and
    counts for all.
    """
    turns = Turns()
    assert [turns.draw("a") for _ in range(5)] == [0, 1, 2, 3, 4]
    assert [turns.draw("b") for _ in range(2)] == [0, 1]
    turns.begun(2)
    assert turns.draw("b") == turns.draw("c") == 2
    assert turns.draw("ad") == 2
    assert turns.draw("a") == 6
    assert turns.draw("d") == 3
    assert turns.draw("") == 2
    turns.begun(6)
    assert turns.draw("a") == 7
    turns.begun(9)
    assert turns.draw("a") == turns.draw("z") == 9


def test_nobody_is_remembered_for_long() -> None:
    """Only those are who have something at a later turn, however many come by."""
    turns = Turns()
    for number in range(100):
        turns.draw([number])
        turns.begun(turns.draw(["much"]))
    assert turns._last == {"much": 99}
