"""A queue in which whoever has asked for little lately doesn't wait for those who ask for a lot."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

HALF = 10.0
"""Seconds after which what somebody got counts half as much."""
REMEMBERED = 1000
"""How many are remembered before those who got little are forgotten."""


class FairQueue(Generic[T]):
    """Things that wait, each for somebody: a person, or whatever else is to get its share.

    Whoever got the least lately comes next, and among equals who came first. What waits for the
    same one keeps its order.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: dict[Hashable, deque[T]] = {}
        self._got: dict[Hashable, tuple[float, float]] = {}
        """How much each got, and when that was true."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, thing: T, whose: Hashable) -> None:
        """Adds something for somebody."""
        self._waiting.setdefault(whose, deque()).append(thing)

    def get(self) -> T:
        """Takes what comes next. Raises LookupError if nothing waits."""
        if not self._waiting:
            raise LookupError
        now = self._clock()
        whose = min(self._waiting, key=lambda one: self._lately(one, now))
        queue = self._waiting[whose]
        thing = queue.popleft()
        if not queue:
            del self._waiting[whose]
        self._got[whose] = self._lately(whose, now) + 1, now
        if len(self._got) > REMEMBERED:
            self._forget(now)
        return thing

    def _lately(self, one: Hashable, now: float) -> float:
        amount, at = self._got.get(one, (0.0, now))
        return float(amount * 0.5 ** ((now - at) / HALF))

    def _forget(self, now: float) -> None:
        """Keeps the half who got the most."""
        order = sorted(self._got, key=lambda one: self._lately(one, now))
        for one in order[: len(order) // 2]:
            del self._got[one]
