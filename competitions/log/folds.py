"""The most recently used folds of logs, so that a log isn't read from its beginning each time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Generic, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Row

from competitions.model.errors import CompetitionError
from matches.model.storage_errors import map_storage_errors
from storage.database import Database
from storage.logs import Log, LogEntry
from storage.transactions import snapshot

V = TypeVar("V")
H = TypeVar("H")
N = TypeVar("N", bound=int)

SIZE = 64
"""How many folds of a kind are kept for each open database."""


class Folds(Generic[V]):
    """The most recently used folds of one kind, by number. Several threads may use them at once.

    A fold from before words were deleted from its log still has those words. So a fold is known by
    the number of deletions, too.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[int, int, V]] = OrderedDict()
        self._lock = Lock()

    def get(self, number: int, seq: int, forgotten: int = 0) -> tuple[int, V | None]:
        """The kept fold, if it goes no further than entry `seq`, and its last entry; (0, None) if
        there is none.
        """
        with self._lock:
            known = self._kept.get(number)
            if known is None or known[0] > seq or known[1] != forgotten:
                return 0, None
            return known[0], known[2]

    def put(self, number: int, seq: int, value: V, forgotten: int = 0) -> None:
        """Keeps a fold. It must be of committed entries."""
        with self._lock:
            self._kept[number] = (seq, forgotten, value)
            self._kept.move_to_end(number)
            while len(self._kept) > SIZE:
                self._kept.popitem(last=False)


class Known(Generic[V]):
    """The folds of one kind for each open database."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[Database, Folds[V]] = WeakKeyDictionary()

    def of(self, db: Database) -> Folds[V]:
        """The folds kept for an open database."""
        return self._of.setdefault(db, Folds())


Fold: TypeAlias = Callable[[V | None, Sequence[LogEntry]], V]
"""Folds further entries of a log. Raises ValueError if they don't follow."""


def fold_on(id_: str, fold: Fold[V], known: V | None, added: Sequence[LogEntry]) -> V:
    """Folds further entries. Raises CompetitionError if they don't follow."""
    try:
        return fold(known, added)
    except ValueError as error:
        raise CompetitionError("damaged", competition=id_) from error


def folded(
    connection: Connection, log: Log[N], row: Row[Any], id_: str, fold: Fold[V], *, folds: Folds[V]
) -> V:
    """The fold of a row's log. Raises CompetitionError if it can't be folded."""
    last, known = folds.get(row.id, row.seq, row.forgotten)
    added = log.entries(connection, row.id, last, row.seq)
    value = fold_on(id_, fold, known, added)
    if last + len(added) != row.seq:
        raise CompetitionError("damaged", competition=id_)
    folds.put(row.id, row.seq, value, row.forgotten)
    return value


async def loaded(
    db: Database, load: Callable[[Connection, Folds[V], N], H], folds: Folds[V], number: N
) -> H:
    """Loads what has this number in one consistent read. Raises what `load` raises, and
    Unavailable.
    """

    def work(connection: Connection) -> H:
        with snapshot(connection):
            return load(connection, folds, number)

    with map_storage_errors():
        return await db.read(work)
