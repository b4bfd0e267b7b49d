"""How many searches two thinkers do in the time of one, and what it costs to hand a search over.

Computer players are called in many matches at once. They are answered by one thinker with one
worker, then by two, and at last the same searches run one after the other in this process. Each
begins with a copy of one database, so that the searches are the same indeed. Thinkers and their
PostgreSQL share the machine with the workers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter

from sqlalchemy import select

import games
import matches
from benchmarks.table import Aim, Row, row, show
from benchmarks.waiting import call, called, prepare
from bot.thinkers.computer_players import question_of
from matches import Place
from matches.model.ids import ChannelId, GuildId, MatchNumber, public_id
from opponents import decisions
from storage.database import Database
from storage.schema import match as match_table
from tests import PATIENCE
from tests.support.conditions import until
from tests.support.postgres import Cluster, running
from tests.support.stack import Bot

GAME, LEVEL = "attangle", 6
CALLS = 30
ENDS = 4
"""How many of the first and of the last answers are not measured: workers start, or idle."""
ROUNDS = 3
PLACE = Place(GuildId(1), ChannelId(2))

TWO = Aim("searches by two thinkers with one worker each", "by one", "/s", "≥ 1.8")
HANDED = Aim("a search by a thinker", "the same search in this process", "ms")
AIMS = (TWO, HANDED)


async def _prepare(url: str) -> None:
    async with _opened(url) as db:
        await prepare(db, PLACE, CALLS, among=[games.get(GAME)], level=LEVEL)


async def _answered(url: str) -> float:
    """Searches a second, once all calls are made at once."""
    async with _opened(url) as db:
        begun = db.now()
        await call(db)
        end = monotonic() + PATIENCE
        while await called(db):
            if monotonic() > end:
                raise TimeoutError(f"calls are still not answered after {PATIENCE} s")
            await asyncio.sleep(0.1)
        moved = select(match_table.c.moved_at).where(match_table.c.moved_at > begun)
        found = await db.read(lambda connection: connection.execute(moved).scalars().all())
    measured = sorted(found)[ENDS:-ENDS]
    span: timedelta = measured[-1] - measured[0]
    return (len(measured) - 1) / span.total_seconds()


async def _alone(url: str) -> float:
    """Searches a second in this process."""
    spent = 0.0
    async with _opened(url) as db:
        for number in range(1, CALLS + 1):
            match = await matches.get(db, public_id(MatchNumber(number)))
            question = await question_of(db, match, match.base, LEVEL)
            begun = perf_counter()
            decisions.turn(question)
            spent += perf_counter() - begun
    return CALLS / spent


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    db = Database.connect(url)
    try:
        yield db
    finally:
        await db.close()


def _thinker(folder: Path, url: str) -> Bot:
    """A thinker that has just been started. It connects to nothing but the database."""
    nobody = dict.fromkeys(("DISCORD_TOKEN", "DISCORD_API_URL"), "")
    made = Bot(folder, "", ROLE="thinker", DATABASE_URL=url, COMPUTER_PAUSE="0", **nobody)
    asyncio.run(until(lambda: "thinking" in made.said()))
    return made


def _with_thinkers(cluster: Cluster, like: str, number: int) -> float:
    with ExitStack() as stack:
        url = stack.enter_context(cluster.database(like))
        for _ in range(number):
            folder = Path(stack.enter_context(TemporaryDirectory()))
            stack.callback(_thinker(folder, url).close)
        return asyncio.run(_answered(url))


def rows() -> Iterator[Row]:
    """In rounds."""
    found = list[tuple[float, float, float]]()
    with running() as cluster, cluster.database() as prepared:
        asyncio.run(_prepare(prepared))
        name = prepared.rpartition("/")[2]
        for _ in range(ROUNDS):
            one, two = (_with_thinkers(cluster, name, number) for number in (1, 2))
            with cluster.database(name) as url:
                found.append((one, two, asyncio.run(_alone(url))))
    one, two, alone = (median(times) for times in zip(*found, strict=True))
    case = f"{GAME}, level {LEVEL}"
    yield row(TWO, case, two, one, median(two / one for one, two, _ in found))
    yield row(
        HANDED, case, 1000 / one, 1000 / alone, median(alone / one for one, _, alone in found)
    )


if __name__ == "__main__":
    show(rows())
