"""Answers in archived threads, where Discord doesn't allow messages to be edited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.context import Bot, Interaction
from bot.text.discord_codes import TROUBLES, meaning_of

log = logging.getLogger(__name__)


_OPENING: dict[int, asyncio.Task[None]] = {}
"""The requests to unarchive that are under way, by thread."""


def begin_unarchiving(interaction: Interaction) -> None:
    """Starts to unarchive the interaction's thread, if it is archived.

    Nothing waits for that here, since Discord may delay it for longer than an interaction can wait.
    Requests that fail because of the archive wait for it.
    """
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and channel.archived:
        _begin(interaction.client, channel.id)


async def in_unarchived(interaction: Interaction, act: Callable[[], Awaitable[object]]) -> None:
    """Answers an interaction; once more if the thread has just been archived."""
    await in_unarchived_thread(interaction.client, interaction.channel_id, act)


async def in_unarchived_thread(
    bot: Bot, thread: int | None, act: Callable[[], Awaitable[object]]
) -> None:
    """Acts in a thread; once more, after unarchiving it, if it is archived."""
    try:
        await act()
    except discord.HTTPException as error:
        if meaning_of(error).again != "awake" or thread is None:
            raise
        await asyncio.shield(_begin(bot, thread))
        await act()


def _begin(bot: Bot, thread: int) -> asyncio.Task[None]:
    """At most one request at a time for each thread, since Discord allows only a few."""
    if thread not in _OPENING:
        task = asyncio.create_task(_reopen(bot, thread), name=f"unarchive-{thread}")
        _OPENING[thread] = task
        task.add_done_callback(lambda _: _OPENING.pop(thread, None))
    return _OPENING[thread]


async def _reopen(bot: Bot, thread: int) -> None:
    try:
        with bot.shut.reaching(thread):
            await bot.http.edit_channel(thread, reason=None, archived=False)
    except TROUBLES as error:
        level = meaning_of(error).level
        log.log(level, "thread=%d stays in the archive: %s", thread, error)
