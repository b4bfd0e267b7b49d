"""The pace at which the bot makes requests that spend Discord's budget.

Discord allows all processes of a bot together 50 requests a second, not counting answers to
interactions, and blocks a bot that keeps exceeding that. All living processes have equal shares.
After a long downtime thousands of messages may be owed at once. Requests that nobody has asked for
are sent at a limited rate, which leaves room for people who are playing. Requests caused by an
interaction wait here only for a moment, while this process has spent all of its share in the last
second; those that can be deferred wait while little of it is left.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

from bot.context.requests import kind_of
from bot.observability import logs

BUDGET = 50.0
"""Requests a second that Discord allows all processes of a bot together."""
RATE = 20.0
"""Requests a second that nobody has asked for, on average, by all processes together."""
BURST = 10
"""How many of those may be sent at once after a pause."""
SHORT = 0.6
"""The fraction of its share below which a process has little left."""
PATIENCE = 3.0
"""The longest wait of requests that can be deferred, in seconds."""
MOMENT = 1.0
"""The longest wait of what somebody has caused besides their answer, such as a thread or its first
board, in seconds. Within a second the last one's worth of budget is there again.
"""
_LOOK = 0.25
_CALM = 60.0
"""Seconds for which a process slows down after Discord's global rate limit was reached."""


class Pace:
    """A queue that lets requests through in order, at a limited rate, and a count of the budget."""

    def __init__(
        self,
        rate: float = RATE,
        burst: int = BURST,
        *,
        budget: float = BUDGET,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._rate, self._burst, self._budget = rate, burst, budget
        self._clock = clock
        self._sleep = sleep
        self._share = 1.0
        self._next = self._limited = float("-inf")
        self._spent: deque[float] = deque()
        self.waiting = 0
        """The length of the queue."""

    def share(self, part: float) -> None:
        """Sets this process's share of the whole budget."""
        self._share = part

    @property
    def short(self) -> bool:
        """Whether little of this process's share of the budget is left at the moment."""
        limited = self._limited > self._clock()
        return limited or self._spent_lately() >= SHORT * self._budget * self._part()

    def _spent_lately(self) -> int:
        """How many requests this process has made in the last second."""
        now = self._clock()
        while self._spent and self._spent[0] <= now - 1:
            self._spent.popleft()
        return len(self._spent)

    def _part(self) -> float:
        """The share; for a while after the global rate limit was reached, half of it."""
        calm = self._clock() - self._limited >= _CALM
        return self._share if calm else self._share / 2

    async def take(self) -> None:
        """Returns when it is the caller's turn."""
        now, step = self._clock(), 1 / (self._rate * self._part())
        mine = max(self._next, self._limited, now - (self._burst - 1) * step)
        self._next = mine + step
        if mine <= now:
            return
        self.waiting += 1
        try:
            await self._sleep(mine - now)
        finally:
            self.waiting -= 1

    async def spare(self) -> None:
        """Returns once enough is left for requests that can be deferred, or after a long wait."""
        end = self._clock() + PATIENCE
        while self.short and self._clock() < end:
            await self._sleep(_LOOK)

    async def breathe(self) -> None:
        """Returns once some of this process's share is left in the last second, or after a moment.
        Discord would refuse what all processes send beyond that, and hold up all of them.
        """
        end = self._clock() + MOMENT
        while (lately := self._spent_lately()) and lately >= self._budget * self._part():
            now = self._clock()
            if now >= end:
                return
            await self._sleep(min(end, self._spent[0] + 1) - now)

    def spend(self) -> None:
        """Counts a request."""
        self._spent.append(self._clock())

    def limited(self, seconds: float) -> None:
        """Notes that Discord has refused a request because all processes together have made too
        many, and that it accepts none for this long.
        """
        self._limited = max(self._limited, self._clock() + seconds)

    def trace(self) -> aiohttp.TraceConfig:
        """Hooks for a session. Requests that no interaction caused wait for their turn, including
        repeated ones; others only for a moment, if they change anything: answers wait for what is
        asked. All requests that spend the budget are counted.
        """
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        config.on_request_end.append(self._after)
        return config

    async def _before(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestStartParams
    ) -> None:
        kind = kind_of(about.method, about.url)
        if kind is None or not kind.budgeted:
            return
        if logs.interaction.get() is None:
            await self.take()
        elif about.method != "GET":
            await self.breathe()
        self.spend()

    async def _after(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestEndParams
    ) -> None:
        headers = about.response.headers
        if about.response.status != 429 or kind_of(about.method, about.url) is None:
            return
        if "X-RateLimit-Global" in headers or headers.get("X-RateLimit-Scope") == "global":
            self.limited(float(headers.get("Retry-After", "1")))


def part_of(shards: int, of: int | None) -> float:
    """The share of a process that runs this many of all shards, until it knows which others are
    alive; 0 means all of them.
    """
    return shards / of if shards and of else 1.0
