"""Questions to Discord: about who may see what, and about guilds that another process has. They are
rare, and are seldom waited for for long; no answer in time counts as no.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.observability import logs
from bot.text.discord_codes import TROUBLES, UNKNOWN_MEMBER, UNKNOWN_USER, meaning_of
from matches.model.ids import ChannelId, GuildId, PlayerId

T = TypeVar("T")

log = logging.getLogger(__name__)


LIMIT = 10_000
"""The most answers that are remembered, and the most people who have asked."""
FRESH = 300.0
"""Seconds for which an answer stays valid."""
SOON = 5.0
"""Seconds after which Discord is asked again about a guild, if it could not answer before."""
PATIENCE = 1.0
"""Seconds to wait for an answer. A later answer is used the next time."""
MOST, PER = 5, 60.0
"""How often Discord is asked for one person at most, in this many seconds. Without a bound, people
could tell ids of matches apart by how long a refusal takes, and flood Discord with questions.
"""


@dataclass(slots=True)
class Asker:
    """Somebody for whom something is found out. Whatever has to be asked for it counts once, since
    it is one thing that they want to know; it has to be known `until` then, in steady time.
    """

    user_id: PlayerId
    until: float = math.inf
    _counted: bool = False

    def may_ask(self, quota: Quota) -> bool:
        """Whether they may have Discord asked, which is counted."""
        self._counted = self._counted or not quota.wait(self.user_id)
        return self._counted

    def patience(self) -> float:
        """Seconds for which an answer is waited for."""
        return max(0.0, min(PATIENCE, self.until - time.monotonic()))


async def has_left(guild: discord.Guild, user_id: PlayerId) -> bool:
    """Whether Discord says that somebody is not a member of a guild. Raises the same as
    discord.py.
    """
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
            return True
        raise
    return False


class Quota:
    """A rate limit for each of many keys: `rate` times in `per` seconds."""

    def __init__(self, rate: int, per: float) -> None:
        self._rate, self._per = rate, per
        self._known: OrderedDict[Hashable, app_commands.Cooldown] = OrderedDict()

    def wait(self, *keys: Hashable) -> float:
        """Seconds until an action is allowed for all of these keys. 0 means now, and counts the
        action.
        """
        found = [self._of(key) for key in keys]
        wait = max(one.get_retry_after() for one in found)
        if wait <= 0:
            for one in found:
                one.update_rate_limit()
        return max(wait, 0.0)

    def ready(self, *keys: Hashable) -> bool:
        """Whether an action is allowed for all of these keys now. Does not count it."""
        return all(self._of(key).get_retry_after() <= 0 for key in keys)

    def _of(self, key: Hashable) -> app_commands.Cooldown:
        if key not in self._known:
            self._known[key] = app_commands.Cooldown(self._rate, self._per)
        self._known.move_to_end(key)
        if len(self._known) > LIMIT:
            self._known.popitem(last=False)
        return self._known[key]


class Lookups:
    """Guilds, and members of guilds and private threads, as last reported by Discord."""

    def __init__(self) -> None:
        self._quota = Quota(MOST, PER)
        self._known: OrderedDict[Hashable, tuple[float, asyncio.Task[Any]]] = OrderedDict()

    async def member(
        self, guild: discord.Guild, user_id: PlayerId, asker: Asker | None = None
    ) -> discord.Member | None:
        """The user as a member of the guild; None if they are not a member, or if that isn't
        known. Asked for on their own behalf if there is no other asker.
        """
        asked = ("member", guild.id, user_id)
        return await self._look(asked, lambda: guild.fetch_member(user_id), asker or Asker(user_id))

    async def thread(
        self, guild: discord.Guild, thread_id: ChannelId, asker: Asker
    ) -> discord.Thread | None:
        """A thread of a guild; None if it isn't known."""
        found = await self.channel(guild, thread_id, asker)
        return found if isinstance(found, discord.Thread) else None

    async def channel(
        self, guild: discord.Guild, channel_id: ChannelId, asker: Asker
    ) -> discord.abc.GuildChannel | discord.Thread | None:
        """A channel or thread of a guild; None if it isn't known. Asked for each asker anew: it may
        have been hidden since another one has asked.
        """
        asked = ("channel", guild.id, channel_id, asker.user_id)
        return await self._look(asked, lambda: guild.fetch_channel(channel_id), asker)

    async def inside(self, thread: discord.Thread, asker: Asker) -> bool:
        """Whether the asker is known to have been added to a private thread."""
        user_id = asker.user_id
        asked = ("inside", thread.id, user_id)
        return await self._look(asked, lambda: thread.fetch_member(user_id), asker) is not None

    async def guild(
        self,
        guild_id: GuildId,
        ask: Callable[[], Awaitable[discord.Guild]],
        patience: float | None = None,
        asker: Asker | None = None,
    ) -> discord.Guild | None:
        """A guild that another process has; None if the bot is not a member, or if that isn't known
        within this many seconds. These questions are paced, whoever has caused them, because there
        may be many.
        """
        asked = ("guild", guild_id)
        return await self._look(asked, ask, asker, patience, shared=True)

    def close(self) -> None:
        """Cancels all questions."""
        for _, task in self._known.values():
            task.cancel()

    async def _look(
        self,
        what: Hashable,
        ask: Callable[[], Awaitable[T]],
        asker: Asker | None,
        patience: float | None = None,
        *,
        shared: bool = False,
    ) -> T | None:
        """What Discord answers. What is `shared` is asked once for everybody, in no interaction's
        name, and counts for the one who has it asked.
        """
        at, task = self._known.get(what, (0.0, None))
        if task is None or time.monotonic() - at > FRESH:
            if asker is not None and not asker.may_ask(self._quota):
                return None
            context = copy_context()
            if shared:
                context.run(logs.interaction.set, None)
            asking = self._ask(what, ask, shared=shared)
            task = asyncio.create_task(asking, name="lookup", context=context)
            self._known[what] = time.monotonic(), task
            if len(self._known) > LIMIT:
                self._known.popitem(last=False)
        if patience is None:
            patience = PATIENCE if asker is None else asker.patience()
        try:
            async with asyncio.timeout(patience):
                found: T | None = await asyncio.shield(task)
        except TimeoutError:
            return None
        return found

    async def _ask(
        self, what: Hashable, ask: Callable[[], Awaitable[T]], *, shared: bool
    ) -> T | None:
        try:
            return await ask()
        except discord.InvalidData:  # A channel of another guild.
            return None
        except TROUBLES as error:
            meaning = meaning_of(error)
            log.log(meaning.level, "%s is not known: %s", what, error)
            if not meaning.lasts:
                at = self._known.pop(what, None)
                if shared and at is not None:
                    self._known[what] = time.monotonic() - FRESH + SOON, at[1]
            return None
