"""The recent matches, folded. What is kept is checked against the database before it is used."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from weakref import WeakKeyDictionary

from matches.model.ids import MatchNumber
from matches.model.match import Match
from storage.database import Database

SIZE = 512
"""How many matches are kept for each open database."""


class Cache:
    """The last used matches by number. Used by several threads at once."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._kept: OrderedDict[MatchNumber, tuple[Match, int]] = OrderedDict()
        self._moving: Counter[MatchNumber] = Counter()
        self._lock = Lock()
        self.tick = 0
        """Counts the changes of positions made through this cache."""

    def get(self, number: MatchNumber) -> Match | None:
        """The match as it was last seen."""
        with self._lock:
            if number not in self._kept:
                return None
            self._kept.move_to_end(number)
            return self._kept[number][0]

    def put(self, number: MatchNumber, match: Match, *, moved: bool = False) -> None:
        """Keeps a match unless a later state of it is kept; `moved`: its position has changed."""
        with self._lock:
            if moved:
                self.tick += 1
            known, moved_at = self._kept.get(number, (None, 0))
            if known is None or known.seq <= match.seq:
                self._kept[number] = (match, self.tick if moved else moved_at)
                self._kept.move_to_end(number)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    @contextmanager
    def moving(self, number: MatchNumber) -> Iterator[None]:
        """While the match's changed position is being stored, and until it is kept in here."""
        with self._lock:
            self._moving[number] += 1
        try:
            yield
        finally:
            with self._lock:
                self._moving[number] -= 1
                if not self._moving[number]:
                    del self._moving[number]

    def moved_since(self, number: MatchNumber, tick: int) -> bool:
        """Whether the match's position was changed through this cache after that tick, or is being
        changed: others may see that in the database before the one who does it has heard of it.
        """
        with self._lock:
            kept = number in self._kept and self._kept[number][1] > tick
            return kept or number in self._moving


_caches: WeakKeyDictionary[Database, Cache] = WeakKeyDictionary()


def cache_of(db: Database) -> Cache:
    """The cache of an open database."""
    if db not in _caches:
        _caches[db] = Cache()
    return _caches[db]


def resize(db: Database, size: int) -> None:
    """Empties the database's cache and gives it another size; 0 keeps nothing."""
    _caches[db] = Cache(size)
