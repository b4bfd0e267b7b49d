"""How much a thousand people who watch live pages slow down those who play.

Ten pairs of people play (`benchmarks.town`). Every now and then a thousand watchers are there, for
as long as the peace before: each has the stream of one of a hundred other matches open, and asks
for its page again after each turn, as the page's script does. Those matches go on all the time.
The watchers are in a process of their own.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from random import Random

from aiohttp import ClientTimeout

import matches
from benchmarks.readers import Readers, reading, settings
from benchmarks.table import Aim, Row, show
from benchmarks.town import PAIRS, SECONDS, Town, living, planned
from benchmarks.turns import folder
from matches import Match
from storage.database import Database

WATCHERS, WATCHED = 1000, 100
TURNS = 2.0
"""Turns a second in all matches that are watched together."""
ROUNDS = 6
AT_ONCE = 50
"""How many watchers come at the same time."""
SPREAD = 1.0
"""Seconds within which the script of a page asks for it again."""
FOREVER = ClientTimeout(total=None)

WAIT = Aim(
    f"p95 of an answer with {WATCHERS:,} watchers of live pages",
    "the same people without them, in the same run", "ms", "≤ 1.2",
)  # fmt: skip
AIMS = (WAIT,)


async def _measured(place: Path, rounds: int) -> Town:
    served, channels = settings(), PAIRS + WATCHED
    async with living(place, channels, _nothing, web=True, settings=served) as town:
        watched = town.begun[PAIRS:]
        db = Database.connect(town.database)
        town.begin(_going_on(db, watched))
        ids = [one.id for one in watched]
        for number in range(2 * rounds):
            disturbed = number % 2 == 1
            there = _watching(served["WEB_URL"], ids, disturbed=disturbed)
            async with there, town.counting(disturbed=disturbed):
                await asyncio.sleep(SECONDS)
    await db.close()
    return town


async def _nothing(_: Database, __: Town) -> None:
    """Needs no preparation."""


async def _going_on(db: Database, watched: Sequence[Match]) -> None:
    """One turn after the other, in all of these matches in turn."""
    plans = [planned(one) for one in watched]
    for match, plan in cycle(zip(watched, plans, strict=True)):
        player, text = next(plan)
        await matches.play(db, match.id, player, text)
        await asyncio.sleep(1 / TURNS)


@asynccontextmanager
async def _watching(url: str, ids: Sequence[str], *, disturbed: bool) -> AsyncIterator[None]:
    """All watchers, if it is their time; each of them listens already."""
    if not disturbed:
        yield
        return
    process = await create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.watchers", url, *ids), stdout=PIPE
    )
    assert process.stdout is not None
    try:
        await process.stdout.readline()
        yield
    finally:
        process.terminate()
        said = json.loads(await process.stdout.read() or "{}")
        await process.wait()
    if said.get("refreshed", 0) < TURNS * SECONDS * WATCHERS / WATCHED / 2:
        raise RuntimeError("the watchers have missed turns")


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """Waiting times by action, with the watchers and without them."""
    with folder() as place:
        town = asyncio.run(_measured(Path(place), rounds))
    yield from town.rows(WAIT)


# The watchers' own process


class _Watchers:
    """They count how often they asked for a page again."""

    def __init__(self, readers: Readers) -> None:
        self.readers = readers
        self.refreshed = 0

    async def watch(self, match_id: str, listening: asyncio.Event) -> None:
        """Listens to one match for as long as turns are sent."""
        page, rng = f"/m/{match_id}", Random()
        url, headers = f"{self.readers.url}{page}/events", self.readers.headers()
        async with self.readers.session.get(url, headers=headers, timeout=FOREVER) as stream:
            stream.raise_for_status()
            async for line in stream.content:
                listening.set()
                if line.startswith(b"data:"):
                    await asyncio.sleep(rng.random() * SPREAD)
                    await self.readers.page(page)
                    self.refreshed += 1


async def _watch(url: str, ids: Sequence[str]) -> int:
    """Listens until it is told to stop. Returns how often a page was asked for again."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with reading(url) as readers:
        watchers, tasks = _Watchers(readers), list[asyncio.Task[None]]()
        for first in range(0, WATCHERS, AT_ONCE):
            events = [asyncio.Event() for _ in range(AT_ONCE)]
            for number, event in enumerate(events, start=first):
                watching = watchers.watch(ids[number % len(ids)], event)
                tasks.append(asyncio.create_task(watching))
            await asyncio.gather(*(event.wait() for event in events))
        print("all are there", flush=True)
        await stop.wait()
        for task in tasks:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return watchers.refreshed


if __name__ == "__main__":
    if len(sys.argv) == 1:
        show(rows())
    else:
        print(json.dumps({"refreshed": asyncio.run(_watch(sys.argv[1], sys.argv[2:]))}))
