"""Copying a database: everything arrives, in either direction, or nothing does."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Connection,
    DateTime,
    Float,
    Integer,
    String,
    Table,
    insert,
    inspect,
    select,
    update,
)

from storage import copies
from storage.checks import (
    AT_ENDS,
    COMPETITIONS,
    ENTRIES,
    EVENTS,
    LADDER_EVENTS,
    LADDERS,
    LEAGUE_EVENTS,
    LEAGUES,
    NOTICES,
    SEATINGS,
    TRIES,
    UNFINISHED,
    WISHES,
)
from storage.copies import CantCopy, copy
from storage.database import Database
from storage.matches import OVER
from storage.schema import UTCDateTime, match, metadata, player
from storage.transactions import transaction
from tests.support.postgres import Cluster

TIME = datetime(2030, 5, 6, 7, 8, 9, 123456, UTC)
ROWS = 7


_RULED: dict[tuple[str, str], Any] = {
    **{("match", name): values[0] for name, values in (("status", OVER), ("seating", SEATINGS))},
    ("match", "seats"): 4,
    ("match", "base"): 1,
    ("match", "turn_count"): 0,
    ("match", "to_move"): 4,
    ("match", "ending"): {"reason": "ß"},
    ("match", "finished_at"): TIME,
    ("match", "clock"): "3d",
    ("match", "at_end"): AT_ENDS[0],
    ("seat", "rank"): None,
    ("entry", "batch"): 1,
    ("entry", "kind"): ENTRIES[0],
    ("notice", "kind"): NOTICES[0],
    ("rating", "games"): 99,
    ("vacation", "ends_at"): TIME + timedelta(days=99),
    ("puzzle_try", "state"): TRIES[0],
    ("competition", "status"): COMPETITIONS[0],
    ("competition", "unfinished"): UNFINISHED[0],
    ("competition", "at_end"): AT_ENDS[0],
    ("competition", "team"): 2,
    ("competition", "told"): 0,
    ("competition", "tell_at"): TIME,
    ("competition_entry", "kind"): EVENTS[0],
    ("entrant_member", "place"): 4,
    ("entrant_member", "until"): None,
    ("entrants_apart", "other"): 99,
    ("competition_game", "game"): 3,
    ("ladder", "status"): LADDERS[0],
    ("ladder", "at_end"): AT_ENDS[0],
    ("ladder", "told"): 0,
    ("ladder", "tell_at"): TIME,
    ("ladder_entry", "kind"): LADDER_EVENTS[0],
    ("ladder_member", "until"): None,
    ("ladder_challenge", "ended"): None,
    ("league", "status"): LEAGUES[0],
    ("league", "unfinished"): UNFINISHED[0],
    ("league", "at_end"): AT_ENDS[0],
    ("league", "told"): 0,
    ("league", "tell_at"): TIME,
    ("league_entry", "kind"): LEAGUE_EVENTS[0],
    ("wish", "status"): WISHES[0],
    ("wish", "next_at"): None,
    ("wish", "match_id"): None,
    ("wish_member", "place"): 4,
    ("sought", "seats"): 4,
    ("study", "seats"): 4,
}
"""Values that satisfy the check constraints."""


def _value(column: Any, number: int) -> Any:
    """A value that is hard to copy: large numbers, umlauts, quotes, fractions, NULL."""
    kind = column.type
    if (column.table.name, column.name) in _RULED:
        return _RULED[column.table.name, column.name]
    if column.name == "seat":
        return number % 4 + 1
    if column.nullable and not column.primary_key and number % 2:
        return None
    if isinstance(kind, UTCDateTime | DateTime):
        return TIME + timedelta(days=number, microseconds=number)
    if isinstance(kind, Boolean):
        return number % 2 == 0
    if isinstance(kind, JSON):
        return {"z": [number, None, "ä'\"\n"], "a": {"b": 0.1 + number}}
    if isinstance(kind, Float):
        return 0.1 * number
    if isinstance(kind, Integer):
        return number
    if isinstance(kind, String):
        return f"ß{number}"
    raise AssertionError(f"no value for {column}: {kind!r}")


def _row(table: Table, number: int) -> dict[str, Any]:
    return {column.name: _value(column, number) for column in table.columns}


def _fill(connection: Connection) -> None:
    with transaction(connection):
        for table in metadata.sorted_tables:
            connection.execute(insert(table), [_row(table, number) for number in range(1, ROWS)])
        large = {"id": 2**63 - 1, "preferences": {"theme": "dunkel 🌙"}}
        connection.execute(insert(player), large)


def _everything(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
        for table in metadata.sorted_tables
    }


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    database = Database.connect(url)
    try:
        yield database
    finally:
        await database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def target_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty, migrated database of each kind."""
    if request.param == "sqlite":
        path = tmp_path / "target.db"
        shutil.copy(request.getfixturevalue("migrated_file"), path)
        yield f"sqlite:///{path}"
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        with cluster.database() as address:
            yield address


@pytest.fixture
async def target(target_url: str) -> AsyncIterator[Database]:
    """The same, opened."""
    async with _opened(target_url) as database:
        yield database


@pytest.fixture
async def source(url: str) -> AsyncIterator[Database]:
    """A database of each kind, with rows in every table."""
    async with _opened(url) as database:
        await database.write(_fill)
        yield database


async def test_every_row_of_every_table_arrives(
    source: Database, target: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between all kinds of database the rows stay the same, whatever the batch size."""
    monkeypatch.setattr(copies, "BATCH", 4)
    before = await source.read(_everything)
    counts = await copy(source, target)
    assert await target.read(_everything) == before
    assert await source.read(_everything) == before
    assert counts == {name: len(rows) for name, rows in before.items()}
    assert all(count >= ROWS - 1 for count in counts.values())


async def test_numbers_go_on_behind_those_that_were_copied(
    source: Database, target: Database
) -> None:
    """The next match opened in the copy gets an unused number."""
    await copy(source, target)
    tables = [table for table in metadata.sorted_tables if table.autoincrement_column is not None]
    assert match in tables

    def add(connection: Connection) -> list[Any]:
        found = []
        with transaction(connection):
            for table in tables:
                row = _row(table, ROWS)
                for name in {column.name for column in table.primary_key}:
                    del row[name]
                found.append(connection.execute(insert(table), row).inserted_primary_key)
        return [key[0] for key in found if key]

    assert await target.write(add) == [ROWS] * len(tables)


async def test_only_an_empty_database_is_copied_into(source: Database, target: Database) -> None:
    """Copying into a database with rows is refused and changes nothing."""

    def use(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(insert(player), {"id": 5, "preferences": {}})

    await target.write(use)
    before = await target.read(_everything)
    with pytest.raises(CantCopy, match="not empty: see its table player"):
        await copy(source, target)
    assert await target.read(_everything) == before


async def test_both_must_be_migrated(source: Database, target: Database) -> None:
    """Both databases must have the current schema."""

    def age(connection: Connection) -> None:
        with transaction(connection):
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")

    await source.write(age)
    with pytest.raises(CantCopy, match="dreierlei migrate"):
        await copy(source, target)


async def test_copy_that_differs_does_not_count(
    source: Database, target: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written is read back. If it differs from the source, the copy is rolled back."""
    original = copies.Digest.with_rows
    seen: list[int] = []

    def lossy(self: copies.Digest, rows: Any) -> copies.Digest:
        seen.append(1)
        return original(self, rows if len(seen) == 1 else [])

    monkeypatch.setattr(copies.Digest, "with_rows", lossy)
    with pytest.raises(CantCopy, match="not the same"):
        await copy(source, target)
    assert not any((await target.read(_everything)).values())


async def test_digest_sees_every_change(source: Database) -> None:
    """The order of rows does not matter, but a changed value, a missing and a duplicate row do."""

    def digest(connection: Connection) -> copies.Digest:
        rows = connection.execute(select(player)).mappings().all()
        found = copies.Digest().with_rows(rows)
        assert copies.Digest().with_rows(rows[::-1]) == found
        assert copies.Digest().with_rows(rows[:2]).with_rows(rows[2:]) == found
        assert copies.Digest().with_rows([*rows[1:], rows[1]]) != found
        return found

    def change(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(player).where(player.c.id == 3).values(preferences={}))

    before = await source.read(digest)
    await source.write(change)
    assert await source.read(digest) != before


async def test_every_table_is_known(source: Database) -> None:
    """Every table of the database is in the code's schema, and so in the copy."""
    names = await source.read(lambda connection: set(inspect(connection).get_table_names()))
    assert names - {"alembic_version"} == set(metadata.tables)
