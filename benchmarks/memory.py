"""Memory and start-up time of the bot's process with no match, with some, and with very many.

For each run the process starts on a copy of a database with this many running matches, and connects
to a playground. "Idle" is the state some seconds after it is ready.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

import matches
from benchmarks import turns
from benchmarks.crowd import multiply
from benchmarks.table import Aim, Row, row, show
from matches.model.ids import number_of
from playground.server import serve
from storage.database import Database
from storage.steady_time import machine_time
from tests.support.stack import TOKEN, Bot

NUMBERS = (0, 1_000, 100_000)
ROUNDS = 3
TURNS = 10
AWAY = timedelta(minutes=10)
"""The downtime that is credited to all clocks."""
SETTLED = 3.0
"""Seconds until the process counts as idle."""

_SAME = "≤ 1.1"
MEMORY = Aim("memory of the idle process, with running matches", "with none", "MB", _SAME)
START = Aim("start-up until ready", "with no match", "ms", _SAME)
AIMS = (MEMORY, START)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a process has used."""

    megabytes: float
    milliseconds: float


def rows(numbers: tuple[int, ...] = NUMBERS, rounds: int = ROUNDS) -> Iterator[Row]:
    """Each process against the one with the first of these numbers of matches, started
    alternately.
    """
    with turns.folder() as place:
        files = [asyncio.run(_filled(Path(place), number)) for number in numbers]
        seen: list[list[Seen]] = [[] for _ in files]
        for _ in range(rounds):
            for path, found in zip(files, seen, strict=True):
                found.append(asyncio.run(_with_matches(path)))
    memory = [median(one.megabytes for one in found) for found in seen]
    start = [median(one.milliseconds for one in found) for found in seen]
    for number, megabytes in zip(numbers[1:], memory[1:], strict=True):
        yield row(MEMORY, f"{number:,}", megabytes, memory[0])
    for number, milliseconds in zip(numbers[1:], start[1:], strict=True):
        yield row(START, f"{number:,}", milliseconds, start[0])


async def _filled(place: Path, number: int) -> Path:
    """A database with this many running matches, all of whose boards have been shown."""
    folder = place / str(number)
    folder.mkdir()
    path = folder / "bot.db"
    db = await turns.opened(path)
    if number:
        match = await turns.begun(db, turns.record(TURNS))
    await db.close()
    await _left(path)
    if number:
        await asyncio.to_thread(multiply, path, number_of(match.id), number)
    return path


async def _left(path: Path) -> None:
    """Makes the database look as if a bot process had used it and ended some time ago."""
    db = Database.connect(f"sqlite:///{path}", now=lambda: machine_time() - AWAY)
    await matches.credit_downtime(db, "all")
    await db.close()


async def _with_matches(path: Path) -> Seen:
    """Starts the process on the file as it was when the matches were played."""
    server = await serve(port=0, token=TOKEN)
    kept = path.with_name("kept.db")
    shutil.copy(path, kept)
    try:
        return await started(lambda: Bot(path.parent, server.url))
    finally:
        await server.close()
        for name in ("bot.db-wal", "bot.db-shm"):
            path.with_name(name).unlink(missing_ok=True)
        kept.replace(path)


async def started(start: Callable[[], Bot]) -> Seen:
    """What a process has used that is started now, once it is ready and idle. Then it is ended."""
    begun = perf_counter()
    bot = start()
    try:
        await ready(bot)
        spent = perf_counter() - begun
        await asyncio.sleep(SETTLED)
        return Seen(used(bot.bot.pid) / 2**20, spent * 1000)
    finally:
        await asyncio.to_thread(bot.close)


async def ready(bot: Bot) -> None:
    """Waits until the bot reports that it is ready."""
    while " ready as " not in bot.said():
        if bot.bot.poll() is not None:
            raise RuntimeError(bot.said())
        await asyncio.sleep(0.01)
    bot.log.unlink()


def used(process: int) -> int:
    """The proportional set size of the process and its children, in bytes (Linux)."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    (kilobytes,) = [line.split()[1] for line in lines if line.startswith("Pss:")]
    threads = Path(f"/proc/{process}/task").iterdir()
    children = " ".join((thread / "children").read_text() for thread in threads).split()
    return int(kilobytes) * 1024 + sum(used(int(child)) for child in children)


if __name__ == "__main__":
    show(rows())
