"""Statements: compiled once for all databases of a process, and noted for tests that count them.

SQLAlchemy keeps what it has compiled for as long as an engine lives. A bot has one engine; the
tests make thousands, and would spend a sixth of their time compiling the same statements again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, event
from sqlalchemy.util import LRUCache

from storage.database import Database

_dialects: dict[str, Dialect] = {}
"""The first one of each driver. A compiled statement belongs to one dialect."""
_compiled: defaultdict[str, LRUCache[Any, Any]] = defaultdict(lambda: LRUCache(2000))


def share() -> None:
    """From now on all connections of this process share what is compiled."""
    event.listen(Engine, "engine_connect", _share)


def _share(connection: Connection) -> None:
    driver = connection.dialect.driver
    connection.dialect = _dialects.setdefault(driver, connection.dialect)
    connection.execution_options(compiled_cache=_compiled[driver])


class Sent:
    """What is sent to a database from now on."""

    def __init__(self, db: Database) -> None:
        self.statements: list[str] = []
        event.listen(db.engine, "before_cursor_execute", self._note)

    def _note(self, _connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        self.statements.append(statement)

    async def count(self, use_case: Awaitable[object]) -> int:
        """The number of statements in a use case."""
        self.statements.clear()
        await use_case
        return len(self.statements)
