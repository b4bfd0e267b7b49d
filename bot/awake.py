"""Answering in threads that are in the archive, where Discord lets no message be edited."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

log = logging.getLogger(__name__)

ARCHIVED = 50083
"""Discord's code for what can't be done in an archived thread."""


async def wake(interaction: Interaction) -> None:
    """Takes the thread in which an interaction happens out of the archive, if it is there."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and channel.archived:
        await _reopen(interaction.client, channel.id)


async def awake(interaction: Interaction, act: Callable[[], Awaitable[object]]) -> None:
    """Does something that answers an interaction, again if the thread has just been archived."""
    await awake_in(interaction.client, interaction.channel_id, act)


async def awake_in(
    bot: Dreierlei, thread: int | None, act: Callable[[], Awaitable[object]]
) -> None:
    """Does something in a thread, again if it is in the archive."""
    try:
        await act()
    except discord.HTTPException as error:
        if error.code != ARCHIVED or thread is None:
            raise
        await _reopen(bot, thread)
        await act()


async def _reopen(bot: Dreierlei, thread: int) -> None:
    try:
        await bot.http.edit_channel(thread, reason=None, archived=False)
    except discord.HTTPException as error:
        log.info("thread=%d stays in the archive: %s", thread, error)
