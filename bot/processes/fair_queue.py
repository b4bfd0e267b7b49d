"""Queues in which people who ask for little don't wait for those who ask for a lot.

`FairQueue` is for short work, such as pictures: it remembers for some seconds how much each has
asked for. `Turns` is for work that may take long, such as searches: people take turns, however long
it takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable
from heapq import heappop, heappush
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")

HALF = 10.0
"""Seconds after which a past request counts half as much."""
BEHIND = 0.1
"""Seconds by which each past request puts its owner behind the others."""
REMEMBERED = 1000
"""The most owners that are remembered before those who asked for little are forgotten."""


class FairQueue(Generic[T]):
    """Things that wait, each for its owner: a person, or anything else that should get its share.

    A thing gets its place when it is put in: as if it had come later by `BEHIND` for each recent
    request of its owner. So those who ask for much wait, but not without end: newcomers can't pass
    them for ever. The things of one owner keep their order.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: list[tuple[float, int, T]] = []
        """Place, number, thing: a heap. No two have the same number."""
        self._numbers = count()
        self._asked: dict[Hashable, tuple[float, float]] = {}
        """How much each owner has asked for, and the time of that count."""

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, thing: T, whose: Hashable) -> None:
        """Adds a thing for its owner."""
        now = self._clock()
        lately = self._lately(whose, now)
        heappush(self._waiting, (now + BEHIND * lately, next(self._numbers), thing))
        self._asked[whose] = lately + 1, now
        if len(self._asked) > REMEMBERED:
            self._forget(now)

    def get(self) -> T:
        """Takes the next thing. Raises LookupError if nothing waits."""
        return heappop(self._waiting)[2]

    def _lately(self, one: Hashable, now: float) -> float:
        amount, at = self._asked.get(one, (0.0, now))
        return float(amount * 0.5 ** ((now - at) / HALF))

    def _forget(self, now: float) -> None:
        """Keeps the half of the owners who asked for the most."""
        order = sorted(self._asked, key=lambda one: self._lately(one, now))
        for one in order[: len(order) // 2]:
            del self._asked[one]


class Turns:
    """An order in which people take turns: everybody's first things come first, then everybody's
    second things, and so on. Newcomers begin at the present turn. So somebody with one thing waits
    for at most one thing of each other person, besides the one in progress.

    The things of one person keep their order, and so do things with the same turn.
    """

    def __init__(self) -> None:
        self._now = 0
        self._last: dict[Hashable, int] = {}
        """The turn of each person's latest thing."""

    def draw(self, whose: Collection[Hashable]) -> int:
        """The turn of one more thing. A thing for several people comes at the earliest of their
        turns, and counts as a turn of each.
        """
        nexts = {one: self._last.get(one, -1) + 1 for one in whose}
        turn = max(self._now, min(nexts.values(), default=0))
        self._last |= {one: max(turn, its) for one, its in nexts.items()}
        return turn

    def begun(self, turn: int) -> None:
        """Notes that something with this turn has begun. People without a thing at this turn or
        later then count as newcomers.
        """
        if turn > self._now:
            self._now = turn
            self._last = {one: last for one, last in self._last.items() if last >= turn}
