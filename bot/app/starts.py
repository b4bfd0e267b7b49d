"""When sessions of shards begin: no more at a time, and no more a day, than Discord allows."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import discord

from bot.text.discord_codes import TROUBLES
from matches.installation.gateways import IDENTIFIED

log = logging.getLogger(__name__)

RESERVE = 0.1
"""The part of a day's sessions that starts leave to shards that lose theirs: so a process that
crashes and starts again and again never uses them up.
"""
SPARE = 0.05
"""The part that is never spent. It is more than all processes can begin before the next look."""
FRESH = IDENTIFIED.total_seconds()
"""Seconds for which it counts how many Discord has said are left."""
STEP = 60.0
"""The longest time in seconds until Discord is asked again whether there are more."""
PATIENCE = 5.0
"""Seconds within which Discord has to say how many are left."""


class Starts:
    """The times at which sessions begin, in a process that shares its shards with no other: as many
    at a time as Discord lets the bot begin.

    A shard's bucket is its number modulo `at_a_time`, Discord's `max_concurrency`.
    """

    def __init__(self, at_a_time: int = 1) -> None:
        self._at_a_time = at_a_time
        self._free: dict[int, float] = {}
        """When the next session of each bucket may begin."""

    def wait(self, shard: int, now: float) -> float:
        """Seconds until a session of the shard may begin, which then counts as begun."""
        bucket = shard % self._at_a_time
        begins = max(now, self._free.get(bucket, now))
        self._free[bucket] = begins + IDENTIFIED.total_seconds()
        return begins - now


class Allowance:
    """The number of sessions that the bot may still begin today, in all its processes. `ask` asks
    Discord, which resets the token of a bot that begins more. Resuming a session costs none.
    """

    def __init__(
        self,
        ask: Callable[[], Awaitable[discord.SessionStartLimits]],
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ask, self._clock, self._sleep = ask, clock, sleep
        self._known: discord.SessionStartLimits | None = None
        self._asked = float("-inf")
        self._asking = asyncio.Lock()
        self._waiting = 0

    @property
    def is_short(self) -> bool:
        """Whether a session has to wait, since too few are left."""
        return self._waiting > 0

    async def for_new_shard(self) -> None:
        """Returns once a shard may be connected that this process has not connected before."""
        await self._until_more_than(RESERVE)

    async def for_any_session(self) -> None:
        """Returns once any session may begin."""
        await self._until_more_than(SPARE)

    async def _until_more_than(self, part: float) -> None:
        """Returns once more than this part of a day's sessions is left, or if Discord has never
        said how many are. The log says so if that takes longer.
        """
        if (limits := await self._scarce(part)) is None:
            return
        if not self.is_short:
            found = (limits.remaining, limits.total, limits.reset_after / 1000)
            log.warning("sessions=%d of %d are left, too few to begin any for %d s", *found)
        self._waiting += 1
        try:
            while limits is not None:
                await self._sleep(min(STEP, max(1.0, limits.reset_after / 1000)))
                limits = await self._scarce(part)
        finally:
            self._waiting -= 1

    async def _scarce(self, part: float) -> discord.SessionStartLimits | None:
        """What Discord has said, if no more than this part is left."""
        limits = await self._look()
        return limits if limits and limits.remaining <= part * limits.total else None

    async def _look(self) -> discord.SessionStartLimits | None:
        async with self._asking:
            if self._clock() - self._asked >= FRESH:
                try:
                    async with asyncio.timeout(PATIENCE):
                        self._known = await self._ask()
                except (discord.GatewayNotFound, *TROUBLES) as error:
                    log.warning("Discord doesn't say how many sessions are left: %s", error)
                self._asked = self._clock()
        return self._known
