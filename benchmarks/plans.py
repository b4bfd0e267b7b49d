"""The query plans of all use cases, with a million matches.

All use cases run once on a database of each kind. Each statement is explained the first time it
runs: none may scan a table that grows with the matches.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import pkgutil
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from types import CodeType, FrameType, ModuleType
from typing import Any

from sqlalchemy import Connection, event

import competitions
import matches
import storage
from benchmarks.many_matches import fill
from benchmarks.table import Aim, Row, row, show
from benchmarks.tour import Time, tour
from matches import privacy
from matches.model.ids import PlayerId
from storage.database import Database
from storage.schema import metadata
from tests.support import postgres

SIZE = 1_000_000
SMALL = 1000
"""With fewer rows than this PostgreSQL rightly scans the whole table."""

STEADY = frozenset(("heartbeat", "standstill", "guild", "daily", "secret", "gateway", "shard"))
"""Tables that grow with processes, downtimes and guilds rather than matches, or not at all."""

MODULES = tuple(
    importlib.import_module(one.name)
    for package in (storage, matches, competitions)
    for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if ".migrations" not in one.name
)
FIRST = frozenset({"connection", "db"})
"""The name of the first parameter of whatever queries the database."""
VERIFIES = "reads everything on purpose, for `dreierlei verify`"
RECOMPUTES = "reads everything on purpose, for `dreierlei ratings recompute` or `verify`"
ASKS_NOTHING = "queries nothing"
EXEMPT: Mapping[str, str] = {
    "competitions.ladders.verify.checks": VERIFIES,
    "competitions.leagues.verify.checks": VERIFIES,
    "competitions.tournaments.verify.checks": VERIFIES,
    "competitions.log.verify.checks": VERIFIES,
    "matches.archive.verify.replays": VERIFIES,
    "storage.advantages.known": RECOMPUTES,
    "storage.conduct.noted_of": VERIFIES,
    "storage.conduct.remove": VERIFIES,
    "storage.downtime.downtime_since": VERIFIES,
    "storage.downtime.total_bounds": VERIFIES,
    "storage.listings.numbers_after": VERIFIES,
    "matches.ratings.audit.audit": RECOMPUTES,
    "matches.ratings.conduct.note_anew": RECOMPUTES,
    "matches.ratings.recompute.recompute": RECOMPUTES,
    "matches.ratings.recompute.store": RECOMPUTES,
    "storage.ratings.all_ratings": RECOMPUTES,
    "storage.ratings.changes_of_all": RECOMPUTES,
    "storage.ratings.clear": RECOMPUTES,
    "storage.ratings.lock": RECOMPUTES,
    "storage.ratings.models": RECOMPUTES,
    "storage.ratings.nameless": RECOMPUTES,
    "storage.ratings.other_matches": RECOMPUTES,
    "storage.ratings.rated_by": RECOMPUTES,
    "storage.ratings.rated_matches": RECOMPUTES,
    "storage.standings.everybody": RECOMPUTES,
    "storage.standings.tallied": RECOMPUTES,
    "storage.competition_tables.whole": "what `benchmarks.standings` compares with",
    "storage.outbox.move_back": "moves all that is owed later, since a clock was set back",
    "matches.unit_of_work.cache.resize": ASKS_NOTHING,
    "matches.unit_of_work.repository.remembered": ASKS_NOTHING,
}
"""The functions that the tour does not call, and why."""

FEW = frozenset(
    {
        *("ix_match_frozen", "ix_competition_anywhere", "ix_ladder_anywhere", "ix_league_anywhere"),
        "uq_competition_section",
    }
)
"""Indexes with few rows, whatever their table holds. PostgreSQL scans them as a whole."""

SCANS = Aim(
    "statements that scan a table that grows with matches",
    "all statements of all use cases",
    "",
    "≤ 0",
)
EXPORT = Aim(
    "`/privacy export` of somebody with 20 matches, among a million",
    "the same among 100,000",
    "ms",
    "≤ 1.5",
)
AIMS = (SCANS, EXPORT)
SOMEBODY = PlayerId(1005)
"""A player of the filled tables."""
MATCHES, EXPORTS = 20, 15


@dataclass
class Plans:
    """The explained statements with the tables they scan, and the functions called."""

    statements: dict[str, list[str]] = field(default_factory=dict)
    called: set[CodeType] = field(default_factory=set)
    export: float = 0.0
    """The milliseconds it takes to read everything stored about a player, afterwards."""

    @property
    def scans(self) -> dict[str, list[str]]:
        """The statements that scan a growing table."""
        return {statement: found for statement, found in self.statements.items() if found}

    @property
    def forgotten(self) -> list[str]:
        """The functions that the tour has not called, though they are not exempt."""
        return sorted({*self._missed} - {*EXEMPT})

    @property
    def needless(self) -> list[str]:
        """The exempt functions that the tour did call, or that don't exist."""
        return sorted({*EXEMPT} - {*self._missed})

    @property
    def _missed(self) -> list[str]:
        return [name for name, code in functions().items() if code not in self.called]


def functions() -> dict[str, CodeType]:
    """All public functions that query the database: rows, and use cases."""

    def asks(module: ModuleType, name: str, one: Callable[..., Any]) -> bool:
        own = one.__module__ == module.__name__ and not name.startswith("_")
        return own and next(iter(inspect.signature(one).parameters), "") in FIRST

    return {
        f"{module.__name__}.{name}": inspect.unwrap(one).__code__
        for module in MODULES
        for name, one in inspect.getmembers(module, inspect.isfunction)
        if asks(module, name, one)
    }


# Plans


_WHOLE_TABLE = re.compile(r"SCAN (\w+)|SEARCH (\w+) USING AUTOMATIC ")
"""SQLite makes an automatic index for a single statement, out of all rows."""


def _sqlite_scans(connection: Connection, statement: str, values: Any) -> list[str]:
    raw: Any = connection.connection.driver_connection
    steps = raw.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    tables = {short: name for name, short in re.findall(r'"?(\w+)"? AS (\w+)', statement)}
    scanned = [(_WHOLE_TABLE.match(step), step) for *_, step in steps]
    return [
        step
        for found, step in scanned
        if found and _grows(str(tables.get(name := found[1] or found[2], name)))
    ]


def _postgres_scans(
    connection: Connection, statement: str, values: Any, *, forced: bool
) -> list[str]:
    if forced:
        connection.exec_driver_sql("SET enable_seqscan = off")
    result = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).scalar_one()
    if forced:
        connection.exec_driver_sql("SET enable_seqscan = on")
    plan = json.loads(result) if isinstance(result, str) else result
    found = []
    for node in _nodes(plan[0]["Plan"]):
        name = node.get("Relation Name") or node.get("Index Name", "")
        whole = node["Node Type"] == "Seq Scan" or (
            "Index" in node["Node Type"] and "Index Cond" not in node
        )
        table = _table_of(name)
        few = node.get("Index Name") in FEW
        if whole and not few and _grows(table) and _size(connection, table) >= SMALL:
            found.append(f"{node['Node Type']} {name} {node.get('Filter', '')}")
    return found


def _table_of(name: str) -> str:
    """The table of an index; a table's name is its own."""
    for table in metadata.sorted_tables:
        if name == table.name or name in {index.name for index in table.indexes}:
            return table.name
        if name in {constraint.name for constraint in table.constraints}:
            return table.name
    return name


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for inner in node.get("Plans", ()):
        yield from _nodes(inner)


def _size(connection: Connection, table: str) -> int:
    query = f"SELECT reltuples FROM pg_class WHERE relname = '{table}'"
    return int(connection.exec_driver_sql(query).scalar() or 0)


def _grows(name: str) -> bool:
    return name in metadata.tables and name not in STEADY


def watch(db: Database, *, forced: bool) -> Plans:
    """From now on, explains every statement and records the functions called.

    `forced`: PostgreSQL scans a table only if there is no other way, as it would with more rows.
    """
    plans, busy = Plans(), threading.local()

    @event.listens_for(db.engine, "before_cursor_execute")
    def _(  # noqa: PLR0917 - as SQLAlchemy calls it
        connection: Connection, cursor: Any, statement: str, values: Any, context: Any, many: bool
    ) -> None:
        verb = statement.lstrip().partition(" ")[0]
        explained = verb in {"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}
        if statement in plans.statements or not explained or getattr(busy, "now", False):
            return
        plans.statements[statement] = []
        first = values[0] if many else values
        busy.now = True
        try:
            if connection.dialect.name == "sqlite":
                found = _sqlite_scans(connection, statement, first)
            else:
                found = _postgres_scans(connection, statement, first, forced=forced)
        finally:
            busy.now = False
        plans.statements[statement] = found

    wanted = set(functions().values())

    def heard(frame: FrameType, what: str, _: object) -> None:
        if what == "call" and frame.f_code in wanted:
            plans.called.add(frame.f_code)

    sys.setprofile(heard)
    threading.setprofile(heard)  # SQLite's connection threads start after this.
    return plans


def unwatch() -> None:
    """Stops recording calls."""
    sys.setprofile(None)
    threading.setprofile(None)


async def explained(url: str, size: int) -> Plans:
    """Fills the database, runs all use cases on it, and returns what was explained."""
    filled = Database.connect(url)
    await filled.migrate()
    await filled.write(lambda connection: fill(connection, size))
    await filled.close()
    time = Time()
    db = Database.connect(url, now=time)
    plans = watch(db, forced=size < SIZE)
    try:
        await tour(db, time)
    finally:
        unwatch()
        await db.close()
    plans.export = await _export(url)
    return plans


async def _export(url: str) -> float:
    """The median of a few runs. The first one only warms up."""
    db, took = Database.connect(url), list[float]()
    for _ in range(EXPORTS + 1):
        begun = perf_counter()
        found = await privacy.stored(db, SOMEBODY)
        took.append(1000 * (perf_counter() - begun))
        assert len(found["tables"]["match"]) >= MATCHES
    await db.close()
    return median(took[1:])


async def _sqlite(size: int) -> Plans:
    with TemporaryDirectory() as folder:
        return await explained(f"sqlite:///{Path(folder) / 'plans.db'}", size)


def rows(size: int = SIZE) -> Iterator[Row]:
    """The results for both databases. Statements that scan a table are printed."""
    found, few = (
        {"SQLite": asyncio.run(_sqlite(size))},
        {"SQLite": asyncio.run(_sqlite(size // 10))},
    )
    with postgres.running() as cluster:
        for plans_of, number in ((found, size), (few, size // 10)):
            with cluster.database(postgres.EMPTY) as url:
                plans_of["PostgreSQL"] = asyncio.run(explained(url, number))
    for name, plans in found.items():
        for statement, scans in plans.scans.items():
            print(f"{scans}: {statement}", file=sys.stderr)
        yield row(SCANS, name, len(plans.scans), len(plans.statements))
        yield row(EXPORT, name, plans.export, few[name].export)


if __name__ == "__main__":
    show(rows())
