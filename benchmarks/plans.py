"""The query plans of all use cases, with 100,000 matches.

All use cases run once on a database of each kind. Each statement is explained the first time it
runs: none may scan a table that grows with the matches. The rows are generated in SQL.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType, ModuleType
from typing import Any

from sqlalchemy import Connection, event

from benchmarks.table import Aim, Row, row, show
from benchmarks.tour import Time, tour
from storage import (
    approaches,
    backlog,
    blocks,
    clocks,
    conduct,
    dailies,
    downtime,
    guilds,
    handovers,
    held_lists,
    ladders,
    leagues,
    learning,
    matches,
    outbox,
    players,
    privacy,
    ratings,
    seals,
    standings,
    wishes,
)
from storage.database import Database
from storage.schema import metadata
from storage.transactions import transaction
from tests.support import postgres

SIZE = 100_000
SMALL = 1000
"""With fewer rows than this PostgreSQL scans the whole table, and is right to."""

STEADY = frozenset({"heartbeat", "standstill", "guild", "daily", "secret"})
"""Tables that grow with processes, downtimes and guilds rather than matches, or do not grow."""

MODULES = (
    *(downtime, approaches, backlog, blocks, clocks, conduct, dailies, guilds, handovers, learning),
    *(held_lists, ladders, leagues, wishes),
    *(matches, outbox, players, privacy, ratings, seals, standings),
)
WHOLE = frozenset(
    {
        *("numbers_after", "everybody", "tallied", "downtime_since", "changes_of_all", "models"),
        *("noted_of", "remove"),
        *(
            "rating_of",
            "lock",
            "rated_matches",
            "other_matches",
            "nameless",
            "all_ratings",
            "clear",
            "move_back",
            "total_bounds",
        ),
    }
)
"""Exempt: verifying, recomputing and a clock that was set back, which read everything; and a
benchmark.
"""

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
AIMS = (SCANS,)

SEQUENCES = (
    *("match", "rating_change", "approach", "competition", "ladder", "league"),
    "wish",
)
"""Tables of which PostgreSQL counts the rows that are filled."""

_AFTER = "'2030-01-01'"
_TERMS = '{"kinds": ["attangle-2"], "clocks": ["3d"], "within": null, "where": "direct"}'
_KEPT_BEFORE = (4 * 365 + 2) * 24 * 60
"""Minutes from the day before the tour until the tour. What is kept for a day begins there."""


@dataclass
class Plans:
    """The explained statements with the tables they scan, and the functions called."""

    statements: dict[str, list[str]] = field(default_factory=dict)
    called: set[CodeType] = field(default_factory=set)

    @property
    def scans(self) -> dict[str, list[str]]:
        """The statements that scan a growing table."""
        return {statement: found for statement, found in self.statements.items() if found}

    @property
    def forgotten(self) -> list[str]:
        """The functions of `storage` that no use case has called."""
        return sorted(name for name, code in _functions().items() if code not in self.called)


def _functions() -> dict[str, CodeType]:
    """All public functions that query the database."""

    def asks(module: ModuleType, name: str, one: Callable[..., Any]) -> bool:
        own = one.__module__ == module.__name__ and not name.startswith("_")
        return own and next(iter(inspect.signature(one).parameters), "") == "connection"

    return {
        f"{module.__name__}.{name}": one.__code__
        for module in MODULES
        for name, one in inspect.getmembers(module, inspect.isfunction)
        if asks(module, name, one) and name not in WHOLE
    }


# Rows


_COLUMNS = {
    "match": """(id, game, rules_version, seats, options, seating, rated, clock, at_end, status,
        ending, host, guild, channel, thread, seq, base, turn_count, to_move, due_at,
        created_at, started_at, moved_at, finished_at, expires_at, rematch_of)""",
    "seat": "(match_id, seat, player_id, joined, invited, rank, clock, offer, offered_to)",
    "approach": "(kind, who, whom, guild, at)",
    "competition": """(id, name, guild, channel, host, game, options, clock, at_end, settings,
        status, seq, told, created_at, next_at, anywhere, team, unfinished, league, season,
        division)""",
    "ladder": """(id, name, guild, channel, host, game, options, clock, at_end, settings, status,
        seq, told, created_at, next_at, anywhere, members)""",
    "league": """(id, name, guild, channel, host, game, options, clock, at_end, settings, status,
        seq, told, created_at, next_at, anywhere, starts_at, unfinished, season, signed)""",
    "entrant_member": "(competition_id, entrant, place, since, player_id, agreed)",
    "ladder_member": "(ladder_id, member, player_id, since)",
    **{
        f"{kind}_entry": f"({kind}_id, seq, kind, text, at, player_id)"
        for kind in ("competition", "ladder", "league")
    },
    "wish": "(id, terms, status, seq, since, changed_at, expires_at, next_at)",
    "wish_member": "(wish_id, player_id, place, agreed)",
}
"""The columns that are filled, in tables where the others stay empty."""


def _values(size: int, *, lite: bool) -> dict[str, str]:
    """What to select for the rows of each table, from the numbers `i` in `n`."""

    def at(minutes: str) -> str:
        if lite:
            return f"strftime('%Y-%m-%d %H:%M:%S.000000', {_AFTER}, ({minutes}) || ' minutes')"
        return f"TIMESTAMPTZ {_AFTER} + ({minutes}) * INTERVAL '1 minute'"

    def made(value: str) -> str:
        return f"'{value}'" if lite else f"CAST('{value}' AS JSON)"

    people = max(size // 10, 20)
    one, two = f"1000 + i % {people}", f"1000 + (i * 7 + 3) % {people}"
    live = f"i % 20 < 3 AND i % {people} > 9 AND (i * 7 + 3) % {people} > 9"
    status = (
        f"CASE WHEN NOT ({live}) THEN 'finished' WHEN i % 20 = 2 THEN 'open' ELSE 'running' END"
    )
    ending = made('{"reason": "line", "ranks": [1, 2], "seat": null}')
    pool = "'attangle-2-correspondence'"
    true, false = ("1", "0") if lite else ("true", "false")
    return {
        "match": f"""i, 'attangle', 1, 2, {made("{}")}, 'chosen', {true}, '3d', 'automatic',
            {status}, CASE WHEN {live} THEN NULL ELSE {ending} END, {one}, 700 + i % 50,
            9000 + i % {people}, CASE WHEN i % 2 = 0 THEN 90000000 + i END, 4, 4, 2,
            CASE WHEN {status} = 'running' THEN 1 + i % 2 END,
            CASE WHEN {status} = 'running' THEN {at("i")} END, {at("i - 9999999")},
            {at("i - 9999998")}, {at("i - 9999997")},
            CASE WHEN {live} THEN NULL ELSE {at("i - 9999997")} END,
            CASE WHEN {status} = 'open' THEN {at("i")} END,
            CASE WHEN i % 9 = 0 THEN i - 1 END FROM n""",
        "seat 1": f"""i, 1, {one}, {true}, {false}, CASE WHEN {live} THEN NULL ELSE 1 END, 9,
            CASE WHEN i % 500 = 101 THEN 'anyone' END, NULL FROM n""",
        "seat 2": f"""i, 2, {two}, {true}, {false}, CASE WHEN {live} THEN NULL ELSE 2 END, 9,
            NULL, NULL FROM n""",
        **{
            f"entry {seq}": f"""i, {seq}, {seq}, '{kind}', {seat}, 'a1', {at("i - 9999998")},
            i * 10 + {seq} FROM n"""
            for seq, kind, seat in ((1, "open", 1), (2, "start", "NULL"), (3, "turn", 1))
        },
        "draft": f"i, 1, 4, 'a1', i * 10 + 9 FROM n WHERE {live}",
        "notice": f"""'some.' || i, i, CASE WHEN i % 3 = 0 THEN 'reminder' ELSE 'board' END, NULL,
            4, 4, 60, {at("i + 9")}, 0, CASE WHEN i % 9 = 0 THEN 3 END FROM n WHERE {live}""",
        "rating_change": f"""i, i, 1, {one}, {pool}, 1, 25, 8, 1200, 26, 7, 1210, 'some',
            {at("i - 9999997")}, 0, 0 FROM n WHERE NOT ({live})""",
        "former_holder": f"i, 3, 2, {one} + 1 FROM n WHERE i % 50 = 3",
        "conduct": f"{one}, i, {at('i - 9999997')}, {true}, 60 FROM n WHERE NOT ({live})",
        "analysis": f"i, {made('{}')}, {at('0')} FROM n WHERE i % 10 = 0",
        "player": f"""1000 + i, {made('{"notices": "direct"}')} FROM n WHERE i < {people}""",
        "rating": f"999 + i, {pool}, 25, 8, 1200, 9, 3, 3, 1, 1 FROM n WHERE i <= {people}",
        "standing": f"999 + i, {pool}, 0, 0, 1200 + i % 999, 9 FROM n WHERE i <= {people}",
        "standing 2": f"999 + i, {pool}, 700, 30, i % 99, 9 FROM n WHERE i <= {people}",
        "tally": f"0, {pool}, 0, 1, i, 1 FROM n WHERE i <= 900",
        "vacation": f"""999 + i, {at("i - 19999999")},
            CASE WHEN i % 200 = 0 THEN {at("i")} ELSE {at("i - 9999999")} END
            FROM n WHERE i <= {people}""",
        "puzzle_try": f"""1000 + i % {people}, 'some-' || i, 'attangle', 'open', {true}, {at("0")}
            FROM n WHERE i <= {people} * 10""",
        "block": f"999 + i, 9999999 - i FROM n WHERE i <= {people}",
        "sealed_block": f"999 + i, 'seal-' || i FROM n WHERE i <= {people}",
        "approach": f"""CASE WHEN i % 5 = 0 THEN 'departure' ELSE 'invitation' END,
            'seal-' || (i % {people}), CASE WHEN i % 5 > 0 THEN 'seal-' || (i * 7 % {people}) END,
            700 + i % 50, {at(f"i * 1440 / {size} - {_KEPT_BEFORE}")} FROM n""",
        "wish": f"""i, {made(_TERMS)}, CASE WHEN i % 4 = 0 THEN 'open' ELSE 'paused' END, 1,
            {at("i - 9999998")}, {at("i - 9999998")}, {at("i + 9")},
            CASE WHEN i % 4 = 0 THEN {at("i + 9")} END FROM n""",
        "wish_member": f"i, 2000000 + i, 1, {true} FROM n",
        "sought": "'attangle', 2, 0, i FROM n WHERE i % 4 = 0",
        **_held(size, one, two, at, made, true, false),
    }


def _held(  # noqa: PLR0917 - what all of these rows are made of
    size: int,
    one: str,
    two: str,
    at: Callable[[str], str],
    made: Callable[[str], str],
    true: str,
    false: str,
) -> dict[str, str]:
    """As many competitions, ladders and leagues, each with two members. One of nine goes on, few
    are for people of all guilds. Half of the competitions are divisions.
    """

    def row(name: str, settings: str) -> str:
        return f"""i, '{name}', 700 + i % {size // 10}, 9000 + i, {one}, 'attangle', {made("{}")},
            '3d', 'automatic', '{settings}', CASE WHEN i % 9 = 0 THEN 'running' ELSE 'over' END,
            3, 3, {at("i - 9999998")}, CASE WHEN i % 9 = 0 THEN {at("i")} END,
            CASE WHEN i % 500 = 0 THEN {true} ELSE {false} END"""

    logs = {  # What the first entry says, the kind of the next two, and what follows the member.
        "competition": ("round-robin", "join", " 1 -"),
        "ladder": ("", "join", ""),
        "league": ("", "enter", ""),
    }
    return {
        "competition": f"""{row("Competition", "round-robin")}, 1, 'draw',
            CASE WHEN i % 2 = 0 THEN i END, CASE WHEN i % 2 = 0 THEN 1 END,
            CASE WHEN i % 2 = 0 THEN 1 END FROM n""",
        "ladder": f"{row('Ladder', '')}, 2 FROM n",
        "league": f"{row('League', '')}, {at('i + 9')}, 'draw', 0, 2 FROM n",
        **{
            f"{kind}_entry {seq}": f"""i, {seq}, '{event}', '{text}', {at("i - 9999998")}, {player}
            FROM n"""
            for kind, (settings, joined, more) in logs.items()
            for seq, event, text, player in (
                (1, "open", settings, one),
                (2, joined, f"1{more}", one),
                (3, joined, f"2{more}", two),
            )
        },
        "entrant_member 1": f"i, 1, 1, 2, {one}, {true} FROM n",
        "entrant_member 2": f"i, 2, 1, 3, {two}, {true} FROM n",
        "competition_game": "i, 1, 1, 0, i FROM n",
        "ladder_member 1": f"i, 1, {one}, 2 FROM n",
        "ladder_member 2": f"i, 2, {two}, 3 FROM n",
        "ladder_challenge": f"i, 1, 3, 4, i, CASE WHEN i % 9 = 0 THEN {at('i')} END FROM n",
        "league_member 1": f"i, 1, {one} FROM n",
        "league_member 2": f"i, 2, {two} FROM n",
    }


def fill(connection: Connection, size: int) -> None:
    """Generates this many matches in SQL, most of them finished, with all their rows.

    There are a tenth as many players. The first, `1000`, has only finished matches.
    """
    lite = connection.dialect.name == "sqlite"
    series = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {size})"
    with transaction(connection):
        for name, values in _values(size, lite=lite).items():
            table = name.partition(" ")[0]
            into = f"INSERT INTO {table} {_COLUMNS.get(table, '')}"
            connection.exec_driver_sql(f"{into} {series} SELECT {values}")
        if not lite:
            for table in SEQUENCES:
                sequence = f"pg_get_serial_sequence('{table}', 'id')"
                connection.exec_driver_sql(f"SELECT setval({sequence}, {size})")
    with transaction(connection):
        connection.exec_driver_sql("ANALYZE")


# Plans


def _sqlite_scans(connection: Connection, statement: str, values: Any) -> list[str]:
    raw: Any = connection.connection.driver_connection
    steps = raw.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    tables = {short: name for name, short in re.findall(r'"?(\w+)"? AS (\w+)', statement)}
    scanned = [(re.match(r"SCAN (\w+)", step), step) for *_, step in steps]
    return [
        step for found, step in scanned if found and _grows(str(tables.get(found[1], found[1])))
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

    wanted = set(_functions().values())

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
    return plans


async def _sqlite(size: int) -> Plans:
    with TemporaryDirectory() as folder:
        return await explained(f"sqlite:///{Path(folder) / 'plans.db'}", size)


def rows(size: int = SIZE) -> Iterator[Row]:
    """The results for both databases. Statements that scan a table are printed."""
    found = {"SQLite": asyncio.run(_sqlite(size))}
    with postgres.running() as cluster, cluster.database(migrated=False) as url:
        found["PostgreSQL"] = asyncio.run(explained(url, size))
    for name, plans in found.items():
        for statement, scans in plans.scans.items():
            print(f"{scans}: {statement}", file=sys.stderr)
        yield row(SCANS, name, len(plans.scans), len(plans.statements))


if __name__ == "__main__":
    show(rows())
