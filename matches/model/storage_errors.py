"""The one place where an error of the storage becomes a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matches.model.errors import Unavailable
from matches.model.ids import MatchId
from storage.errors import StorageError


@contextmanager
def map_storage_errors(match_id: MatchId | None = None) -> Iterator[None]:
    """Raises Unavailable for every StorageError within, with that as its cause."""
    try:
        yield
    except StorageError as error:
        raise Unavailable(match=match_id or "-") from error
