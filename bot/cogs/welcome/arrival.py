"""A welcome where the bot has just been added, once.

Discord describes all guilds again at every start. So the bot goes by when it joined, according to
Discord, and by whether it has welcomed the guild lately, which is noted among the guild's settings.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta

import discord

from bot.cogs.welcome._welcome import send_welcome
from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.i18n.catalogues import of_locale
from bot.text.discord_codes import TROUBLES, meaning_of
from matches.model.errors import TableError
from matches.model.ids import ChannelId, GuildId
from matches.settings.guilds import note_welcome

log = logging.getLogger(__name__)

NEW = timedelta(days=1)
"""How long after joining the bot still sends its welcome, if it could not do so before."""
ATTEMPTS = 3
"""The most channels that are tried."""


class Arrivals:
    """Welcomes guilds."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def meet(self, guild: discord.Guild) -> None:
        """Welcomes a guild, if the bot is new there."""
        assert self._bot.user is not None
        me = guild.get_member(self._bot.user.id)  # None if Discord's text can't be read.
        joined = None if me is None else me.joined_at
        if self._bot.stopping or joined is None or discord.utils.utcnow() - joined > NEW:
            return
        self._bot.unfinished.add_current()
        places = [channel for channel in _channels(guild) if _may_write(channel)][:ATTEMPTS]
        guild_id = GuildId(guild.id)
        try:
            if not places or not await note_welcome(self._bot.database, guild_id):
                return
            settings = await self._bot.preferences.in_guild(guild_id)
        except TableError as error:
            log.warning("guild=%d is not welcomed: %s", guild.id, error)
            return
        language = of_locale(settings.language or guild.preferred_locale)
        for channel in places:
            try:
                nonce = f"{guild_id}.hi"
                await send_welcome(self._bot, ChannelId(channel.id), guild_id, nonce, language)
            except TROUBLES as error:
                log.log(level_of(error), "guild=%d channel=%d: %s", guild.id, channel.id, error)
                if not meaning_of(error).shuts:
                    return
            else:
                log.info("guild=%d channel=%d is welcomed", guild.id, channel.id)
                return


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """The channels for a welcome, best first: the one where Discord itself welcomes people, then
    the others as listed.
    """
    if guild.system_channel is not None:
        yield guild.system_channel
    yield from (one for one in guild.text_channels if one != guild.system_channel)


def _may_write(channel: discord.TextChannel) -> bool:
    have = channel.permissions_for(channel.guild.me)
    return have.view_channel and have.send_messages


async def setup(bot: Bot) -> None:
    """Listens for guilds, which Discord reports as new or available."""
    arrivals = Arrivals(bot)
    bot.add_listener(arrivals.meet, "on_guild_join")
    bot.add_listener(arrivals.meet, "on_guild_available")
