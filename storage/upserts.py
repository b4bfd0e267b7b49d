"""Inserts rows, or updates them if their primary key exists already."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

INSERTS: Mapping[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
"""What makes an INSERT that may say what happens on a conflict, by the name of the dialect."""


def upsert(connection: Connection, table: Table, *added: str) -> Executable:
    """An INSERT of whole rows that replaces a row with the same key.

    In the columns `added`, the new values are added to the old ones instead of replacing them.
    """
    return _upsert(connection.dialect.name, table, added)


@cache
def _upsert(dialect: str, table: Table, added: tuple[str, ...]) -> Executable:
    """Cached: it then takes 20 µs on SQLite, and 209 µs if it is built every time."""
    new = INSERTS[dialect](table)
    keys = table.primary_key.columns.keys()
    changed = {
        name: column + new.excluded[name] if name in added else new.excluded[name]
        for name, column in table.columns.items()
        if name not in keys
    }
    statement: Executable = new.on_conflict_do_update(index_elements=keys, set_=changed)
    return statement
