"""Members of guilds, asked for over the gateway, which uses up none of the requests that Discord
allows a bot.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import discord

from bot.context.lookups import Quota
from bot.text.discord_codes import TROUBLES

log = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds to wait for the gateway. Whoever has to know asks in another way then."""
MOST, PER = 60, 60.0
"""The most questions to a guild's gateway, in this many seconds: it takes two a second of all
kinds, and makes further ones wait.
"""
TOGETHER = 100
"""The most members for whom one question asks."""


class Members:
    """Asks the gateway for members: for all of a guild together who are wanted at the same time."""

    def __init__(self) -> None:
        self._quota = Quota(MOST, PER)
        self._asking: dict[int, tuple[set[int], asyncio.Task[Mapping[int, discord.Member]]]] = {}

    async def of(self, guild: discord.Guild, user_id: int) -> discord.Member | None:
        """A member of a guild. None if the gateway doesn't send them, or not soon: they may be a
        member all the same.
        """
        wanted, asking = self._asking.get(guild.id, (set[int](), None))
        if asking is None or len(wanted) >= TOGETHER:
            if self._quota.wait(guild.shard_id):
                return None
            wanted = set()
            asking = asyncio.create_task(self._ask(guild, wanted), name="members")
            self._asking[guild.id] = wanted, asking
        wanted.add(user_id)
        return (await asyncio.shield(asking)).get(user_id)

    async def _ask(self, guild: discord.Guild, wanted: set[int]) -> Mapping[int, discord.Member]:
        await asyncio.sleep(0)  # Others are wanted at the same time.
        if self._asking[guild.id][0] is wanted:
            del self._asking[guild.id]
        try:
            async with asyncio.timeout(PATIENCE):
                found = await guild.query_members(user_ids=[*wanted], limit=TOGETHER, cache=False)
        except (*TROUBLES, RuntimeError, LookupError, TypeError) as error:  # It isn't connected.
            log.debug("guild=%d: the gateway sends no members: %r", guild.id, error)
            return {}
        return {one.id: one for one in found}
