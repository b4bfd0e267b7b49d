"""Each migration leaves what the version before it needs, since both run at once for a while: it
only adds what that one can live with.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Integer, Text, inspect
from sqlalchemy.engine.interfaces import ReflectedColumn
from sqlalchemy.types import TypeEngine

from storage import migrations
from storage.database import Database

pytestmark = pytest.mark.untraced

SINCE = "0024"
"""The last revision that has changed a rule for rows that were there before."""
ALLOWED: Mapping[str, frozenset[str]] = {}
"""What a revision does all the same, and no released version notices: by revision, the words of
`_harm`.
"""

Columns = dict[str, ReflectedColumn]
Table = tuple[Columns, frozenset[str]]
"""A table's columns, and the rules for its rows as text."""


def _tables(connection: Connection) -> dict[str, Table]:
    seen = inspect(connection)
    names = seen.get_table_names()
    return {name: (_columns(connection, name), _rules(connection, name)) for name in names}


def _columns(connection: Connection, table: str) -> Columns:
    return {one["name"]: one for one in inspect(connection).get_columns(table)}


def _rules(connection: Connection, table: str) -> frozenset[str]:
    """What every row has to keep to."""
    seen = inspect(connection)
    checks = {f"check {one['sqltext']}" for one in seen.get_check_constraints(table)}
    unique = {f"unique {one['column_names']}" for one in seen.get_unique_constraints(table)}
    unique |= {f"unique {one['column_names']}" for one in seen.get_indexes(table) if one["unique"]}
    keys = {
        f"foreign {one['constrained_columns']} {one['referred_table']}"
        for one in seen.get_foreign_keys(table)
    }
    primary = f"primary {seen.get_pk_constraint(table)['constrained_columns']}"
    return frozenset({primary, *checks, *unique, *keys})


def _harm(before: Mapping[str, Table], after: Mapping[str, Table]) -> set[str]:
    """What a version that knows the schema `before` can't live with `after`."""
    harm = {f"{table} is gone" for table in before.keys() - after.keys()}
    for table in before.keys() & after.keys():
        (old, rules), (new, later) = before[table], after[table]
        harm |= {f"{table}.{name} is gone" for name in old.keys() - new.keys()}
        for name in old.keys() & new.keys():
            if str(old[name]["type"]) != str(new[name]["type"]):
                harm.add(f"{table}.{name} has another type")
            if old[name]["nullable"] and not new[name]["nullable"]:
                harm.add(f"{table}.{name} is required")
        for name in new.keys() - old.keys():
            if not new[name]["nullable"] and new[name]["default"] is None:
                harm.add(f"{table}.{name} is required")
        harm |= {f"{table} has a new rule: {one}" for one in later - rules}
    return harm


async def test_the_version_before_can_live_with_it(tmp_path: Path) -> None:
    """Nothing is dropped, renamed, changed or required that it reads or writes."""
    db = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}")
    before: dict[str, Table] | None = None
    for revision in migrations.revisions():
        await db.write(partial(migrations.upgrade, revision=revision))
        after = await db.read(_tables)
        if before is not None and revision > SINCE:
            assert _harm(before, after) == ALLOWED.get(revision, frozenset()), revision
        before = after
    await db.close()
    assert before is not None


def test_what_it_could_not_live_with() -> None:
    """Each kind is recognized."""
    number, text = _column(Integer()), _column(Text())
    required = _column(Integer(), nullable=False)
    given = _column(Integer(), nullable=False, default="0")
    none, before = frozenset[str](), ({"n": number}, frozenset({"unique n"}))
    cases: tuple[tuple[Table, set[str]], ...] = (
        (({"n": number, "m": number, "o": given}, none), set()),
        (({"m": number}, none), {"a.n is gone"}),
        (({"n": text}, none), {"a.n has another type"}),
        (({"n": required}, none), {"a.n is required"}),
        (({"n": number, "m": required}, none), {"a.m is required"}),
        (({"n": number}, frozenset({"check n > 0"})), {"a has a new rule: check n > 0"}),
    )
    for after, harm in cases:
        assert _harm({"a": before}, {"a": after, "b": before}) == harm
    assert _harm({"a": before}, {"b": before}) == {"a is gone"}


def _column(
    kind: TypeEngine[Any], *, nullable: bool = True, default: str | None = None
) -> ReflectedColumn:
    return {"name": "n", "type": kind, "nullable": nullable, "default": default}
