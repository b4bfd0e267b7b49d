"""Questions to Discord: about who may see what, and about guilds that another process has. They are
rare, and are seldom waited for for long; no answer in time counts as no.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextvars import copy_context
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
"""The most requests that one person can cause, in this many seconds. Without a bound, people could
tell ids of matches apart by how long a refusal takes, and flood Discord with questions.
"""


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

    async def member(self, guild: discord.Guild, user_id: PlayerId) -> discord.Member | None:
        """The user as a member of the guild; None if they are not a member, or if that isn't
        known.
        """
        return await self._look(user_id, ("member", guild.id), lambda: guild.fetch_member(user_id))

    async def thread(
        self, guild: discord.Guild, thread_id: ChannelId, user_id: PlayerId
    ) -> discord.Thread | None:
        """A thread of a guild, asked for on behalf of a user; None if it isn't known."""
        found = await self.channel(guild, thread_id, user_id)
        return found if isinstance(found, discord.Thread) else None

    async def channel(
        self, guild: discord.Guild, channel_id: ChannelId, user_id: PlayerId
    ) -> discord.abc.GuildChannel | discord.Thread | None:
        """A channel or thread of a guild, asked for on behalf of a user; None if it isn't known."""
        asked = ("channel", channel_id)
        return await self._look(user_id, asked, lambda: guild.fetch_channel(channel_id))

    async def inside(self, thread: discord.Thread, user_id: PlayerId) -> bool:
        """Whether the user is known to have been added to a private thread."""
        asked = ("inside", thread.id)
        return await self._look(user_id, asked, lambda: thread.fetch_member(user_id)) is not None

    async def guild(
        self,
        guild_id: GuildId,
        ask: Callable[[], Awaitable[discord.Guild]],
        patience: float | None = None,
        asker: PlayerId | None = None,
    ) -> discord.Guild | None:
        """A guild that another process has; None if the bot is not a member, or if that isn't known
        within this many seconds. These questions are paced, whoever has caused them, because there
        may be many. If there is an `asker`, it counts as a request of theirs.
        """
        return await self._look(None, ("guild", guild_id), ask, patience, asker)

    def close(self) -> None:
        """Cancels all questions."""
        for _, task in self._known.values():
            task.cancel()

    async def _look(
        self,
        user_id: PlayerId | None,
        what: Hashable,
        ask: Callable[[], Awaitable[T]],
        patience: float | None = None,
        asker: PlayerId | None = None,
    ) -> T | None:
        """What Discord answers. Questions that don't depend on a user are asked once for all users,
        and are the `asker`'s if there is one.
        """
        key = (what, user_id)
        at, task = self._known.get(key, (0.0, None))
        if task is None or time.monotonic() - at > FRESH:
            causer = asker if user_id is None else user_id
            if causer is not None and self._quota.wait(causer):
                return None
            context = copy_context()
            if user_id is None:
                context.run(logs.interaction.set, None)
            task = asyncio.create_task(self._ask(key, ask), name="lookup", context=context)
            self._known[key] = time.monotonic(), task
            if len(self._known) > LIMIT:
                self._known.popitem(last=False)
        try:
            async with asyncio.timeout(PATIENCE if patience is None else patience):
                found: T | None = await asyncio.shield(task)
        except TimeoutError:
            return None
        return found

    async def _ask(
        self, key: tuple[Hashable, PlayerId | None], ask: Callable[[], Awaitable[T]]
    ) -> T | None:
        try:
            return await ask()
        except discord.InvalidData:  # A channel of another guild.
            return None
        except TROUBLES as error:
            meaning = meaning_of(error)
            log.log(meaning.level, "%s is not known: %s", key, error)
            if not meaning.lasts:
                at = self._known.pop(key, None)
                if key[1] is None and at is not None:
                    self._known[key] = time.monotonic() - FRESH + SOON, at[1]
            return None
