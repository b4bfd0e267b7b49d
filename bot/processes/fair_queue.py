"""Queues in which whoever asks for little doesn't wait for those who ask for a lot.

`FairQueue` is for what takes a moment, such as pictures: it remembers for seconds who asked for how
much. `Turns` is for what may take long, such as searches: however long, people take turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable
from heapq import heappop, heappush
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")

HALF = 10.0
"""Seconds after which what somebody asked for counts half as much."""
BEHIND = 0.1
"""Seconds by which each of those things puts somebody behind the others."""
REMEMBERED = 1000
"""How many are remembered before those who asked for little are forgotten."""


class FairQueue(Generic[T]):
    """Things that wait, each for somebody: a person, or whatever else is to get its share.

    Each thing has its place from the moment it is put in: as if it had come later by `BEHIND` for
    each thing that the same one has asked for lately. So those who ask for much wait, but only for
    as long: nobody stands behind an endless row of newcomers. What waits for the same one keeps its
    order.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: list[tuple[float, int, T]] = []
        """Place, number, thing: a heap. No two have the same number."""
        self._numbers = count()
        self._asked: dict[Hashable, tuple[float, float]] = {}
        """How much each has asked for, and when that was true."""

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, thing: T, whose: Hashable) -> None:
        """Adds something for somebody."""
        now = self._clock()
        lately = self._lately(whose, now)
        heappush(self._waiting, (now + BEHIND * lately, next(self._numbers), thing))
        self._asked[whose] = lately + 1, now
        if len(self._asked) > REMEMBERED:
            self._forget(now)

    def get(self) -> T:
        """Takes what comes next. Raises LookupError if nothing waits."""
        return heappop(self._waiting)[2]

    def _lately(self, one: Hashable, now: float) -> float:
        amount, at = self._asked.get(one, (0.0, now))
        return float(amount * 0.5 ** ((now - at) / HALF))

    def _forget(self, now: float) -> None:
        """Keeps the half who asked for the most."""
        order = sorted(self._asked, key=lambda one: self._lately(one, now))
        for one in order[: len(order) // 2]:
            del self._asked[one]


class Turns:
    """An order in which people take turns: each gets the first of their things with the first of
    everybody else's, the second with the second. Newcomers begin at the present turn. So somebody
    who has one thing waits for at most one of another's, besides the one that is being done.

    What waits for the same one keeps its order; so does what has the same turn.
    """

    def __init__(self) -> None:
        self._now = 0
        self._last: dict[Hashable, int] = {}
        """The turn of the latest thing of each."""

    def draw(self, whose: Collection[Hashable]) -> int:
        """The turn of one more thing. If it is for several it comes when the first of them has a
        turn, and counts for all.
        """
        nexts = {one: self._last.get(one, -1) + 1 for one in whose}
        turn = max(self._now, min(nexts.values(), default=0))
        self._last |= {one: max(turn, its) for one, its in nexts.items()}
        return turn

    def begun(self, turn: int) -> None:
        """Something with this turn is being done. Who has nothing at this turn or later
        is as good as new.
        """
        if turn > self._now:
            self._now = turn
            self._last = {one: last for one, last in self._last.items() if last >= turn}
