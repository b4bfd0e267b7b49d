"""What is done in rounds goes on, whatever happens, until it is stopped."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.observability.poller import Poller
from bot.observability.trouble import Trouble

log = logging.getLogger(__name__)

NEVER = 3600.0


class _Rounds:
    """Counts rounds; those of the given numbers fail."""

    def __init__(self, every: float, *failing: int, settling: float = 0.0) -> None:
        self.count = 0
        self._failing = failing
        self._done = asyncio.Condition()
        trouble = Trouble(log, "nothing can be done")
        self.poller = Poller("rounds", self._round, every, trouble=trouble, settling=settling)

    async def _round(self) -> None:
        self.count += 1
        async with self._done:
            self._done.notify_all()
        if self.count in self._failing:
            raise ValueError("no")

    async def reach(self, count: int) -> None:
        """Waits for so many rounds."""
        async with self._done:
            await self._done.wait_for(lambda: self.count >= count)


async def test_what_fails_is_told_once_and_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    """The rounds after it are done, and the log says when it is over."""
    rounds = _Rounds(0.001, 2, 3, 4)
    with caplog.at_level(logging.INFO, logger=__name__):
        rounds.poller.start()
        await rounds.reach(6)
        rounds.poller.stop()
    assert [one.getMessage() for one in caplog.records] == [
        "nothing can be done: ValueError('no')",
        "nothing can be done: that is over",
    ]


async def test_waking_is_not_lost() -> None:
    """Whoever wakes it has a round that begins afterwards; many have one together."""
    rounds = _Rounds(NEVER, settling=0.05)
    rounds.poller.start()
    await rounds.reach(1)
    for _ in range(10):
        rounds.poller.wake()
    await rounds.reach(2)
    rounds.poller.wake()
    await rounds.reach(3)
    rounds.poller.stop()
    assert rounds.count == 3


async def test_it_waits_until_all_is_ready_and_stops_when_it_is_told() -> None:
    """No round is begun before, and none after."""
    rounds, ready = _Rounds(0.001), asyncio.Event()

    async def wait() -> None:
        await ready.wait()

    rounds.poller.start(wait)
    await asyncio.sleep(0)
    assert rounds.count == 0
    ready.set()
    await rounds.reach(2)
    rounds.poller.stop()
    count = rounds.count
    await asyncio.sleep(0.01)
    assert rounds.count == count
