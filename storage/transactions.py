"""Write transactions on a connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from storage.errors import LostRace

T = TypeVar("T")

_WRITING = "writing"

_IN_EACH_OTHERS_WAY = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for one of several transactions that could not all go on: a deadlock, say."""

_CHECK = "23514"
"""PostgreSQL's code for a row that breaks a rule of its table."""


@contextmanager
def transaction(connection: Connection) -> Iterator[Connection]:
    """One write transaction: at the end all of it is durable; after an error, none of it.

    Raises LostRace if a written key exists already, or after a deadlock with another transaction;
    Unavailable.
    """
    if connection.in_transaction():
        connection.rollback()
    connection.info[_WRITING] = True
    try:
        with connection.begin():
            yield connection
    except IntegrityError as error:
        if _breaks_a_rule(error):
            raise  # Trying again would not help.
        raise LostRace(str(error.orig)) from error
    except DBAPIError as error:
        if code_of(error) in _IN_EACH_OTHERS_WAY:
            raise LostRace(str(error.orig)) from error
        raise
    finally:
        connection.info[_WRITING] = False


def in_transaction(work: Callable[[Connection], T]) -> Callable[[Connection], T]:
    """Turns this work into the same work done in one `transaction`."""

    def inside(connection: Connection) -> T:
        with transaction(connection):
            return work(connection)

    return inside


@contextmanager
def snapshot(connection: Connection) -> Iterator[Connection]:
    """Everything read in this block is as it was at one moment. Writers don't have to wait."""
    if connection.in_transaction():
        connection.rollback()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
    try:
        yield connection
    finally:
        connection.rollback()


def _breaks_a_rule(error: IntegrityError) -> bool:
    """Whether a row was refused because of its own content, and not because of another row."""
    return code_of(error) == _CHECK or (
        getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_CHECK
    )


def is_writing(connection: Connection) -> bool:
    """Whether the transaction that begins on this connection is a write transaction."""
    return bool(connection.info.get(_WRITING))


def code_of(error: DBAPIError) -> str:
    """PostgreSQL's five-character error code; empty for other databases."""
    return str(getattr(error.orig, "sqlstate", None) or "")
