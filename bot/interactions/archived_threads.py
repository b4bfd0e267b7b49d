"""Answering in threads that are in the archive, where Discord lets no message be edited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.context import Bot, Interaction
from bot.text.discord_codes import TROUBLES, meaning_of

log = logging.getLogger(__name__)


_OPENING: dict[int, asyncio.Task[None]] = {}
"""By thread, what takes it out of the archive just now."""


def begin_unarchiving(interaction: Interaction) -> None:
    """Begins to take the thread in which an interaction happens out of the archive, if it is there.

    Nobody waits for that: Discord may have it wait longer than an interaction waits for its answer.
    Whoever meets the archive later does.
    """
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and channel.archived:
        _begin(interaction.client, channel.id)


async def in_unarchived(interaction: Interaction, act: Callable[[], Awaitable[object]]) -> None:
    """Does something that answers an interaction, again if the thread has just been archived."""
    await in_unarchived_thread(interaction.client, interaction.channel_id, act)


async def in_unarchived_thread(
    bot: Bot, thread: int | None, act: Callable[[], Awaitable[object]]
) -> None:
    """Does something in a thread, again if it is in the archive."""
    try:
        await act()
    except discord.HTTPException as error:
        if meaning_of(error).again != "awake" or thread is None:
            raise
        await asyncio.shield(_begin(bot, thread))
        await act()


def _begin(bot: Bot, thread: int) -> asyncio.Task[None]:
    """One request at a time for each thread: Discord allows but few."""
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
