"""Write transactions on a connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from storage.errors import LostRace

_WRITING = "writing"


@contextmanager
def transaction(connection: Connection) -> Iterator[Connection]:
    """One write transaction: all of it is durable at the end, or nothing of it after an error.

    Raises LostRace if a key that is written exists already, Unavailable.
    """
    if connection.in_transaction():
        connection.rollback()
    connection.info[_WRITING] = True
    try:
        with connection.begin():
            yield connection
    except IntegrityError as error:
        raise LostRace(str(error.orig)) from error
    finally:
        connection.info[_WRITING] = False


def is_writing(connection: Connection) -> bool:
    """Whether what begins on this connection is a write transaction."""
    return bool(connection.info.get(_WRITING))
