"""Statements that are compiled once for all databases of a process.

SQLAlchemy keeps what it has compiled for as long as an engine lives. A bot has one engine; the
tests make thousands, and would spend a sixth of their time to compile the same statements anew.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, event
from sqlalchemy.util import LRUCache

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
