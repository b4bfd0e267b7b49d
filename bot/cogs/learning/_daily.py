"""Posts puzzles of the day, in a loop that survives errors.

Several processes may run one each: every due puzzle is taken from the database only once.
"""

from __future__ import annotations

import logging

from bot.cogs.learning import _puzzle, _puzzle_choice
from bot.cogs.learning._pictures import Reader
from bot.context import Bot
from bot.delivery.transport.posts import post
from bot.interactions.locale import language_at
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.pictures.board import guild_theme
from bot.text.discord_codes import TROUBLES, meaning_of
from matches.learning import daily
from matches.learning.daily import Due
from matches.model.match import Place

log = logging.getLogger(__name__)


POLL = 5.0
"""Seconds between two looks at what is due."""


class Dailies:
    """Posts what is due, for as long as `run` runs."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        trouble = Trouble(log, "the daily puzzles can't be posted")
        self.rounds = Poller("dailies", self._look, POLL, trouble=trouble)

    async def _look(self) -> None:
        for due in await daily.due(self._bot.database):
            await self._post(due)

    async def _post(self, due: Due) -> None:
        """Posts one puzzle. After trouble with Discord it is tried again; if the bot has no
        permission to write, the next attempt is on another day.
        """
        row = due.row
        try:
            await self._send(due)
        except TROUBLES as error:
            meaning = meaning_of(error)
            if not meaning.shuts:
                log.warning("guild=%d: the daily puzzle has to wait: %s", row.guild, error)
                return
            where = f"guild={row.guild} channel={row.channel}"
            log.log(meaning.level, "%s: no daily puzzle: %s", where, error)
        await daily.done(self._bot.database, due)

    async def _send(self, due: Due) -> None:
        row = due.row
        found = _puzzle_choice.of_day(row.game, row.day)
        if found is None:
            return
        language = await language_at(self._bot, Place(row.guild, row.channel))
        reader = Reader(self._bot, language, await guild_theme(self._bot, row.guild))
        reply = await _puzzle.posted(reader, found)
        await post(self._bot, row.channel, due.nonce, **reply.sent())
