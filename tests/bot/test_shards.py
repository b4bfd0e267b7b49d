"""What a process does about its share of the shards, step by step: see `test_shared_shards` for
whole processes.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import matches
from bot.app import health
from bot.app import shards as module
from bot.app.client import Dreierlei
from bot.app.reach import LIMIT, Reach
from bot.app.shards import Shards
from bot.config.settings import Settings
from matches.installation import gateways
from storage.database import Database
from storage.transactions import in_transaction
from tests.support.conditions import until

pytestmark = pytest.mark.untraced

COUNT = 4
LONG = 1_000_000.0
"""Simulated seconds within which the next shard has to be taken over."""
NOBODY = "nobody has taken them over"


@pytest.fixture
async def db(migrated_file: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """A database whose clock stands still, so that no lease is over."""
    now = datetime(2030, 1, 1, tzinfo=UTC)
    opened = Database.connect(f"sqlite:///{shutil.copy(migrated_file, tmp_path)}", now=lambda: now)
    yield opened
    await opened.close()


@pytest.fixture
def bot(db: Database, monkeypatch: pytest.MonkeyPatch) -> Dreierlei:
    """A bot that is not connected."""

    async def recommended() -> tuple[int, str, dict[str, int]]:
        return COUNT, "", {"max_concurrency": 1}

    made = Dreierlei(Settings(_env_file=None), db)  # type: ignore[call-arg]
    monkeypatch.setattr(made.http, "get_bot_gateway", recommended)
    return made


@pytest.fixture
def shards(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> Shards:
    """Its shards."""

    async def first_held() -> None:
        pass

    monkeypatch.setattr(module, "EVERY", 0.0)
    return Shards(bot, first_held)


async def _take_all(db: Database, *processes: str) -> None:
    """These processes divide all shards."""
    for process in processes:
        for shard in (await gateways.share(db, process, COUNT)).inherited:
            assert await gateways.take_over(db, process, shard)


async def test_only_who_has_no_share_stands_by(db: Database, shards: Shards) -> None:
    """Nobody who hasn't looked yet, nor who is taking shards over."""
    await _take_all(db, *"abcd")
    assert not shards.stands_by
    beginning = asyncio.create_task(shards.begin())
    await until(lambda: shards.stands_by)
    await gateways.share(db, "a", COUNT, leaving=True)
    await beginning
    assert not shards.stands_by
    assert shards.held == frozenset()
    await shards.leave()


async def test_who_takes_shards_over_has_part_of_the_budget(
    db: Database, bot: Dreierlei, shards: Shards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As much as if it held them already."""
    parts = list[float]()
    monkeypatch.setattr(bot.pace, "share", parts.append)
    await _take_all(db, "a")
    await shards.begin()
    assert parts == [1 / 2]
    await shards.leave()


async def test_an_interaction_that_cannot_be_taken(
    bot: Dreierlei, shards: Shards, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong in the database, whoever holds the shard answers; the log says why."""
    bot.shard_count = COUNT
    await shards.begin()
    strange: Any = SimpleNamespace(id=2**70, guild_id=None)  # No database has room for that.
    assert await shards.is_to_answer(strange)
    assert f"interaction={2**70} can't be taken" in caplog.text
    await shards.leave()


def _pauses(monkeypatch: pytest.MonkeyPatch, take: Callable[[], Awaitable[None]]) -> None:
    """Whenever a process that leaves pauses, this is done, and two fifths of its patience pass."""
    loop, passed = asyncio.get_running_loop(), 0.0
    time, sleep = loop.time, asyncio.sleep

    async def pause(_: float) -> None:
        nonlocal passed
        await take()
        passed += 0.4 * LONG
        await sleep(0)

    monkeypatch.setattr(loop, "time", lambda: time() + passed)
    monkeypatch.setattr(module, "PATIENCE", LONG)
    monkeypatch.setattr(module, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": pause}))


async def test_each_shard_has_time_to_be_taken_over(
    db: Database, shards: Shards, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """So whoever leaves waits for all of them, however many there are."""
    await shards.begin()
    assert shards.held == frozenset(range(COUNT))

    async def take_one() -> None:
        for shard in sorted((await gateways.share(db, "heir", COUNT)).inherited)[:1]:
            assert await gateways.take_over(db, "heir", shard)

    await take_one()
    _pauses(monkeypatch, take_one)
    await shards.leave()
    assert shards.held == frozenset()
    assert NOBODY not in caplog.text


async def test_shards_that_nobody_takes_over(
    db: Database, shards: Shards, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever leaves waits for an heir no longer than it has patience for one shard."""
    await shards.begin()

    async def renew() -> None:
        await gateways.share(db, "heir", COUNT)

    await renew()
    _pauses(monkeypatch, renew)
    await shards.leave()
    assert shards.held == frozenset(range(COUNT))
    assert NOBODY in caplog.text


async def _rename(db: Database, table: str, name: str) -> None:
    """Nobody finds the table under its name any more, as if the database were away."""
    work = f"ALTER TABLE {table} RENAME TO {name}"
    await db.write(in_transaction(lambda connection: connection.exec_driver_sql(work)))


async def test_a_database_that_is_away_for_a_moment(
    db: Database, shards: Shards, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever leaves goes on handing its shards over afterwards."""
    await shards.begin()
    await gateways.share(db, "heir", COUNT)
    names = iter((("gateway", "away"), ("away", "gateway")))

    async def take_one() -> None:
        if change := next(names, None):
            await _rename(db, *change)
        if change is None or change[1] == "gateway":
            for shard in sorted((await gateways.share(db, "heir", COUNT)).inherited)[:1]:
                assert await gateways.take_over(db, "heir", shard)

    _pauses(monkeypatch, take_one)
    await shards.leave()
    assert shards.held == frozenset()
    assert "shards can't be shared: no such table" in caplog.text
    assert NOBODY not in caplog.text


async def test_nobody_waits_for_a_database_without_others(
    db: Database, shards: Shards, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody could take its shards over."""
    await shards.begin()
    await _rename(db, "gateway", "away")
    await shards.leave()
    assert shards.held == frozenset(range(COUNT))
    assert NOBODY not in caplog.text


class _Connection:
    """What discord.py says of a shard."""

    def __init__(self) -> None:
        self.closed, self.disconnected = False, 0

    def is_closed(self) -> bool:
        return self.closed

    async def disconnect(self) -> None:
        self.closed = True
        self.disconnected += 1


class _Scene:
    """A process of which each look is made by the test, ten simulated seconds after the last one;
    and another one, which takes over whatever it may.
    """

    def __init__(
        self, db: Database, bot: Dreierlei, shards: Shards, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.now, self.launched = 1000.0, list[int]()
        self.connections = dict[int, _Connection]()
        self._db, self.shards = db, shards

        async def launch(_: object, shard: int) -> None:
            self.launched.append(shard)
            self.connections[shard] = _Connection()

        monkeypatch.setattr(Dreierlei, "shards", property(lambda _: self.connections))
        monkeypatch.setattr(bot, "_sharing", shards)
        monkeypatch.setattr(bot, "launch_shard", launch)
        monkeypatch.setattr(bot, "is_ready", lambda: True)
        monkeypatch.setattr(bot, "shard_ids", [])
        monkeypatch.setattr(shards, "_reach", Reach(lambda: self.now))

    async def begin(self) -> set[int]:
        """Each has its part. Returns this process's, which is connected."""
        await self.other()
        mine = await self.shards._first()
        for shard in mine:
            assert await gateways.take_over(self._db, self.shards.process, shard)
        self.connections |= {shard: _Connection() for shard in mine}
        self.shards._connected |= mine
        await self.look()
        assert (len(mine), self.shards.held) == (COUNT / 2, mine)
        return {*mine}

    async def look(self, times: int = 1) -> None:
        for _ in range(times):
            self.now += 10
            await self.shards._round()
            await asyncio.sleep(0)

    async def other(self) -> int:
        """The other process looks. Returns how many it holds."""
        for shard in sorted((await gateways.share(self._db, "other", COUNT)).inherited):
            assert await gateways.take_over(self._db, "other", shard)
        return len((await gateways.share(self._db, "other", COUNT)).held)


@pytest.fixture
def scene(db: Database, bot: Dreierlei, shards: Shards, monkeypatch: pytest.MonkeyPatch) -> _Scene:
    """A process, looked at step by step."""
    return _Scene(db, bot, shards, monkeypatch)


async def test_who_is_cut_off_from_discord(scene: _Scene, bot: Dreierlei) -> None:
    """After a minute others may have its shards. Once one of its connections is back, it takes its
    part again; what still reconnects by itself it doesn't connect beside that.
    """
    shards, mine = scene.shards, await scene.begin()
    first, second = (scene.connections[shard] for shard in sorted(mine))
    first.closed = second.closed = True
    await scene.look(int(LIMIT / 10) - 1)
    assert (await scene.other(), shards.is_cut_off) == (COUNT / 2, False)
    await scene.look()
    assert (await scene.other(), shards.is_cut_off) == (COUNT, True)
    await scene.look(10)
    assert (shards.held, shards.is_cut_off, scene.launched) == (frozenset(), True, [])
    assert health.watched(bot).parts()["gateway"] == "reconnecting"
    first.closed = False
    await scene.look()
    assert (first.disconnected, shards.is_cut_off) == (1, False)
    await scene.look(3)
    assert scene.launched == [min(mine)]
    second.closed = False
    await scene.look(3)
    assert (second.disconnected, scene.launched) == (1, sorted(mine))


async def test_who_is_cut_off_alone(scene: _Scene) -> None:
    """It keeps its shards if nobody takes them over, and is as before once it is connected again:
    so it is if Discord is down for all processes.
    """
    shards, mine = scene.shards, frozenset(await scene.begin())
    for one in scene.connections.values():
        one.closed = True
    await scene.look(100)
    assert (shards.held, shards.is_cut_off) == (mine, True)
    for one in scene.connections.values():
        one.closed = False
    await scene.look()
    assert (shards.held, shards.is_cut_off) == (mine, False)
    assert (await scene.other(), scene.launched) == (COUNT / 2, [])
    assert {one.disconnected for one in scene.connections.values()} == {0}


async def test_who_waits_for_a_session_is_not_cut_off(scene: _Scene, db: Database) -> None:
    """Whoever waits for its turn to begin one has a connection, however long that takes."""
    await scene.begin()
    for one in scene.connections.values():
        one.closed = True
    assert await gateways.may_identify(db, 0)  # The clock stands still: nobody's turn comes.
    waiting = asyncio.create_task(scene.shards.turn_to_identify(0))
    await asyncio.sleep(0)
    await scene.look(100)
    assert not scene.shards.is_cut_off
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await scene.look(100)
    assert scene.shards.is_cut_off


async def test_who_has_ended_is_not_alive(db: Database, shards: Shards) -> None:
    """Its shards are free, and its last heartbeat counts no longer, since nobody will have its
    name.
    """
    await shards.begin()
    await matches.heartbeat(db, shards.process)
    assert await matches.alive(db) == 1
    await shards.leave()
    await shards.end()
    assert await matches.alive(db) == 0
    assert len((await gateways.share(db, "next", COUNT)).held) == COUNT
