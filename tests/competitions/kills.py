"""Processes that die in the middle of something."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from sqlalchemy import event

from storage.database import Database
from tests.matches.conftest import Clock


class Killed(Exception):
    """The process is gone."""


@asynccontextmanager
async def another(url: str, clock: Clock) -> AsyncIterator[Database]:
    """Another process, with nothing in its memory."""
    other = Database.connect(url, now=clock)
    try:
        yield other
    finally:
        await other.close()


@contextmanager
def dies_after(db: Database, writes: int) -> Iterator[None]:
    """In this context, the process dies before a statement that writes, after `writes` of them."""
    left = writes

    def before(conn: Any, cursor: Any, statement: str, *_: Any) -> None:
        nonlocal left
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            left -= 1
            if left < 0:
                raise Killed

    event.listen(db.engine, "before_cursor_execute", before)
    try:
        yield
    finally:
        event.remove(db.engine, "before_cursor_execute", before)
