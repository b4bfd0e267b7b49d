"""The one place where an error of the storage becomes a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from matches.model.errors import Unavailable
from matches.model.ids import MatchId
from storage.database import Database, Work
from storage.errors import StorageError
from storage.transactions import in_transaction

T = TypeVar("T")


@contextmanager
def map_storage_errors(match_id: MatchId | None = None) -> Iterator[None]:
    """Raises Unavailable for every StorageError within, with that as its cause."""
    try:
        yield
    except StorageError as error:
        raise Unavailable(match=match_id or "-") from error


async def read(db: Database, work: Work[T]) -> T:
    """What the work reads. Raises Unavailable."""
    with map_storage_errors():
        return await db.read(work)


async def read_late(db: Database, work: Work[T]) -> T:
    """The same for work that may miss what was written in the last seconds."""
    with map_storage_errors():
        return await db.read_late(work)


async def write(db: Database, work: Work[T]) -> T:
    """What the work returns, once all that it has written is stored. Raises Unavailable."""
    with map_storage_errors():
        return await db.write(in_transaction(work))
