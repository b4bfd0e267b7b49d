"""Rows of searches that processes hand over. Functions that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage.schema import search


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A question, and its answer if there is one; see the table."""

    id: str
    question: Any
    answer: Any
    until: datetime


_ONE = select(search).where(search.c.id == bindparam("wanted"))
_FREE = (
    select(search)
    .where(search.c.until <= bindparam("now"), search.c.answer.is_(None))
    .order_by(search.c.until)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_SOME = update(search).where(search.c.id.in_(bindparam("ids", expanding=True)))


def put(connection: Connection, id_: str, question: Any, now: datetime) -> None:
    """Stores a question that anybody may take."""
    row = {"id": id_, "question": question, "until": now}
    connection.execute(insert(search), row)


def one(connection: Connection, id_: str) -> SearchRow | None:
    """The one with this id, if it is still there."""
    row = connection.execute(_ONE, {"wanted": id_}).first()
    return None if row is None else SearchRow(*row)


def claim(connection: Connection, most: int, now: datetime, until: datetime) -> list[SearchRow]:
    """Takes the questions that nobody has taken, the oldest first; nobody else gets them until that
    time.
    """
    found = [SearchRow(*row) for row in connection.execute(_FREE, {"now": now, "most": most})]
    hold(connection, [row.id for row in found], until)
    return found


def hold(connection: Connection, ids: Collection[str], until: datetime) -> None:
    """Makes sure that nobody takes these until that time."""
    if ids:
        connection.execute(_SOME.values(until=until), {"ids": list(ids)})


def answer(connection: Connection, id_: str, found: Any, until: datetime) -> None:
    """Stores the answer, if anybody still waits for it."""
    connection.execute(_SOME.values(answer=found, until=until), {"ids": [id_]})


def remove(connection: Connection, id_: str) -> None:
    """Removes the one with this id."""
    connection.execute(delete(search).where(search.c.id == id_))


def remove_left(connection: Connection, before: datetime) -> None:
    """Removes what nobody has taken or fetched since that time: whoever has asked is gone."""
    connection.execute(delete(search).where(search.c.until <= before))
