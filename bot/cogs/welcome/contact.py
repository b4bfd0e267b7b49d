"""People who write to the bot, privately or by mentioning it, get the welcome."""

from __future__ import annotations

import logging
from gettext import NullTranslations

from bot.cogs.welcome._welcome import send_welcome
from bot.context import Bot
from bot.context.addressed import Addressed
from bot.context.lookups import Quota
from bot.context.shut_channels import level_of
from bot.i18n.catalogues import language, languages, of_locale
from bot.interactions.locale import language_at
from bot.text.discord_codes import TROUBLES
from matches.model.match import Place

log = logging.getLogger(__name__)

PAUSE = 3600.0
"""Seconds in which one person gets at most one answer in a channel."""
CROWD, CROWD_PAUSE = 5, 60.0
"""The most answers in one channel, however many people ask, in this many seconds."""


class Contacts:
    """Answers people. Remembers the ids of those it has answered for a while, but never stores
    them.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._people = Quota(1, PAUSE)
        self._channels = Quota(CROWD, CROWD_PAUSE)

    async def answer(self, message: Addressed) -> None:
        """Answers a message, unless its author has had an answer there lately."""
        if self._bot.stopping or self._people.wait((message.person_id, message.channel_id)):
            return
        if self._channels.wait(message.channel_id):
            return
        self._bot.unfinished.add_current()
        try:
            spoken, nonce = await self._languages(message), f"{message.id}.hi"
            place = message.channel_id, message.guild_id
            await send_welcome(self._bot, *place, nonce, *spoken)
        except TROUBLES as error:
            there = message.channel_id
            log.log(level_of(error), "channel=%d: nobody is welcomed: %s", there, error)

    async def _languages(self, message: Addressed) -> list[NullTranslations]:
        """The language of the place. In direct messages that of the person; all languages if it is
        not known, because Discord doesn't send it with a message.
        """
        if message.guild_id is not None:
            here = Place(message.guild_id, message.channel_id)
            return [await language_at(self._bot, here)]
        spoken = (await self._bot.preferences.by_player(message.person_id)).spoken
        return [of_locale(spoken)] if spoken else [language(code) for code in languages()]


async def setup(bot: Bot) -> None:
    """Listens for messages from people."""
    bot.add_listener(Contacts(bot).answer, "on_addressed")
