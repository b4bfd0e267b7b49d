"""Shards begin their sessions as many at a time, and as many a day, as Discord allows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import discord
import pytest

from bot.app.starts import FRESH, SPARE, STEP, Allowance, Starts
from matches.installation.gateways import IDENTIFIED
from playground.client import Playground
from tests.bot.observed import page_of
from tests.support.conditions import until
from tests.support.stack import Stack

PAUSE = IDENTIFIED.total_seconds()
TOTAL = 1000
FEW = "too few to begin"


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The bot says how it is."""
    return {"METRICS_PORT": "0"}


def test_one_at_a_time() -> None:
    """The others wait for each other, unless so much time has passed anyway."""
    starts = Starts()
    assert [starts.wait(shard, 100.0) for shard in range(3)] == [0, PAUSE, 2 * PAUSE]
    assert starts.wait(3, 100 + 4 * PAUSE) == 0


def test_several_at_a_time() -> None:
    """Each of Discord's buckets has a queue of its own."""
    starts = Starts(16)
    waits = [starts.wait(shard, 100.0) for shard in range(64)]
    assert waits == [PAUSE * (shard // 16) for shard in range(64)]
    assert starts.wait(5, 101.0) == 4 * PAUSE - 1


async def test_many_shards(stack: Stack, pg: Playground) -> None:
    """The bot has as many shards as Discord recommends, and no session is begun twice, although
    Discord refuses those that begin too early.
    """
    stack.stop()
    before = await pg.settings(recommended_shards=4, max_concurrency=2, rate_limits=True)
    stack.start()
    await pg.wait_online(shards=4)
    after = await pg.settings(recommended_shards=1, max_concurrency=1, rate_limits=False)
    assert before["session_starts"] - after["session_starts"] == 4


class Day:
    """Discord's count of sessions, and a clock that the test sets. While somebody sleeps, nothing
    happens until the test says so.
    """

    def __init__(self, left: int) -> None:
        self.left, self.now, self.asked = left, 100.0, 0
        self.slept = list[float]()
        self.answers = True
        self._over = asyncio.Event()
        self.allowance = Allowance(self._ask, clock=lambda: self.now, sleep=self._sleep)

    async def _ask(self) -> discord.SessionStartLimits:
        self.asked += 1
        if not self.answers:
            raise discord.GatewayNotFound
        return discord.SessionStartLimits(
            total=TOTAL, remaining=self.left, reset_after=90_000, max_concurrency=1
        )

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self._over.wait()

    def pass_by(self, seconds: float) -> None:
        """Time passes, and whoever sleeps wakes up."""
        self.now += seconds
        over, self._over = self._over, asyncio.Event()
        over.set()


async def test_who_starts_leaves_some(caplog: pytest.LogCaptureFixture) -> None:
    """A start leaves a tenth of the day's sessions to shards that lose theirs. Where no more are
    left it waits, says so once, and looks every now and then whether there are more.
    """
    day = Day(TOTAL // 10 + 1)
    await day.allowance.for_new_shard()
    assert (day.slept, caplog.text) == ([], "")
    day.left -= 1
    day.pass_by(FRESH)
    starting = [asyncio.create_task(day.allowance.for_new_shard()) for _ in range(2)]
    await until(lambda: len(day.slept) == 2)
    assert day.allowance.is_short
    day.pass_by(STEP)
    await until(lambda: len(day.slept) == 4)
    assert day.slept == [STEP] * 4
    assert caplog.text.count(FEW) == 1
    assert "sessions=100 of 1000" in caplog.text
    day.left = TOTAL
    day.pass_by(STEP)
    await asyncio.gather(*starting)
    assert not day.allowance.is_short


async def test_the_last_are_never_spent() -> None:
    """Whoever has lost a session while it runs may have one of the last tenth, but for a few."""
    day = Day(int(SPARE * TOTAL) + 1)
    await day.allowance.for_any_session()
    day.left -= 1
    day.pass_by(FRESH)
    beginning = asyncio.create_task(day.allowance.for_any_session())
    await until(lambda: day.slept == [STEP])
    beginning.cancel()
    await asyncio.gather(beginning, return_exceptions=True)
    assert not day.allowance.is_short


async def test_discord_is_not_asked_for_each_session() -> None:
    """What it has said counts for as long as no more can begin than are kept."""
    day = Day(TOTAL)
    await asyncio.gather(*(day.allowance.for_any_session() for _ in range(16)))
    assert day.asked == 1
    day.pass_by(FRESH)
    await day.allowance.for_any_session()
    assert day.asked == 2


async def test_discord_does_not_say_how_many_are_left(caplog: pytest.LogCaptureFixture) -> None:
    """Then what it said last counts; if it never has, people shouldn't wait for that."""
    day = Day(0)
    day.answers = False
    await day.allowance.for_new_shard()
    assert "how many sessions are left" in caplog.text
    day.answers = True
    day.pass_by(FRESH)
    starting = asyncio.create_task(day.allowance.for_new_shard())
    await until(lambda: len(day.slept) == 1)
    day.answers = False
    day.pass_by(STEP)
    await until(lambda: len(day.slept) == 2)
    starting.cancel()


@pytest.fixture
async def scarce(stack: Stack, pg: Playground) -> AsyncIterator[None]:
    """A day on which few sessions are left, and Discord counts them. The bot has stopped."""
    stack.stop()
    await pg.settings(session_starts=TOTAL // 10, session_reset=1, rate_limits=True)
    yield
    await pg.settings(session_starts=TOTAL, session_reset=86_400, rate_limits=False)
    await pg.wait_online()


async def _starts_and_waits(stack: Stack, pg: Playground) -> None:
    """Starts the bot, whose log and health say that it lacks sessions."""
    before = stack.said().count(FEW)
    stack.start()

    async def waits() -> bool:
        if stack.said().count(FEW) == before:
            return False
        status, text = await page_of(stack, "health")
        return status == 503 and json.loads(text)["gateway"] == "too few sessions left"

    await pg.wait_for(waits)
    assert stack.said().count(FEW) == before + 1


async def _left(pg: Playground) -> int:
    return int((await pg.settings())["session_starts"])


@pytest.mark.usefixtures("scarce")
async def test_the_token_outlives_a_crash_loop(stack: Stack, pg: Playground) -> None:
    """A process that starts again and again spends none of the sessions that are kept: it waits,
    and begins once there are more.
    """
    for _ in range(2):
        await _starts_and_waits(stack, pg)
        stack.kill()
    await _starts_and_waits(stack, pg)
    assert await _left(pg) == TOTAL // 10
    await pg.settings(session_starts=TOTAL)
    await pg.wait_online()
    assert await _left(pg) == TOTAL - 1


@pytest.mark.usefixtures("scarce")
async def test_who_waits_can_be_stopped(stack: Stack, pg: Playground) -> None:
    """It ends well."""
    await _starts_and_waits(stack, pg)
    assert stack.stop() == 0
    stack.start()
    await pg.settings(session_starts=TOTAL)
    await pg.wait_online()


@pytest.mark.usefixtures("scarce")
async def test_lost_sessions_are_begun_anew(stack: Stack, pg: Playground) -> None:
    """By a bot that runs, although it could not start now; resuming costs none."""
    await pg.settings(session_starts=TOTAL // 10 + 1)
    stack.start()
    await pg.wait_online()
    await pg.gateway("drop")
    await pg.wait_online()
    assert await _left(pg) == TOTAL // 10
    await pg.gateway("invalidate")

    async def anew() -> bool:
        return await _left(pg) == TOTAL // 10 - 1

    await pg.wait_for(anew)
    await pg.wait_online()


async def test_it_ends_while_discord_is_asked(stack: Stack, pg: Playground) -> None:
    """A process that is told to stop then begins nothing any more."""
    stack.stop()
    stack.settings["SHARD_COUNT"] = "1"  # So that it asks for sessions alone.
    await pg.fault("delay", "/gateway/bot", seconds=3600)
    stack.start()

    async def asks() -> bool:
        return not await pg.unmet()

    await pg.wait_for(asks)
    assert stack.stop() == 0
    await pg.release()
    assert "Failed to connect" not in stack.said()
    del stack.settings["SHARD_COUNT"]
    stack.start()
    await pg.wait_online()
