"""The folds of logs that were used last, so that a log isn't read from its beginning each time."""

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
    """The last used ones of a kind, folded, by number. Used by several threads at once.

    What was folded before words were deleted from a log still has them: a fold is known by how
    often that has happened, too.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[int, int, V]] = OrderedDict()
        self._lock = Lock()

    def get(self, number: int, seq: int, forgotten: int = 0) -> tuple[int, V | None]:
        """The latest fold up to entry `seq` that is kept, and its last entry."""
        with self._lock:
            known = self._kept.get(number)
            if known is None or known[0] > seq or known[1] != forgotten:
                return 0, None
            return known[0], known[2]

    def put(self, number: int, seq: int, value: V, forgotten: int = 0) -> None:
        """Keeps what is stored for good."""
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
        """The folds that are kept for an open database."""
        return self._of.setdefault(db, Folds())


Fold: TypeAlias = Callable[[V | None, Sequence[LogEntry]], V]
"""What a log comes to after these entries too. Raises ValueError if they don't follow."""


def fold_on(id_: str, fold: Fold[V], known: V | None, added: Sequence[LogEntry]) -> V:
    """The same. Raises CompetitionError."""
    try:
        return fold(known, added)
    except ValueError as error:
        raise CompetitionError("damaged", competition=id_) from error


def folded(
    connection: Connection, log: Log[N], row: Row[Any], id_: str, fold: Fold[V], *, folds: Folds[V]
) -> V:
    """What the log of a row comes to. Raises CompetitionError if it can't be folded."""
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
    """What has this number, as it stands at one moment. Raises what `load` raises, and
    Unavailable.
    """

    def work(connection: Connection) -> H:
        with snapshot(connection):
            return load(connection, folds, number)

    with map_storage_errors():
        return await db.read(work)
