"""The worst-case cost of a turn by the strongest level: seconds of one core, and memory.

Turns come from 200 random games of every kind, that is of every game with every number of seats:
some at random, and those with the most legal moves. A short search finds the most expensive ones,
which are then searched in full. Everything runs in one worker process, started as the bot starts
them, with the lowest memory limit that can be set. A search that needs more fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import games
from benchmarks.table import Aim, Row, row, show
from bot.processes.pool import Workers
from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents.levels import LEVELS
from opponents.player import best_turn

GAMES = 200
LONGEST = 300
"""The most plies of a random game."""
PATIENCE = 600.0
TRIED = 60
"""The number of positions for the short search: half at random, half with the most legal moves."""
SHORT = 0.02
"""The share of a full search that is enough to estimate its cost."""
DEAREST, USUAL = 3, 5
"""How many turns are searched in full, and how many of the most expensive a second time."""
MEGABYTES = 256
"""The memory limit: the lowest that can be set."""
BOUND = 2.0
"""Seconds."""

TIME = Aim("the slowest turn of level 6", "its time limit", "s", "≤ 1")
USUAL_TIME = Aim("a typical turn of level 6", "its time limit", "s")
MEMORY = Aim("peak memory of the worker", "its limit", "MB", "≤ 1")
AIMS = (TIME, USUAL_TIME, MEMORY)


class Cost(NamedTuple):
    """The number of starts of turns seen, processor seconds of the most expensive turn and of a
    typical one, and the peak memory of the process so far in megabytes.
    """

    positions: int
    dearest: float
    usual: float
    megabytes: float


class Task(NamedTuple):
    """A turn to think about."""

    line: Line[Any, Any]
    setup: Setup

    def seconds(self, share: float = 1.0) -> float:
        """The strongest level's time for it, or for a search with this share of its effort."""
        start = process_time()
        best_turn(self.line, self.setup, max(LEVELS), scale=share)
        return process_time() - start

    @property
    def choice(self) -> int:
        """The number of legal moves."""
        return len(self.line.game.legal_moves(self.line.position))


def tasks(game: AnyGame, seats: int, rng: Random) -> list[Task]:
    """All starts of turns of one random game."""
    setup = play.setup(game, seats, {}, rng)
    line: Line[Any, Any] = Line.begin(game, setup)
    found = []
    for move in play.random_line(game, setup, rng, LONGEST):
        if not line.played:
            found.append(Task(line, setup))
        line = line.push(move)
    return found


def measure(key: str, seats: int, number: int) -> Cost:
    """The cost of one kind, from this many random games."""
    game, rng = games.get(key), Random(f"{key} {seats}")
    count, random, wide = 0, list[Task](), list[Task]()
    for _ in range(number):
        found = tasks(game, seats, rng)
        count += len(found)
        random.append(rng.choice(found))
        wide.append(max(found, key=lambda task: task.choice))
    wide.sort(key=lambda task: -task.choice)
    tried = [*random[: TRIED // 2], *wide[: TRIED // 2]]
    dearest = nlargest(DEAREST, tried, key=lambda task: task.seconds(SHORT))
    usual = [task.seconds() for task in random[:USUAL]]
    seen = [*zip(random, usual, strict=False), *((task, task.seconds()) for task in dearest)]
    seen.sort(key=itemgetter(1), reverse=True)
    # Other load on the machine can make a search slower, but never faster.
    again = [min(spent, task.seconds()) for task, spent in seen[:DEAREST]]
    most = max(*again, *(spent for _, spent in seen[DEAREST:]))
    return Cost(count, most, median(usual), _most_taken())


def _most_taken() -> float:
    """The peak memory of this process in megabytes (Linux). The value from `resource` would include
    the parent's peak.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (kilobytes,) = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
    return int(kilobytes) / 1024


async def run(number: int = GAMES) -> dict[str, Cost]:
    """All kinds, one after the other in one worker. Raises MemoryError above its limit."""
    workers, costs = Workers(memory=MEGABYTES), {}
    try:
        for game in games.all_games():
            for seats in game.info.seats:
                work = partial(measure, game.info.key, seats, number)
                costs[f"{game.info.key}, {seats}"] = await workers.run(work, seconds=PATIENCE)
    finally:
        await workers.close()
    return costs


def rows() -> Iterator[Row]:
    """For each game and number of seats, in processor time."""
    for name, cost in asyncio.run(run()).items():
        yield row(TIME, name, cost.dearest, BOUND)
        yield row(USUAL_TIME, name, cost.usual, BOUND)
        yield row(MEMORY, name, cost.megabytes, MEGABYTES)


if __name__ == "__main__":
    from benchmarks import searches  # noqa: PLW0406 - workers look for `measure` there

    show(searches.rows())
