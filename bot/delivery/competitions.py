"""Sees to competitions: has done what is due, and tells their channels what has happened.

Several processes may do so: what is due, and what is to be told, is taken by one of them at a time.
Each message has a nonce of its own, so that Discord sends none twice if a process dies before it
could note that it was sent.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from functools import partial

import discord

from bot.context import Bot
from bot.context.lookups import Quota
from bot.context.shut_channels import level_of
from bot.delivery.posts import Sent, once, post
from bot.interactions.locale import language_at
from bot.messages import competition_news as news_message
from bot.messages.competition_news import Story
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.ui.message import Reply
from competitions.life import news, queries, rounds
from competitions.life.games import unopened
from competitions.life.held import Held
from competitions.life.ids import CompetitionId
from competitions.model.errors import CompetitionError
from competitions.model.events import Paired
from matches.model.errors import TableError
from matches.model.match import Place

log = logging.getLogger(__name__)

POLL = 1.0
"""Seconds between two looks."""
SETTLING = timedelta(minutes=1)
"""How long a round waits to be announced until all its matches are open."""
GIVEN_UP = timedelta(days=2)
"""After this time, what a shut channel could not be told is told no more."""


class Competitions:
    """Sees to competitions, in rounds. Has to be woken when one has changed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._awake = asyncio.Event()
        rate = bot.settings.limits.rates.host
        self.opening = Quota(rate.most, rate.within.total_seconds())
        """How often a person may open one."""
        self.rounds = Poller(
            "competitions",
            self._round,
            POLL,
            trouble=Trouble(log, "competitions can't be seen to"),
            awake=self._awake,
        )

    def wake(self) -> None:
        """Has everything done and told that there is."""
        self._awake.set()

    async def _round(self) -> None:
        if self._bot.stopping:
            return
        for id_ in await rounds.due(self._bot.database):
            await self._see_to(id_)
        for id_ in await news.untold(self._bot.database):
            await self._tell_of(id_)

    async def _see_to(self, id_: CompetitionId) -> None:
        try:
            held = await rounds.advance(self._bot.database, id_)
            log.info("competition=%s seq=%d %s", id_, held.seq, held.competition.status)
        except (TableError, CompetitionError) as error:
            log.warning("competition=%s can't go on: %s", id_, error)
        except Exception:
            log.exception("competition=%s can't go on", id_)

    async def _tell_of(self, id_: CompetitionId) -> None:
        try:
            await tell(self._bot, id_)
        except (TableError, CompetitionError) as error:
            log.warning("competition=%s can't be told of: %s", id_, error)
        except TROUBLES as error:
            log.log(level_of(error), "competition=%s can't be told of: %s", id_, error)
        except Exception:
            log.exception("competition=%s can't be told of", id_)


async def tell(bot: Bot, id_: CompetitionId) -> None:
    """Tells the channel of a competition what has happened, one thing after the other.

    What could not be told stays untold, and everything behind it. Raises TROUBLES, TableError,
    CompetitionError.
    """
    held = await queries.get(bot.database, id_)
    language = await language_at(bot, Place(held.terms.guild, held.terms.channel))
    for number, told in enumerate(await news.news(bot.database, held)):
        if number:
            await news.renew(bot.database, id_)
        late = bot.database.now() - told.at
        if isinstance(told.event, Paired) and unopened(held) and late < SETTLING:
            return
        story = Story(told, held)
        for part, reply in enumerate(await news_message.replies(bot, story, language)):
            try:
                await send(bot, held, reply, f"{id_}.{told.seq}.{part}")
            except TROUBLES as error:
                if not meaning_of(error).lasts or late < GIVEN_UP:
                    raise
                log.warning("competition=%s seq=%d is never told: %s", id_, told.seq, error)
        await news.told(bot.database, id_, told.seq)


async def send(bot: Bot, held: Held, reply: Reply, nonce: str) -> Sent:
    """Sends a message to a competition's channel; in words where pictures are refused."""
    to = partial(post, bot, held.terms.channel, nonce, None)
    try:
        return await once(to, reply)
    except discord.HTTPException as error:
        if reply.picture is None or not meaning_of(error).bears_words:
            raise
        log.log(meaning_of(error).level, "competition=%s without a picture: %s", held.id, error)
        return await once(to, reply.in_words())
