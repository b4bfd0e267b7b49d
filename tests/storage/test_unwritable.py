"""A SQLite database that only reads from some moment on, as on a disk that was mounted anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from storage.database import Database, migrate
from storage.errors import Unavailable
from storage.schema import player
from storage.transactions import transaction


def _add(connection: Connection) -> None:
    with transaction(connection):
        connection.execute(insert(player), {"id": 1, "preferences": {}})


def _ids(connection: Connection) -> list[int]:
    return list(connection.execute(select(player.c.id)).scalars())


async def test_what_can_not_be_written_is_refused(tmp_path: Path) -> None:
    """It is a refusal with SQLite's own words, and reading goes on. Once it can be written again,
    the same connection does.
    """
    url = f"sqlite:///{tmp_path / 'bot.db'}"
    await migrate(url)
    db = Database.connect(url)

    async def only_reads(word: str) -> None:
        await db.write(lambda one: one.exec_driver_sql(f"PRAGMA query_only = {word}").close())

    await only_reads("ON")
    with pytest.raises(Unavailable, match="readonly database"):
        await db.write(_add)
    assert await db.read(_ids) == []
    await only_reads("OFF")
    await db.write(_add)
    assert await db.read(_ids) == [1]
    await db.close()
