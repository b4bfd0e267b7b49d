"""The cost of a leaderboard with a million ratings, beside a read by primary key.

"board" is the first page (25 rows) and the rank of one player, the best or the last, through the
same SQLAlchemy Core connection as "key", the read of one rating by its primary key. Both run as in
the bot, on SQLite.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import thread_time

from sqlalchemy import Connection

from benchmarks.table import Aim, Row, row, show
from matches.model.ids import PlayerId
from matches.model.ratings import PERIODS, Pool
from storage import ratings, standings
from storage.database import Database
from storage.standings import EVERYWHERE, WIDE, Board

POOL = str(Pool("some", 2))
GUILD = 7
BOARDS = {
    "everywhere": Board(EVERYWHERE, POOL, 0),
    "30 days": Board(EVERYWHERE, POOL, PERIODS[0]),
    "guild": Board(GUILD, POOL, 0),
}
PAGE = 25
BOARD = Aim(
    "a leaderboard page among 1,000,000 players, with the reader's own place",
    "a read by primary key on the same connection",
    "µs",
    "≤ 5",
)
AIMS = (BOARD,)


def _points(size: int) -> dict[Board, list[int]]:
    """Points with a realistic spread; for a period, the points gained. Player n has the n-th."""
    rng = Random(1)
    ratings = [max(100, round(rng.gauss(1500, 350))) for _ in range(size)]
    gains = [round(rng.gauss(0, 60)) for _ in range(size)]
    return {board: gains if board.period else ratings for board in BOARDS.values()}


def _standings(board: Board, points: list[int]) -> Iterator[tuple[object, ...]]:
    where = (board.pool, board.scope, board.period)
    return ((player, *where, worth, 20) for player, worth in enumerate(points, start=1))


def _tallies(board: Board, points: list[int]) -> Iterator[tuple[object, ...]]:
    where = (board.scope, board.pool, board.period)
    for width in (1, WIDE):
        counted = Counter(worth // width for worth in points)
        yield from ((*where, width, bucket, count) for bucket, count in counted.items())


def _fill(path: Path, points: Mapping[Board, list[int]]) -> None:
    """Inserts ratings and, for all boards, standings and tallies, in bulk."""
    with sqlite3.connect(path, isolation_level=None) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO rating VALUES (?, ?, 25, 2, ?, 20, 10, 0, 1, 3)",
            (
                (player, POOL, worth)
                for player, worth in enumerate(points[BOARDS["everywhere"]], start=1)
            ),
        )
        index = "ix_standing_scope_pool_period_points_player_id"
        (made,) = connection.execute(
            "SELECT sql FROM sqlite_master WHERE name = ?", (index,)
        ).fetchone()
        connection.execute(f"DROP INDEX {index}")
        for board, worths in points.items():
            # Ordered by key, so that the table is written sequentially.
            rows = _standings(board, worths)
            connection.executemany("INSERT INTO standing VALUES (?, ?, ?, ?, ?, ?)", rows)
            rows = _tallies(board, worths)
            connection.executemany("INSERT INTO tally VALUES (?, ?, ?, ?, ?, ?)", rows)
        connection.execute(made)
        connection.execute("COMMIT")
    connection.close()


def _measured(
    works: dict[str, Callable[[], object]], rounds: int, repeats: int
) -> dict[str, float]:
    """Microseconds of each, measured alternately: the medians of the rounds."""
    seen: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = thread_time()
            for _ in range(repeats):
                work()
            seen[name].append((thread_time() - start) / repeats * 1e6)
    return {name: median(times) for name, times in seen.items()}


def _costs(
    connection: Connection, points: Mapping[Board, list[int]], rounds: int, repeats: int
) -> dict[str, float]:
    size = len(points[BOARDS["everywhere"]])
    rng = Random(2)

    def key() -> object:
        found = ratings.rating_of(connection, PlayerId(rng.randint(1, size)), POOL)
        assert found is not None
        return found

    def board(on: Board, player: int) -> object:
        page = standings.best(connection, on, PAGE)
        place = standings.place(connection, on, PlayerId(player))
        assert len(page) == min(PAGE, size)
        assert place is not None
        return place

    works: dict[str, Callable[[], object]] = {"key": key}
    for name, on in BOARDS.items():
        by_points = sorted(range(size), key=lambda index: (points[on][index], index))
        works[f"{name}, first"] = partial(board, on, by_points[-1] + 1)
        works[f"{name}, last"] = partial(board, on, by_points[0] + 1)
    return _measured(works, rounds, repeats)


async def _run(size: int, rounds: int, repeats: int) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "standings.db"
        db = Database.connect(f"sqlite:///{path}")
        await db.migrate()
        points = _points(size)
        await asyncio.to_thread(_fill, path, points)
        costs = await db.read(lambda connection: _costs(connection, points, rounds, repeats))
        await db.close()
    return costs


def rows(size: int = 1_000_000, rounds: int = 15, repeats: int = 20) -> Iterator[Row]:
    """The rows of the first and the last player, on boards of all time, of 30 days, and of a guild.

    In microseconds of processor time, since everything is in memory.
    """
    costs = asyncio.run(_run(size, rounds, repeats))
    for name, cost in costs.items():
        if name != "key":
            yield row(BOARD, name, cost, costs["key"])


if __name__ == "__main__":
    show(rows())
