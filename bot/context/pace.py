"""The pace at which the bot sends unasked: notices, boards, reminders, puzzles of the day.

Discord allows a bot 50 requests a second, not counting answers to interactions, and blocks a bot
that keeps exceeding that. After a long downtime thousands of messages may be owed at once. They are
sent at a bounded rate, which leaves room for people who are playing. What an interaction causes
never waits here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

from bot.context.requests import kind_of
from bot.observability import logs

RATE = 20.0
"""Requests a second on average, of all processes of a bot together."""
BURST = 10
"""How many may be sent at once after a pause."""


class Pace:
    """A queue whose members go on in order, at a bounded rate."""

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
        """The length of the queue."""

    async def take(self) -> None:
        """Returns when it is the caller's turn."""
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
        """Hooks for a session: requests that no interaction caused wait for their turn, including
        those that are sent again.
        """
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        return config

    async def _before(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestStartParams
    ) -> None:
        kind = kind_of(about.method, about.url)
        if logs.interaction.get() is None and kind is not None and kind.budgeted:
            await self.take()


def rate_of(shards: int, of: int | None) -> float:
    """The rate of a process that runs this many of all shards; 0 means all of them."""
    return RATE * shards / of if shards and of else RATE
