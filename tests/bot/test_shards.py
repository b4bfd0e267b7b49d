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
from bot.app import shards as module
from bot.app.client import Dreierlei
from bot.app.shards import Shards
from bot.config.settings import Settings
from matches.installation import gateways
from storage.database import Database
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
