"""Downgrading: the older schema, with all rows that it can hold; and the command that does it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Row, insert, inspect, select
from sqlalchemy.engine.interfaces import ReflectedIndex

from storage import migrations
from storage.database import Database
from storage.errors import NoDatabase, NoSuchRevision, WrongSchema
from storage.schema import entry
from storage.transactions import transaction
from tests.storage.history import History
from tests.storage.rows import fill
from tests.support.stack import run

pytestmark = pytest.mark.untraced

STEPS = list(pairwise(migrations.revisions()))
PAGE = Path(__file__).parents[2] / "docs/operations.md"
Rows = dict[str, list[str]]


def _shape(connection: Connection) -> dict[str, Any]:
    """The schema as found, as text where nothing else can be compared."""
    found = inspect(connection)
    columns, keys = found.get_multi_columns(), found.get_multi_pk_constraint()
    indexes, foreign = found.get_multi_indexes(), found.get_multi_foreign_keys()
    unique, checks = found.get_multi_unique_constraints(), found.get_multi_check_constraints()
    return {
        at[1]: {
            "columns": sorted(
                (one["name"], str(one["type"]), one["nullable"], str(one["default"]))
                for one in columns[at]
            ),
            "key": keys[at],
            "indexes": sorted(
                (one["name"], one["column_names"], one["unique"], _options(one))
                for one in indexes[at]
            ),
            "foreign": sorted(foreign[at], key=repr),
            "unique": sorted(unique[at], key=repr),
            "checks": sorted(checks[at], key=repr),
            "rowid": _has_rowid(connection, at[1]),
        }
        for at in sorted(columns, key=str)
    }


def _options(index: ReflectedIndex) -> list[tuple[str, str]]:
    return sorted((name, str(value)) for name, value in index.get("dialect_options", {}).items())


def _has_rowid(connection: Connection, table: str) -> bool:
    if connection.dialect.name != "sqlite":
        return True
    query = f"SELECT sql FROM sqlite_master WHERE type = 'table' AND name = '{table}'"
    return "WITHOUT ROWID" not in connection.exec_driver_sql(query).scalar_one()


def _stored(connection: Connection) -> Iterator[tuple[str, list[str], Sequence[Row[Any]]]]:
    """Each table with its columns and rows, as the driver reads them."""
    for name in inspect(connection).get_table_names():
        if name != "alembic_version":
            found = connection.exec_driver_sql(f'SELECT * FROM "{name}"')
            yield name, list(found.keys()), found.all()


def _held(connection: Connection) -> Rows:
    """All rows, by table."""
    return {
        name: [
            json.dumps(dict(zip(columns, row, strict=True)), default=str, sort_keys=True)
            for row in rows
        ]
        for name, columns, rows in _stored(connection)
    }


@pytest.mark.parametrize(
    ("older", "newer", "filled_url"),
    [(older, newer, older) for older, newer in STEPS],
    indirect=["filled_url"],
)
async def test_from_every_revision_to_the_one_before(
    filled_url: str, older: str, newer: str
) -> None:
    """The older version finds exactly its own schema, with every row in every table it knows
    unchanged.
    """
    db = Database.connect(filled_url)
    shape = await db.read(_shape)
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


@pytest.mark.parametrize(("older", "filled_url"), STEPS, indirect=["filled_url"])
async def test_what_is_written_since_comes_along(filled_url: str, older: str) -> None:
    """Rows written after the upgrade are kept, too, with every column of the older schema. What it
    lacks is named.
    """
    db = Database.connect(filled_url)
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


@pytest.mark.parametrize(
    ("older", "newer", "filled_url"),
    [(older, newer, newer) for older, newer in STEPS],
    indirect=["filled_url"],
)
async def test_the_command_goes_back_from_every_revision(
    filled_url: str, older: str, newer: str, tmp_path: Path, sqlite_history: History
) -> None:
    """`dreierlei db downgrade` does what `Database.downgrade` does, and says what is gone and which
    version works now. It is given a backup by the older version here on SQLite, and the number on
    PostgreSQL.
    """
    with sqlite_history.filled(newer) as twin, sqlite_history.filled(older) as backup:
        db = Database.connect(twin)
        gone, kept = await db.downgrade(older), _sizes(await db.read(_held))
        await db.close()
        to = backup.removeprefix("sqlite:///") if filled_url.startswith("sqlite") else older
        ended = run(tmp_path, "db", "downgrade", to, DATABASE_URL=filled_url)
    assert (ended.returncode, ended.stderr) == (0, "")
    *lost, last = ended.stdout.splitlines()
    assert lost == [
        f"{what} is gone, for which that version has no room ({rows} rows)"
        for what, rows in gone.items()
    ]
    assert last == f"the database has the schema {older}: install the version that works with it"
    db = Database.connect(filled_url)
    assert await db.read(migrations.require_any) == older
    assert _sizes(await db.read(_held)) == kept
    await db.close()


async def test_operators_read_what_each_step_loses(url: str) -> None:
    """The page for them has a line for each schema before which there is less room."""
    db, losing = Database.connect(url), list[str]()
    for older, newer in reversed(STEPS):
        before = await db.read(_columns)
        await db.downgrade(older)
        if before.keys() - (await db.read(_columns)).keys():
            losing.append(newer)
    await db.close()
    assert re.findall(r"^- before (\d{4}): ", PAGE.read_text(), re.MULTILINE) == losing


def _sizes(held: Rows) -> dict[str, int]:
    return {name: len(rows) for name, rows in held.items()}


def _columns(connection: Connection) -> dict[tuple[str, str], list[str]]:
    return {
        (name, column): [str(row[at]) for row in rows]
        for name, columns, rows in _stored(connection)
        for at, column in enumerate(columns)
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
