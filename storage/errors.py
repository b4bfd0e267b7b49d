"""What can go wrong with the database."""

from __future__ import annotations


class StorageError(Exception):
    """The database could not do what it was asked; nothing was changed."""


class LostRace(StorageError):
    """Somebody else has written first: the rows have changed since they were read."""


class Unavailable(StorageError):
    """The database can't be reached, or was too busy for too long."""


def cause_of(error: BaseException) -> str:
    """What went wrong in the database's own words: without the statement, and in one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


class BadAddress(StorageError, ValueError):
    """The address is not that of a database this program can use; the message says what is
    expected.
    """


class WrongSchema(StorageError):
    """The database's schema does not fit this version; the message says what to do."""


class NoDatabase(StorageError):
    """There is no database of this program at the address."""


class NoSuchRevision(StorageError):
    """A revision of the schema that is not known, or is newer than that of the database."""
