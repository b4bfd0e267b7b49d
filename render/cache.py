"""A bounded cache for things that are expensive to paint."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Keeps the most recently used values, up to a total weight. Thread-safe.

    If two threads miss the same key, both make the value, and one of them is kept.
    """

    def __init__(self, limit: int, weight: Callable[[V], int] = lambda _: 1) -> None:
        self.limit = limit
        self.total = 0
        self._weight = weight
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """The value, which now counts as used, or None."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> V:
        """Stores a value, drops the least recently used ones, and returns the value."""
        with self._lock:
            old = self._values.pop(key, None)
            if old is not None:
                self.total -= self._weight(old)
            self._values[key] = value
            self.total += self._weight(value)
            while self.total > self.limit and len(self._values) > 1:
                _, dropped = self._values.popitem(last=False)
                self.total -= self._weight(dropped)
        return value

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._values.clear()
            self.total = 0
