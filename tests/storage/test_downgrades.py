"""Downgrading: the older schema, with all rows that it can hold."""

from __future__ import annotations

import json
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, insert, inspect, select
from sqlalchemy.engine.interfaces import ReflectedIndex

from storage import migrations
from storage.database import Database
from storage.errors import NoDatabase, NoSuchRevision, WrongSchema
from storage.schema import entry
from storage.transactions import transaction
from tests.storage.rows import fill

pytestmark = pytest.mark.untraced

STEPS = list(pairwise(migrations.revisions()))
Rows = dict[str, list[str]]


def _shape(connection: Connection) -> dict[str, Any]:
    """The schema as found, as text where nothing else can be compared."""
    inspector = inspect(connection)
    return {
        table: {
            "columns": sorted(
                (one["name"], str(one["type"]), one["nullable"], str(one["default"]))
                for one in inspector.get_columns(table)
            ),
            "key": inspector.get_pk_constraint(table),
            "indexes": sorted(
                (one["name"], one["column_names"], one["unique"], _options(one))
                for one in inspector.get_indexes(table)
            ),
            "foreign": sorted(inspector.get_foreign_keys(table), key=repr),
            "unique": sorted(inspector.get_unique_constraints(table), key=repr),
            "checks": sorted(inspector.get_check_constraints(table), key=repr),
            "rowid": _has_rowid(connection, table),
        }
        for table in sorted(inspector.get_table_names())
    }


def _options(index: ReflectedIndex) -> list[tuple[str, str]]:
    return sorted((name, str(value)) for name, value in index.get("dialect_options", {}).items())


def _has_rowid(connection: Connection, table: str) -> bool:
    if connection.dialect.name != "sqlite":
        return True
    query = f"SELECT sql FROM sqlite_master WHERE type = 'table' AND name = '{table}'"
    return "WITHOUT ROWID" not in connection.exec_driver_sql(query).scalar_one()


def _held(connection: Connection) -> Rows:
    """All rows, by table."""
    tables = MetaData()
    tables.reflect(connection)
    tables.remove(tables.tables["alembic_version"])
    return {
        name: [
            json.dumps(dict(row), default=str, sort_keys=True)
            for row in connection.execute(select(table)).mappings()
        ]
        for name, table in tables.tables.items()
    }


@pytest.mark.parametrize(("older", "newer"), STEPS)
async def test_from_every_revision_to_the_one_before(
    empty_url: str, older: str, newer: str
) -> None:
    """The older version finds exactly its own schema, with every row in every table it knows
    unchanged.
    """
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision=older))
    shape = await db.read(_shape)
    await db.write(fill)
    kept = await db.read(_held)
    assert all(len(rows) == 1 for rows in kept.values())
    await db.write(partial(migrations.upgrade, revision=newer))
    assert await db.downgrade(newer) == {}
    await db.downgrade(older)
    assert await db.read(migrations.require_any) == older
    assert await db.read(_shape) == shape
    found = await db.read(_held)
    if older == "0005":  # A match opened in a thread has had it as its channel since then.
        found["match"], kept["match"] = [], []
    assert found == kept
    await db.close()


@pytest.mark.parametrize(("older", "newer"), STEPS)
async def test_what_is_written_since_comes_along(empty_url: str, older: str, newer: str) -> None:
    """Rows written after the upgrade are kept, too, with every column of the older schema. What it
    lacks is named.
    """
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision=newer))
    await db.write(fill)
    before = await db.read(_columns)
    gone = await db.downgrade(older)
    after = await db.read(_columns)
    for (table, column), values in before.items():
        named = f"{table}.{column}" in gone or table in gone
        lost = (table, column) not in after
        assert named == (lost and (table in gone or values != ["None"]))
    assert {what: after[what] for what in after if what in before} == {
        what: before[what] for what in before if what in after
    }
    await db.migrate()
    await db.close()


def _columns(connection: Connection) -> dict[tuple[str, str], list[str]]:
    tables = MetaData()
    tables.reflect(connection)
    tables.remove(tables.tables["alembic_version"])
    return {
        (name, column.name): [str(value) for value in connection.execute(select(column)).scalars()]
        for name, table in tables.tables.items()
        for column in table.columns
    }


async def test_conditional_turns_become_turns(url: str) -> None:
    """What an older version finds of conditional turns replays the same: turns, and entries from
    which nothing follows.
    """
    db = Database.connect(url)
    kinds = ("open", "condition", "turn", "met", "prepared")

    def write(connection: Connection) -> None:
        fill(connection)
        with transaction(connection):
            row = dict(connection.execute(select(entry)).mappings().one())
            for seq, kind in enumerate(kinds, start=1):
                if seq != row["seq"]:
                    own = {"seq": seq, "kind": kind, "text": "c3", "interaction": None}
                    connection.execute(insert(entry).values(row | own))

    def read(connection: Connection) -> list[str]:
        query = select(entry.c.kind, entry.c.text).order_by(entry.c.seq)
        return [kind for kind, _ in connection.execute(query)]

    await db.write(write)
    assert await db.read(read) == [*kinds]
    await db.downgrade("0023")
    assert await db.read(read) == ["open", "place", "turn", "turn", "prepared"]
    await db.migrate()
    await db.close()


async def test_only_backwards(url: str, empty_url: str) -> None:
    """A newer or unknown revision is refused, and so is a foreign database."""
    db = Database.connect(url)
    for revision in ("9999", "base", "-1", "head"):
        with pytest.raises(NoSuchRevision):
            await db.downgrade(revision)
    assert await db.read(migrations.is_current)
    await db.close()
    empty = Database.connect(empty_url)
    with pytest.raises(NoDatabase):
        await empty.downgrade("0001")
    await empty.close()


async def test_the_older_version_says_how(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that finds a newer schema names the command that the newer version must run."""
    *_, older, newer = migrations.revisions()
    known = {one: "" for one in migrations.revisions() if one != newer}
    db = Database.connect(url)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "revisions", lambda: known)
        with pytest.raises(WrongSchema, match=f"`dreierlei db downgrade {older}`"):
            await db.migrate()
    await db.downgrade(older)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "revisions", lambda: known)
        await db.migrate()
    await db.close()
