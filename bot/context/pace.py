"""The pace of what the bot sends by itself: notices, boards, reminders, puzzles of the day.

Discord allows a bot 50 requests a second, but for answers to interactions, which do not count, and
shuts one out that asks for more again and again. After a long time down thousands of messages may
be owed at once. They go out at a bounded rate, which leaves room for those who play just then:
what comes of an interaction never waits here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

from bot.observability import logs

RATE = 20.0
"""Requests a second on average, by all processes of a bot together."""
BURST = 10
"""How many may go out at once after a pause."""
_EXEMPT = frozenset({"interactions", "webhooks"})
"""Parts of the addresses at which interactions are answered."""


class Pace:
    """Lets whoever asks go on in order, at a bounded rate."""

    def __init__(
        self,
        rate: float = RATE,
        burst: int = BURST,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._step = 1 / rate
        self._ahead = (burst - 1) / rate
        self._clock = clock
        self._sleep = sleep
        self._next = float("-inf")
        self.waiting = 0
        """How many wait for their turn."""

    async def take(self) -> None:
        """Returns when it is one's turn."""
        now = self._clock()
        mine = max(self._next, now - self._ahead)
        self._next = mine + self._step
        if mine <= now:
            return
        self.waiting += 1
        try:
            await self._sleep(mine - now)
        finally:
            self.waiting -= 1

    def trace(self) -> aiohttp.TraceConfig:
        """For a session: each request that comes of no interaction waits for its turn, also one
        that is sent again.
        """
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        return config

    async def _before(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestStartParams
    ) -> None:
        if logs.interaction.get() is None and not _EXEMPT.intersection(about.url.parts):
            await self.take()


def rate_of(shards: int, of: int | None) -> float:
    """The share of a process that runs so many of all the shards; 0 of them are all."""
    return RATE * shards / of if shards and of else RATE
