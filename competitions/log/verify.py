"""Folds everything that is stored of one kind, and compares it with its rows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from sqlalchemy import Connection, Row
from sqlalchemy.exc import SQLAlchemyError

from matches.model.storage_errors import map_storage_errors
from storage.database import Database
from storage.logs import Log
from storage.transactions import snapshot

N = TypeVar("N", bound=int)

PAGE = 50
"""How many rows are read at a time."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A stored log and its first fault, if any, in words for those who run the bot."""

    id: str
    status: str
    fault: str | None = None


async def checks(
    db: Database,
    log: Log[N],
    id_of: Callable[[N], str],
    faults: Callable[[Connection, N], Iterator[str]],
) -> AsyncIterator[Checked]:
    """Checks everything of one kind, oldest first. `faults` yields what is wrong apart from the
    log's own entries, and raises what folding raises. Raises Unavailable.
    """

    def look(connection: Connection, number: N) -> Checked:
        with snapshot(connection):
            row = log.row(connection, number)
            assert row is not None
            found = chain(faults(connection, number), _of_log(connection, log, number, row))
            try:
                fault = next(found, None)
            except SQLAlchemyError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, the others are looked at
                fault = f"{type(error).__name__}: {error}: {error.__cause__}"
        return Checked(id_of(number), row.status, fault)

    last = 0
    with map_storage_errors():
        while numbers := await db.read(partial(log.numbers_after, number=last, limit=PAGE)):
            for number in numbers:
                yield await db.read(partial(look, number=number))
            last = int(numbers[-1])


def _of_log(connection: Connection, log: Log[N], number: N, row: Row[Any]) -> Iterator[str]:
    """What is wrong with the entries of a log that can be folded."""
    found = log.entries(connection, number, 0, row.seq + 1)
    if [one.seq for one in found] != list(range(1, row.seq + 1)):
        yield f"seq is {row.seq}, and the log has {len(found)} entries"
    if row.settings != found[0].text:
        yield f"settings are stored as {row.settings!r}, and logged as {found[0].text!r}"
