"""The history of the schema: upgrading a database, and downgrading it to an older version."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect

from storage.errors import NoDatabase, NoSuchRevision, WrongSchema
from storage.transactions import transaction

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 3_141_593
"""An arbitrary number for the lock: two processes that start at once migrate one after the
other.
"""

_FOLDER = Path(__file__).parent


def revisions() -> Mapping[str, str]:
    """All revisions of the schema, oldest first, with their titles."""
    found = sorted((_FOLDER / "versions").glob("[0-9]*.py"))
    return {path.name.partition("_")[0]: _title(path) for path in found}


def _title(path: Path) -> str:
    """The first line of a file's docstring."""
    found = re.match(r'"""(.*?)(?:"""|\n)', path.read_text("utf-8"))
    return found[1] if found else ""


def head() -> str:
    """The newest revision, which is the prefix of the last file's name."""
    return max(revisions())


def revision_of(connection: Connection) -> str | None:
    """The revision of a database; None if this program has created nothing there. Works without
    Alembic, which is slow to import.
    """
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    return str(found[0]) if found else None


def is_current(connection: Connection) -> bool:
    """Whether there is nothing to upgrade. Raises WrongSchema for a revision newer than this
    program.
    """
    found = revision_of(connection)
    _require_known(found)
    return found == head()


def require_any(connection: Connection) -> str:
    """The revision of a database. Raises NoDatabase if this program has created nothing there."""
    found = revision_of(connection)
    if found is None:
        raise NoDatabase("there is nothing of this program in it")
    return found


def require_current(connection: Connection) -> None:
    """Raises NoDatabase if this program has created nothing there, WrongSchema for another
    revision.
    """
    found = require_any(connection)
    if not is_current(connection):
        raise WrongSchema(
            f"the database has the schema {found}, this version works with {head()}: bring it up "
            "to date with `dreierlei migrate`, or with the next start of the bot"
        )


def _require_known(found: str | None) -> None:
    if found is not None and found not in revisions():
        raise WrongSchema(
            f"the database does not fit this version: it has the schema {found}, which is newer "
            f"than {head()}. To go back to this version, first let the newer one run "
            f"`dreierlei db downgrade {head()}`"
        )


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings; `connection` is the one to migrate."""
    from alembic.config import Config  # noqa: PLC0415

    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER))
    settings.attributes["connection"] = connection
    return settings


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Upgrades to a revision, in one transaction. Raises WrongSchema.

    Alembic keeps its state in global variables, so a process runs one upgrade at a time.
    """
    from alembic import command  # noqa: PLC0415

    with migrating(connection):
        _require_known(revision_of(connection))
        command.upgrade(config(connection), revision)


def downgrade(connection: Connection, revision: str) -> Mapping[str, int]:
    """Undoes later revisions in one transaction. Keeps all data that a database of this revision
    can hold. Returns the removed tables and columns, with the number of rows that had data in them.
    Raises NoSuchRevision, NoDatabase, WrongSchema.
    """
    from alembic import command  # noqa: PLC0415

    with migrating(connection):
        found = require_any(connection)
        _require_known(found)
        if revision not in revisions() or revision > found:
            raise NoSuchRevision(f"{revision} is no schema to go back to: the database has {found}")
        held = _held(connection)
        command.downgrade(config(connection), revision)
        left = _columns(connection)
    gone: dict[str, int] = {}
    for (table, column), rows in sorted(held.items()):
        if column not in left.get(table, ()):
            name = f"{table}.{column}" if table in left else table
            gone[name] = max(gone.get(name, 0), rows)
    return {name: rows for name, rows in gone.items() if rows}


def _columns(connection: Connection) -> dict[str, list[str]]:
    """The columns of each table."""
    found = inspect(connection).get_multi_columns()
    return {table: [one["name"] for one in columns] for (_, table), columns in found.items()}


def _held(connection: Connection) -> dict[tuple[str, str], int]:
    """For each table and column, how many rows have something in it."""
    held: dict[tuple[str, str], int] = {}
    for table, columns in _columns(connection).items():
        counts = ", ".join(f'count("{column}")' for column in columns)
        found = connection.exec_driver_sql(f'SELECT {counts} FROM "{table}"').one()  # noqa: S608 - names of our own
        held |= {(table, column): rows for column, rows in zip(columns, found, strict=True)}
    return held


@contextmanager
def migrating(connection: Connection) -> Iterator[None]:
    """One transaction in which tables may be rebuilt, with no other migration running."""
    from alembic.util import CommandError  # noqa: PLC0415

    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        # Rebuilding a table drops it, and rows that refer to it must not be deleted with it. SQLite
        # ignores this setting inside a transaction.
        connection.rollback()
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    try:
        with transaction(connection):
            if not sqlite:
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            before = _orphans(connection)
            yield
            if _orphans(connection) > before:
                raise WrongSchema("rows were left without their match: nothing was changed")
    except CommandError as error:
        raise WrongSchema(f"the database does not fit this version: {error}") from error
    finally:
        if sqlite:
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")
            connection.rollback()


def _orphans(connection: Connection) -> int:
    """The number of rows with a missing parent row. PostgreSQL checks this itself."""
    if connection.dialect.name != "sqlite":
        return 0
    return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())
