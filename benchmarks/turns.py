"""The cost of a durable turn: beside its bare rows, among many matches, and late in a match.

A turn is played through `matches`, as in the bot: in a rated match with a clock, for an
interaction, with its notices, on SQLite with `synchronous=FULL`. Its floor is the same rows through
plain `sqlite3` or asyncpg (see `plain`), in another copy of the same database.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from sqlalchemy import Connection

import games
import matches
from benchmarks.crowd import multiply
from benchmarks.plain import Floor, PostgreSQL, SQLite, left_in
from benchmarks.table import Aim, Row, row, show
from games import play
from matches import Match, Place
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId, number_of
from matches.unit_of_work.cache import SIZE, resize
from matches.unit_of_work.execution import Soon
from storage import outbox
from storage.database import Database
from storage.transactions import transaction
from tests.support import postgres
from tests.support.long_matches import random_turns
from tests.support.replay import replay_match

GAME = "tyr"
"""A game whose matches can be long enough."""
EARLY, LATE = 5, 500
FEW, MANY = 100, 100_000
BUDGET = Clock.read("10d+1m/60d")
"""Far below its cap, so that every turn changes the time of its seat."""
ANN, BOB = map(PlayerId, (1_001, 1_002))

_ROWS = "the same rows by plain {}, as durable, in as many transactions"
SQLITE = Aim("a durable turn on SQLite", _ROWS.format("`sqlite3`"), "µs", "≤ 5")
POSTGRESQL = Aim("a durable turn on PostgreSQL", _ROWS.format("asyncpg"), "µs", "≤ 5")
CROWD = Aim("a turn in one of 100,000 running matches", "in one of 100", "µs", "≤ 1.2")
LONG = Aim("turn 500 of a match", "turn 5", "µs", "≤ 1.2")
LONG_READ = Aim(
    "turn 500, its match loaded first", "turn 5, its match loaded first", "µs",
    note="the log is folded, once after each start",
)  # fmt: skip
AIMS = (SQLITE, POSTGRESQL, CROWD, LONG, LONG_READ)

interactions = count(1_000_000_000_000)
"""Ids of interactions, each used once."""


class Cost(NamedTuple):
    """Microseconds of a turn and of its floor, and their ratio."""

    turn: float
    floor: float
    ratio: float


def folder() -> TemporaryDirectory[str]:
    """A folder beside the program. Temporary folders may be in memory, where no file is durable and
    syncing costs nothing.
    """
    build = Path(__file__).parent.parent / "build"
    build.mkdir(exist_ok=True)
    return TemporaryDirectory(dir=build)


# Matches


def record(turns: int, key: str = GAME) -> list[str]:
    """The first turns of a random game."""
    game = games.get(key)
    return random_turns(game, play.setup(game, 2), turns)


async def begun(db: Database, turns: Sequence[str], key: str = GAME) -> Match:
    """A running match after these turns, with all its boards shown."""
    table = await matches.open_table(
        db,
        game=key,
        host=ANN,
        place=Place(GuildId(7), ChannelId(8)),
        invited=(BOB,),
        clock=BUDGET,
        seating="chosen",
    )
    match = await matches.accept(db, table.id, BOB)
    shown = [f"{match.id}.{match.base}"]
    for text in turns:
        match = await played(db, match, text)
        shown.append(f"{match.id}.{match.base}")

    def show(connection: Connection) -> None:
        with transaction(connection):
            outbox.remove(connection, shown)

    await db.write(show)
    return match


async def played(db: Database, match: Match, text: str, soon: Soon | None = None) -> Match:
    """The match after its next turn."""
    player, interaction = match.player_to_move, next(interactions)
    assert player is not None
    return (
        await matches.play(db, match.id, player, text, interaction=interaction, soon=soon)
    ).match


# A turn against its floor


async def against_sqlite(number: int) -> Cost:
    """A turn on SQLite against plain `sqlite3`. Both leave the same rows."""
    turns = record(30 + number)
    with folder() as place:
        path, copy = Path(place) / "ours.db", Path(place) / "plain.db"
        db = await opened(path)
        match = await begun(db, turns[:30])
        await db.close()  # Everything is in the file now.
        shutil.copy(path, copy)
        db, floor = await opened(path), SQLite(copy, match)
        cost = await _against(db, match, floor, turns[30:])
        floor.close()
        await db.close()
        assert left_in(path) == left_in(copy)
    return cost


async def against_postgresql(url: str, number: int) -> Cost:
    """A turn on PostgreSQL against plain asyncpg, in another match of the same database."""
    turns = record(30 + number)
    db = Database.connect(url)
    match, other = [await begun(db, turns[:30]) for _ in range(2)]
    async with PostgreSQL(url, other) as floor:
        cost = await _against(db, match, floor, turns[30:])
    left = [str((await replay_match(db, one.id)).position) for one in (match, other)]
    assert left[0] == left[1]
    await db.close()
    return cost


async def opened(path: Path) -> Database:
    """The database in this file, migrated."""
    db = Database.connect(f"sqlite:///{path}")
    await db.migrate()
    return db


async def _against(db: Database, match: Match, floor: Floor, turns: Sequence[str]) -> Cost:
    """The same turns by both, alternately."""
    ours, plain = list[float](), list[float]()
    match = await matches.get(db, match.id)
    for text in turns:
        start = perf_counter()
        match = await played(db, match, text)
        ours.append(perf_counter() - start)
        interaction, now = next(interactions), db.now()
        start = perf_counter()
        await floor.turn(text, interaction, now)
        plain.append(perf_counter() - start)
        floor.state = floor.state.after(now)
    return _cost(ours, plain)


def _cost(ours: Sequence[float], floor: Sequence[float]) -> Cost:
    """The medians, and the median of the pairs' ratios. Neighbouring runs see the same machine
    conditions.
    """
    ratio = median(one / other for one, other in zip(ours, floor, strict=True))
    return Cost(median(ours) * 1e6, median(floor) * 1e6, ratio)


# Turns against turns


class Field(NamedTuple):
    """Matches at the same turn number, and the next turns of each."""

    db: Database
    ids: Sequence[MatchId]
    turns: Sequence[str]


async def _field(path: Path, after: int, number: int, chosen: int, more: int) -> Field:
    """A database with this many matches at that turn, some of them chosen at random."""
    turns = record(after + more)
    db = await opened(path)
    match = await begun(db, turns[:after])
    await db.close()
    ids = await asyncio.to_thread(multiply, path, number_of(match.id), number)
    return Field(await opened(path), Random(3).sample(ids, chosen), turns[after:])


async def _compared(field: Field, floor: Field, *, kept: bool) -> Cost:
    """The next turns in the matches of two fields, in pairs that alternate in order.

    `kept`: the bot has the match cached, as after a look at its board. Otherwise it reads it first.
    """
    sides, pairs = (field, floor), list[list[float]]()
    for ids in zip(field.ids, floor.ids, strict=True):
        both = [await matches.get(here.db, one) for here, one in zip(sides, ids, strict=True)]
        for texts in zip(field.turns, floor.turns, strict=True):
            times = [0.0, 0.0]
            for side in (0, 1) if len(pairs) % 2 else (1, 0):
                if not kept:
                    resize(sides[side].db, SIZE)
                start = perf_counter()
                both[side] = await played(sides[side].db, both[side], texts[side])
                times[side] = perf_counter() - start
            pairs.append(times)
    return _cost(*zip(*pairs, strict=True))


async def fields(one: tuple[int, int], other: tuple[int, int], chosen: int) -> tuple[Cost, Cost]:
    """Turns in matches of one kind against those of another: cached, and read first.

    A kind is a number of turns played and a number of matches, of which `chosen` are picked at
    random for each of the two.
    """
    with folder() as place:
        first, second = [
            await _field(Path(place) / f"{name}.db", after, number, 2 * chosen, 8)
            for name, (after, number) in (("one", one), ("other", other))
        ]
        costs = [
            await _compared(
                first._replace(ids=first.ids[some]), second._replace(ids=second.ids[some]),
                kept=kept,
            )
            for kept, some in ((True, slice(chosen)), (False, slice(chosen, None)))
        ]  # fmt: skip
        for field in (first, second):
            await field.db.close()
    return costs[0], costs[1]


def rows(many: int = MANY, number: int = 200) -> Iterator[Row]:
    """All costs. Those on PostgreSQL are missing where no server is installed."""
    yield row(SQLITE, "", *asyncio.run(against_sqlite(number)))
    if postgres.programs() is not None:
        with postgres.running(durable=True) as cluster, cluster.database() as url:
            yield row(POSTGRESQL, "", *asyncio.run(against_postgresql(url, number)))
    kept, read = asyncio.run(fields((10, many), (10, FEW), FEW // 2))
    yield row(CROWD, "both remembered", *kept)
    yield row(CROWD, "both read first", *read)
    kept, read = asyncio.run(fields((LATE - 1, FEW), (EARLY - 1, FEW), FEW // 2))
    yield row(LONG, "both remembered", *kept)
    yield row(LONG_READ, "", *read)


if __name__ == "__main__":
    show(rows())
