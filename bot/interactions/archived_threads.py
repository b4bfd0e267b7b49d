"""Answers in archived threads, where Discord doesn't allow messages to be edited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.context import Bot, Interaction
from bot.context.shut_channels import level_of
from bot.interactions.contexts import channel_of
from bot.interactions.retries import repeated
from bot.text.discord_codes import TROUBLES, meaning_of
from matches.model.ids import ChannelId

log = logging.getLogger(__name__)


_OPENING: dict[ChannelId, asyncio.Task[None]] = {}
"""The requests to unarchive that are under way, by thread."""


def begin_unarchiving(interaction: Interaction) -> None:
    """Starts to unarchive the interaction's thread, if it is archived.

    This does not wait, because Discord may delay it for longer than an interaction can wait.
    Requests that fail because the thread is archived wait for it.
    """
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and channel.archived:
        _begin(interaction.client, ChannelId(channel.id), channel.parent_id)


async def in_unarchived(interaction: Interaction, act: Callable[[], Awaitable[object]]) -> None:
    """Answers an interaction, and tries again if the thread has just been archived."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    await in_unarchived_thread(interaction.client, channel_of(interaction), parent, act)


async def in_unarchived_thread(
    bot: Bot, thread_id: ChannelId | None, parent: int | None, act: Callable[[], Awaitable[object]]
) -> None:
    """Acts in a thread, below the channel or forum `parent` if that is known. If it is archived,
    unarchives it and tries again.
    """
    try:
        await act()
    except discord.HTTPException as error:
        if meaning_of(error).again != "awake" or thread_id is None:
            raise
        await asyncio.shield(_begin(bot, thread_id, parent))
        await act()


def _begin(bot: Bot, thread_id: ChannelId, parent: int | None) -> asyncio.Task[None]:
    """At most one request at a time for each thread, since Discord allows only a few."""
    if thread_id not in _OPENING:
        task = asyncio.create_task(_reopen(bot, thread_id, parent), name=f"unarchive-{thread_id}")
        _OPENING[thread_id] = task
        task.add_done_callback(lambda _: _OPENING.pop(thread_id, None))
    return _OPENING[thread_id]


async def _reopen(bot: Bot, thread_id: ChannelId, parent: int | None) -> None:
    """Unarchives a thread, unless Discord refuses, or has refused lately: a locked one stays in the
    archive, however many people press buttons there. A lost request is repeated, because an answer
    may depend on it.
    """

    async def reopen() -> None:
        with (
            bot.shut.reaching(thread_id, parent),
            bot.archived.reaching(thread_id, parent, sending=True),
        ):
            await bot.http.edit_channel(thread_id, reason=None, archived=False)

    try:
        await repeated(reopen)
    except TROUBLES as error:
        log.log(level_of(error), "thread=%d stays in the archive: %s", thread_id, error)
