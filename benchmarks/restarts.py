"""How long people wait for answers while one gateway takes over from another.

Eight pairs play on four servers, each in a shard of its own, and look at the board after each turn.
A new process starts beside the present one, which is asked to stop once the new one is connected,
and ends when its shards have been taken over. That happens several times, with peace in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.table import Aim, Row, row, show
from benchmarks.town import PAUSES, answered, begun, planned
from matches.model.ids import GuildId
from matches.model.match import Match
from matches.settings.guilds import configure
from playground.invoke import Invoker
from playground.server import Server, serve
from playground.snowflake import fixed
from playground.world import TEXT, Channel, User, World
from storage.database import Database
from tests.support.conditions import until
from tests.support.postgres import running
from tests.support.stack import TOKEN, Bot

SHARDS, PAIRS = 4, 8
RESTARTS = 12
SECONDS = 5.0
"""How long each peace lasts."""
PERCENTILE = 99

ANSWERS = Aim("the 99th percentile of answers during a rolling restart", "a second", "ms", "≤ 1")
HANDED = Aim("the same while shards are handed over", "a second", "ms", "≤ 1")
LONGEST = Aim("the longest of these", "a second", "ms")
PEACE = Aim("the 99th percentile of answers in peace", "a second", "ms")
AIMS = (ANSWERS, HANDED, LONGEST, PEACE)


class _Phase(Enum):
    PEACE, STARTING, HANDING_OVER = range(3)


@dataclass
class _Measured:
    """Milliseconds until each answer, by what was going on when it was asked for: a new process was
    starting, or the old one was handing its shards over.
    """

    times: dict[_Phase, list[float]] = field(default_factory=lambda: {one: [] for one in _Phase})
    phase: _Phase = _Phase.PEACE
    over: bool = False


def _world() -> tuple[World, list[User], list[Channel]]:
    world = World()
    world.settings.max_concurrency = SHARDS
    people = [world.add_user(User(fixed(100 + n), f"user{n}")) for n in range(2 * PAIRS)]
    guilds = [
        world.add_guild(fixed(1_000 + n), f"Guild {n}", "en-US", people) for n in range(SHARDS)
    ]
    rooms = [
        world.add_channel(Channel(fixed(2_000 + n), TEXT, f"channel{n}", guilds[n % SHARDS]))
        for n in range(PAIRS)
    ]
    return world, people, rooms


async def _play(measured: _Measured, server: Server, room: Channel, match: Match) -> None:
    """Two people take turns, and each looks at the board."""
    invoker, rng = Invoker(server.world, server.interactions), Random(room.id)
    for player, text in planned(match):
        for name, options in (("move", {"turn": text}), ("board", {})):
            phase, begin = measured.phase, perf_counter()
            who = server.world.users[player]
            if (await answered(invoker.command(who, room, name, options))).failed:
                raise RuntimeError(f"/{name} was not answered within three seconds")
            measured.times[phase].append(1000 * (perf_counter() - begin))
            await asyncio.sleep(rng.uniform(*PAUSES))
        if measured.over:
            return


async def _restarted(measured: _Measured, folder: Path, number: int, old: Bot) -> Bot:
    """A new process in the place of the old one, which has ended."""
    measured.phase = _Phase.STARTING
    new = Bot(_folder(folder, number), old.url, **_settings(old.settings["DATABASE_URL"]))
    await until(lambda: "ready as" in new.said())
    measured.phase = _Phase.HANDING_OVER
    await asyncio.to_thread(old.stop)
    measured.phase = _Phase.PEACE
    return new


def _folder(folder: Path, number: int) -> Path:
    made = folder / str(number)
    made.mkdir()
    return made


def _settings(database: str) -> dict[str, str]:
    return {"DATABASE_URL": database, "ROLE": "gateway", "SHARD_COUNT": str(SHARDS)}


async def _measure(folder: Path, database: str) -> _Measured:
    world, people, rooms = _world()
    db = Database.connect(database)
    for guild in world.guilds:
        await configure(db, GuildId(guild), threads=False)
    begun_ = [await begun(db, people, room, number) for number, room in enumerate(rooms)]
    await db.close()
    measured, server = _Measured(), await serve(port=0, token=TOKEN, world=world)
    bot = Bot(_folder(folder, 0), server.url, **_settings(database))
    await until(lambda: len(server.gateway.sessions) == SHARDS and bool(world.commands[None]))
    tasks = [
        asyncio.create_task(_play(measured, server, room, match))
        for room, match in zip(rooms, begun_, strict=True)
    ]
    try:
        for number in range(1, RESTARTS + 1):
            await asyncio.sleep(SECONDS)
            bot = await _restarted(measured, folder, number, bot)
        await asyncio.sleep(SECONDS)
        measured.over = True
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(bot.close)
        await server.close()
    return measured


def rows() -> Iterator[Row]:
    """During restarts, and in between. Raises RuntimeError if somebody gets no answer in time."""
    with running() as cluster, cluster.database() as database, TemporaryDirectory() as folder:
        measured = asyncio.run(_measure(Path(folder), database))
    peace, starting, handed = (measured.times[one] for one in _Phase)
    for aim, times in ((ANSWERS, starting + handed), (HANDED, handed)):
        yield row(aim, f"{len(times):,} answers", _percentile(times), 1000)
    yield row(LONGEST, f"{RESTARTS} restarts", max(handed), 1000)
    yield row(PEACE, f"{len(peace):,} answers", _percentile(peace), 1000)


def _percentile(times: Sequence[float]) -> float:
    return quantiles(times, n=100)[PERCENTILE - 1]


if __name__ == "__main__":
    show(rows())
