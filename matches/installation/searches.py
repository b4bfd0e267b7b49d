"""Searches that one process hands over to others, such as for a hint: the question waits in the
database until some process takes it, and the answer until it is fetched.

Questions are objects, and answers whatever JSON can hold. They name nobody: the `asker` of a
question is a word of the process that asks, by which its people can be told apart.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection

from matches.model.storage_errors import read, write
from storage import searches as rows
from storage.database import Database

LEASE = timedelta(seconds=20)
"""How long a question is left to the process that has taken it, unless that holds it for longer."""
KEPT = timedelta(minutes=10)
"""After this time nobody waits any more for an answer that hasn't been fetched."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, with its id."""

    id: str
    question: Any


@dataclass(frozen=True, slots=True)
class State:
    """The answer to a question, if there is one, and whether a process is at it."""

    answer: Any
    held: bool
    others_held: bool = False
    """Whether none is at it, but one at some other question: it will come to this one."""


async def ask(db: Database, question: Any) -> str:
    """Has some process search for the answer. Returns the question's id, which no other one has
    ever had. Raises Unavailable.
    """
    now, id_ = db.now(), secrets.token_hex(16)

    def work(connection: Connection) -> None:
        rows.remove_left(connection, now - KEPT)
        rows.put(connection, id_, question, now)

    await write(db, work)
    return id_


async def state(db: Database, id_: str) -> State:
    """What has become of a question. Nobody is at one that is gone. Raises Unavailable."""
    now = db.now()

    def look(connection: Connection) -> State:
        found = rows.one(connection, id_)
        if found is None:
            return State(None, held=False)
        if found.answer is not None or found.until > now:
            return State(found.answer, found.until > now)
        return State(None, held=False, others_held=rows.are_held(connection, now))

    return await read(db, look)


async def withdraw(db: Database, id_: str) -> None:
    """Nobody waits for the answer any more. Raises Unavailable."""
    await write(db, partial(rows.remove, id_=id_))


async def take(db: Database, most: int) -> list[Asked]:
    """Takes questions, so that people take turns. They are left to the caller for `LEASE`. Raises
    Unavailable.
    """
    now = db.now()
    claim = partial(rows.claim, most=most, now=now, until=now + LEASE)
    return [Asked(row.id, row.question) for row in await write(db, claim)]


async def hold(db: Database, ids: Collection[str], time: timedelta = LEASE) -> None:
    """Keeps questions for so long, or gives them back. Raises Unavailable."""
    await write(db, partial(rows.hold, ids=ids, until=db.now() + time))


async def answer(db: Database, id_: str, found: Any) -> None:
    """Answers a question, if anybody still waits. Raises Unavailable."""
    await write(db, partial(rows.answer, id_=id_, found=found, until=db.now() + LEASE))
