"""Shards of one process begin their sessions as many at a time as Discord allows."""

from __future__ import annotations

from bot.app.starts import Starts
from matches.installation.gateways import IDENTIFIED
from playground.client import Playground
from tests.support.stack import Stack

PAUSE = IDENTIFIED.total_seconds()


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
    after = await pg.settings(rate_limits=False)
    assert before["session_starts"] - after["session_starts"] == 4
