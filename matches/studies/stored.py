"""Reading and changing one study in the database.

Changes apply to the stored study, not to the one that was shown, so two clicks at once both count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, TypeVar

from sqlalchemy import Connection

from matches.model.ids import PlayerId, StudyNumber
from matches.model.storage_errors import map_storage_errors
from matches.model.study_errors import UnknownStudy
from matches.studies.study import Study, read, written
from storage import studies as rows
from storage.database import Database
from storage.errors import LostRace
from storage.transactions import in_transaction

_ATTEMPTS = 8

T = TypeVar("T")
Change: TypeAlias = Callable[[Study], Study]
"""A change of a study. It refuses by raising, and may be called several times."""


async def get(db: Database, owner: PlayerId, number: StudyNumber) -> Study:
    """The study. Only its owner finds it. Raises UnknownStudy, Unavailable."""
    with map_storage_errors():
        return await db.read(lambda connection: found(connection, owner, number))


def found(connection: Connection, owner: PlayerId, number: StudyNumber) -> Study:
    """The same on a connection."""
    row = rows.one(connection, owner, number)
    if row is None:
        raise UnknownStudy
    return read(row)


async def change(db: Database, owner: PlayerId, number: StudyNumber, made: Change) -> Study:
    """Applies a change, and returns the resulting study. A change without effect writes nothing.

    Raises UnknownStudy, StudyFull, and what `made` raises.
    """

    def work(connection: Connection) -> Study:
        before = found(connection, owner, number)
        after = made(before)
        return before if after == before else store(db, connection, before, after)

    return await write(db, work)


def store(db: Database, connection: Connection, before: Study, after: Study) -> Study:
    """Writes what has changed. Inside a transaction. Raises LostRace, StudyFull."""
    after = replace(after, seq=before.seq + 1, changed_at=db.now())
    row = written(after)
    values = {
        "name": row.name,
        "here": row.here,
        "draft": row.draft,
        "seq": row.seq,
        "changed_at": row.changed_at,
    }
    if after.tree != before.tree:
        values["tree"] = row.tree
    rows.change(connection, before.owner, before.number, before.seq, values)
    return after


async def write(db: Database, work: Callable[[Connection], T]) -> T:
    """Does the work in a transaction, and again after a lost race. Raises Unavailable."""
    once = in_transaction(work)

    def tried(connection: Connection) -> T:
        for _ in range(_ATTEMPTS - 1):
            try:
                return once(connection)
            except LostRace:
                continue
        return once(connection)

    with map_storage_errors():
        return await db.write(tried)
