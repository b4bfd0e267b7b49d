"""Looks for tables for people's wishes, and tells them how their wishes ended.

Several processes may do so: each piece of work is leased to one of them at a time. People are told
once, by direct message. Each message has its own nonce, so that Discord sends none twice if a
process dies before noting that it was sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import matches
from bot.context import Bot
from bot.context.lookups import has_left
from bot.context.shut_channels import level_of
from bot.delivery.matches.boards import is_unshown
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import once, post, post_to
from bot.i18n.catalogues import of_locale
from bot.interactions.locale import language_at
from bot.messages import wish as message
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.text.match import mention
from bot.ui.message import Reply
from matches.model.errors import TableError
from matches.model.ids import GuildId, PlayerId, WishNumber
from matches.model.match import Match, Place
from matches.settings import quiet_hours
from matches.settings.players import Preferences, preferences
from matches.wishes import news, queries, tables
from matches.wishes.wish import Wish

log = logging.getLogger(__name__)

POLL = 1.0
"""Seconds between two looks."""
SETTLING = timedelta(minutes=1)
"""How long telling people of a match waits for its first board to be shown."""
SHORTLY = timedelta(seconds=2)
PATIENCE = timedelta(minutes=1)
"""How long to wait before trying again after trouble."""
ASKING = 5.0
"""Seconds to wait for Discord to say who is on a server."""
AT_ONCE = 16
"""The most wishes whose news are sent at the same time."""


class Wishes:
    """Processes wishes in rounds. Must be woken when one has changed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._awake = asyncio.Event()
        self._telling = set[tuple[WishNumber, int]]()
        self.rounds = Poller(
            "wishes",
            self._round,
            POLL,
            trouble=Trouble(log, "wishes can't be looked at"),
            awake=self._awake,
        )

    def wake(self) -> None:
        """Starts a round in which tables are looked for and all news is told."""
        self._awake.set()

    async def _round(self) -> None:
        """Nobody waits for other people whom Discord doesn't let the bot reach."""
        if self._bot.stopping:
            return
        await news.expire(self._bot.database)
        for number in await tables.due(self._bot.database):
            await self._look(number)
        if room := AT_ONCE - len(self._telling):
            for wish in await news.take_news(self._bot.database, room):
                self._begin_to_tell(wish)

    async def _look(self, number: WishNumber) -> None:
        try:
            limits = self._bot.settings.limits
            match_id = await tables.look(
                self._bot.database, number, limits=limits, absent=partial(_absent, self._bot)
            )
        except TableError as error:
            log.warning("wish=%d no table can be looked for: %s", number, error)
        except Exception:
            self._bot.metrics.bugs.inc()
            log.exception("wish=%d no table can be looked for", number)
        else:
            if match_id is not None:
                log.info("wish=%d match=%s", number, match_id)
                self._bot.service(Outbox).wake()

    def _begin_to_tell(self, wish: Wish) -> None:
        """Starts telling people about a wish's present state, unless this is still being done."""
        if (key := (wish.id, wish.seq)) not in self._telling:
            self._telling.add(key)
            task = asyncio.create_task(self._tell_of(wish), name=f"wish-{wish.id}")
            task.add_done_callback(lambda _: self._telling.discard(key))
            self._bot.unfinished.add(task)

    async def _tell_of(self, wish: Wish) -> None:
        try:
            await tell(self._bot, wish)
        except TableError as error:
            log.warning("news of wish=%d can't be sent: %s", wish.id, error)
        except Exception:
            self._bot.metrics.bugs.inc()
            log.exception("news of wish=%d can't be sent", wish.id)


async def _absent(bot: Bot, guild: GuildId, players: Sequence[PlayerId]) -> Collection[PlayerId]:
    """The players who have left a server; all of them, if the bot has left it. Players who can't be
    looked up in time count as being there.
    """
    gone = list[PlayerId]()
    try:
        async with asyncio.timeout(ASKING):
            here = await bot.require_guild(guild)
            for player in players:
                if await has_left(here, player):
                    gone.append(player)
    except TROUBLES as error:
        log.log(level_of(error), "guild=%d its members aren't known: %s", guild, error)
        return players if meaning_of(error).hides else gone
    return gone


async def tell(bot: Bot, wish: Wish) -> None:
    """Tells those who don't know it yet how a wish ended. Raises TableError."""
    database, now = bot.database, bot.database.now()
    match = None if wish.match_id is None else await matches.get(database, wish.match_id)
    if match is not None and await is_unshown(bot, match) and now - wish.changed_at < SETTLING:
        await news.settled(database, wish, now + SHORTLY)
        return
    later = list[datetime]()
    for player in wish.owed():
        chosen = await preferences(database, player)
        if (wait := _wait(chosen, match, now)) > now:
            later.append(wait)
        elif await _told(bot, wish, player, chosen, match):
            await news.told(database, wish, player)
        else:
            later.append(now + PATIENCE)
    await news.settled(database, wish, min(later, default=None))


def _wait(chosen: Preferences, match: Match | None, now: datetime) -> datetime:
    """When a player may be told: at once for a live match, otherwise not in their quiet hours."""
    if match is not None and match.clock is not None and match.clock.live:
        return now
    return quiet_hours.until(chosen.quiet, chosen.time_zone, now)


async def _told(
    bot: Bot, wish: Wish, player: PlayerId, chosen: Preferences, match: Match | None
) -> bool:
    """Tells a player by direct message, or else where the wish was made, if it concerns people
    there. Returns False if this has to be tried again.
    """
    others = match is not None and bool(await queries.of_player(bot.database, player))
    place = _place(wish, match)
    language = of_locale(chosen.spoken)
    if chosen.spoken is None and place is not None:
        language = await language_at(bot, place)
    reply = message.news(wish, player, language, match, others=others)
    nonce = f"w{wish.id}.{wish.seq}.{wish.players.index(player)}"
    try:
        await once(partial(post_to, bot, player, nonce), reply)
    except TROUBLES as error:
        if not meaning_of(error).lasts:
            log.log(level_of(error), "wish=%d user=%d: %s", wish.id, player, error)
            return False
        log.info("wish=%d user=%d takes no direct message: %s", wish.id, player, error)
        if match is not None and match.apart:
            reply = message.come_true(player, language)
        return place is None or await _told_in(bot, place, wish, player, reply=reply, nonce=nonce)
    return True


def _place(wish: Wish, match: Match | None) -> Place | None:
    """Where to tell a player who accepts no direct messages. News of a match in a channel is told
    where the match is played; news of one in direct messages, and questions, where the wish was
    made.
    """
    if match is not None and not match.apart:
        return match.place
    if wish.meeting is not None and wish.status in ("asking", "matched"):
        return Place(wish.meeting.guild, wish.meeting.channel)
    return None


async def _told_in(
    bot: Bot, place: Place, wish: Wish, player: PlayerId, *, reply: Reply, nonce: str
) -> bool:
    """Tells a player in a channel, where everybody can read it. Returns the same as `_told`."""
    called = replace(reply, text=f"{mention(player, of_locale(None))}\n{reply.text}")
    try:
        await once(partial(post, bot, place.where, nonce, place.above), called)
    except TROUBLES as error:
        log.log(level_of(error), "wish=%d channel=%d: %s", wish.id, place.where, error)
        return meaning_of(error).lasts
    return True
