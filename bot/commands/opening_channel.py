"""The channel in which a new match is opened."""

from __future__ import annotations

import discord

import matches
from bot.context import Interaction
from bot.interactions.access import writing
from bot.interactions.contexts import channel_of, guild_of
from matches.model.ids import ChannelId


async def opening_channel(interaction: Interaction) -> ChannelId:
    """Where a match that the user opens is shown: where they are.

    The thread of another match belongs to that one alone, so there it is the channel above, unless
    matches may not be opened there, or the user or the bot may not write there.
    """
    here, thread = channel_of(interaction), interaction.channel
    assert here is not None
    if not isinstance(thread, discord.Thread) or not interaction.is_guild_integration():
        return here
    above = ChannelId(thread.parent_id)
    if not await matches.is_thread_of_match(interaction.client.database, here, above):
        return here
    return above if await _is_open(interaction, above) else here


async def _is_open(interaction: Interaction, above: ChannelId) -> bool:
    """Whether a match may be opened in the channel above the thread, which has the same
    permissions.
    """
    settings = await interaction.client.preferences.in_guild(guild_of(interaction))
    user, bot = interaction.permissions, interaction.app_permissions
    write = writing(thread=False)
    allowed = all(have.view_channel and getattr(have, write) for have in (user, bot))
    return allowed and settings.is_open(above) and not interaction.client.shut.is_shut(above)
