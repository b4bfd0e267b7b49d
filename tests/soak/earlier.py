"""An earlier version: its files, its name, and its database as this version would read it."""

from __future__ import annotations

import subprocess
from collections.abc import Collection
from pathlib import Path
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, cast, event, false, inspect, null, select
from sqlalchemy import text as sql

from storage.database import Database
from storage.schema import metadata
from storage.transactions import transaction
from tests.support.launcher import ROOT

_VIEWS = "as_now"
"""The schema of the views."""


def tree_of(revision: str, folder: Path) -> Path:
    """The files of an earlier version, in a new folder."""
    tree = folder / "earlier"
    tree.mkdir()
    packed = ("git", "-C", str(ROOT), "archive", "--format=tar", revision)
    archive = subprocess.run(packed, check=True, capture_output=True).stdout
    subprocess.run(("tar", "-x", "-C", str(tree)), input=archive, check=True)
    return tree


def name_of(revision: str) -> str:
    """What a revision is called for good, with its date."""
    asked = ("git", "-C", str(ROOT), "log", "-1", "--format=%h (%cs)", revision)
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


async def read_as_now(address: str) -> Database:
    """The database of an earlier version on PostgreSQL, to be read by this version: what has been
    added since is empty there, or has its default. Call `give_up_reading` before it is upgraded.
    """
    db = Database.connect(address)
    await db.write(_make_views)

    @event.listens_for(db.engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql(f"SET LOCAL search_path TO {_VIEWS}, public")

    return db


async def give_up_reading(db: Database) -> None:
    """Removes what `read_as_now` has added, and closes the database."""
    await db.write(_drop_views)
    await db.close()


def _make_views(connection: Connection) -> None:
    """A view for each table that lacks something."""
    with transaction(connection):
        connection.exec_driver_sql(f"CREATE SCHEMA {_VIEWS}")
        found = inspect(connection).get_multi_columns()
        there = {table: {one["name"] for one in columns} for (_, table), columns in found.items()}
        for name, table in metadata.tables.items():
            have = there.get(name, set[str]())
            query = select(*(_column(one, have) for one in table.c))
            query = query if have else query.where(false())
            if not have >= {*table.c.keys()}:
                body = query.compile(connection, compile_kwargs={"literal_binds": True})
                connection.exec_driver_sql(f'CREATE VIEW {_VIEWS}."{name}" AS {body}')


def _drop_views(connection: Connection) -> None:
    with transaction(connection):
        connection.exec_driver_sql(f"DROP SCHEMA {_VIEWS} CASCADE")


def _column(column: Column[Any], have: Collection[str]) -> ColumnElement[Any]:
    if column.name in have:
        return column
    default: Any = null() if column.server_default is None else column.server_default.arg  # type: ignore[attr-defined]
    value = sql(default) if isinstance(default, str) else default
    return cast(value, column.type).label(column.name)
