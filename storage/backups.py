"""Backups: a database of either kind as one SQLite file, made while others keep writing."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from storage import copies
from storage.copies import CantCopy
from storage.database import Database


def address(file: Path) -> str:
    """The address of the database in a file."""
    return URL.create("sqlite", database=str(file)).render_as_string()


async def back_up(source: Database, file: Path) -> int:
    """Writes everything that the database holds at one moment into a new file, and returns its size
    in bytes.

    Writers don't have to wait. The file appears only when it is complete, checked and on the disk,
    and only its owner can read it. Raises CantCopy if the file exists already or can't be written;
    Unavailable.
    """
    try:
        _require_new(file)
        with TemporaryDirectory(dir=file.parent, prefix=f".{file.name}-") as folder:
            part = Path(folder, "part.db")
            await _fill(source, part)
            return await asyncio.to_thread(_finish, part, file)
    except (OSError, sqlite3.Error) as error:
        raise CantCopy(f"can't write {file}: {error}") from error


async def open_copy(file: Path, folder: Path) -> Database:
    """A migrated copy of a backup, in this folder. The backup itself is only read.

    Raises CantCopy if there is no such file or it is damaged; WrongSchema, Unavailable.
    """
    part = folder / "part.db"
    try:
        await asyncio.to_thread(_copied, file, part)
    except (OSError, sqlite3.Error) as error:
        raise CantCopy(f"{file} is no backup that can be read: {error}") from error
    database = Database.connect(address(part))
    try:
        await database.migrate()
    except BaseException:
        await database.close()
        raise
    return database


def revision(file: Path) -> str:
    """The revision of the schema that a backup has. Raises CantCopy."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
            (found,) = source.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise CantCopy(f"{file} is no backup that can be read: {error}") from error
    return str(found)


async def _fill(source: Database, part: Path) -> None:
    if source.engine.dialect.name == "sqlite":
        await source.read(partial(_snapshot, part))
        return
    target = Database.connect(address(part))
    try:
        await target.migrate()
        await copies.copy(source, target)
    finally:
        await target.close()


def _snapshot(part: Path, source: Connection) -> None:
    """Copies all pages in one step. Others can write meanwhile: they write to the log, which the
    copy does not read.
    """
    connection = source.connection.driver_connection
    assert isinstance(connection, sqlite3.Connection)
    with closing(sqlite3.connect(part)) as target:
        connection.backup(target)


def _require_new(file: Path) -> None:
    if file.exists():
        raise CantCopy(f"there is a file {file} already")


def _finish(part: Path, file: Path) -> int:
    """Turns the copy into a single file without a log beside it, checks it, and gives it its final
    name.
    """
    _check(part)
    part.chmod(0o600)
    _sync(part)
    part.rename(file)
    _sync(file.parent)
    return file.stat().st_size


def _copied(file: Path, part: Path) -> None:
    with (
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        source.backup(target)
    _check(part)


def _check(part: Path) -> None:
    with closing(sqlite3.connect(part)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        known = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")
        if verdict != "ok" or known.fetchone() is None:
            raise sqlite3.DatabaseError(verdict if verdict != "ok" else "no database of this bot")


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
