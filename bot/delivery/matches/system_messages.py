"""Deletes Discord's own messages about new threads, where these would flood a channel.

The matches of a round begin at once, each in its own thread, and the announcement of the round
already links to them. These system messages count as the bot's own, so it needs no permission to
delete them.
"""

from __future__ import annotations

import asyncio
import logging

import matches
from bot.context import Bot
from bot.context.system_message import SystemMessage
from bot.text.discord_codes import TROUBLES, meaning_of
from matches.model.errors import TableError
from matches.model.ids import ChannelId

log = logging.getLogger(__name__)

PAUSES = (0.0, 0.5, 2.0, 8.0)
"""Seconds before each look for the match of a thread: Discord may be faster than the database."""


class SystemMessages:
    """Deletes the messages about threads of official matches. Others stay, because nothing else
    links to their threads.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._refused = set[ChannelId]()
        """Channels in which Discord doesn't let the bot delete messages; they aren't tried again.
        """

    async def hear(self, message: SystemMessage) -> None:
        """Deletes a message, if it is one of those. It does no harm if one stays."""
        if message.channel in self._refused or not await self._is_official(message.thread):
            return
        if self._bot.is_closed():  # It has been stopped meanwhile.
            return
        try:
            await self._bot.http.delete_message(message.channel, message.id)
        except TROUBLES as error:
            meaning = meaning_of(error)
            if meaning.lasts:
                self._refused.add(message.channel)
            log.log(meaning.level, "channel=%d keeps a system message: %s", message.channel, error)

    async def _is_official(self, thread: ChannelId) -> bool:
        """Whether an official match is played in a thread."""
        try:
            for pause in PAUSES:
                await asyncio.sleep(pause)
                if found := await matches.in_channel(self._bot.database, thread):
                    return found[0].official
        except TableError as error:
            log.info("thread=%d: its match can't be looked up: %s", thread, error)
        return False
