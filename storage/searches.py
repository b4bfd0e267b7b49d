"""Rows of searches that processes hand over. Functions that write need a transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage.schema import search

LOOKED_AT = 200
"""The most open questions among which a process chooses."""


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A question, and its answer if there is one; see the table."""

    id: str
    question: Any
    answer: Any
    until: datetime


_ONE = select(search).where(search.c.id == bindparam("wanted"))
_OPEN = (
    select(search.c.id, search.c.question["asker"].as_string().label("asker"), search.c.until)
    .where(search.c.until <= bindparam("until"), search.c.answer.is_(None))
    .order_by(search.c.until)
    .limit(bindparam("most"))
)
_LOCKED = (
    select(search)
    .where(
        search.c.id.in_(bindparam("ids", expanding=True)),
        search.c.until <= bindparam("now"),
        search.c.answer.is_(None),
    )
    .order_by(search.c.until)
    .with_for_update(skip_locked=True)
)
_HELD = select(search.c.id).where(search.c.until > bindparam("now"), search.c.answer.is_(None))
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
    """Takes questions that nobody has taken; nobody else gets them until that time. Askers take
    turns: those for whom the fewest questions are being answered come first, the oldest of each.
    """
    found = connection.execute(_OPEN, {"until": until, "most": LOOKED_AT}).all()
    busy = Counter(one.asker for one in found if one.until > now)
    free = [one for one in found if one.until <= now]
    chosen = list[str]()
    while free and len(chosen) < most:
        next_ = min(free, key=lambda one: busy[one.asker])
        busy[next_.asker] += 1
        free.remove(next_)
        chosen.append(next_.id)
    rows = connection.execute(_LOCKED, {"ids": chosen, "now": now}) if chosen else ()
    taken = {row.id: row for row in (SearchRow(*one) for one in rows)}
    hold(connection, list(taken), until)
    return [taken[id_] for id_ in chosen if id_ in taken]


def are_held(connection: Connection, now: datetime) -> bool:
    """Whether any process is at a question."""
    return connection.execute(_HELD, {"now": now}).first() is not None


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
