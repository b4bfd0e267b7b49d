"""Tells a channel what has happened to a competition, a ladder or a league.

Each message has its own nonce, so that Discord sends none twice if a process dies before noting
that it was sent. Discord remembers a nonce only for minutes. Sent messages are remembered here for
longer, because other messages that belong to them may be refused for hours.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol, TypeVar

import discord

from bot.context import Bot
from bot.delivery.transport.posts import Sent, once, post
from bot.text.discord_codes import TROUBLES, Meaning, meaning_of
from bot.ui.message import Reply
from competitions.log.kept import Kept
from matches.model.errors import Unavailable
from matches.model.ids import ChannelId
from matches.model.match import Place

log = logging.getLogger(__name__)

SOON = timedelta(seconds=1)
"""After this time, news about matches that are not all open is looked at again …"""
SETTLING = timedelta(minutes=1)
"""… and after this time it is told anyway."""
GIVEN_UP = timedelta(days=2)
"""After this time, news that could not be told is dropped, so that it doesn't hold back other news.
"""


class Parts(OrderedDict[str, Sent | None]):
    """The last messages that were sent, by nonce: others that belong to them may still be owed.
    None means that everything that had to follow the message is done, too.
    """

    MOST = 1000

    def remember(self, nonce: str, message: Sent) -> None:
        """Remembers that it was sent. If there are too many, the oldest is forgotten."""
        self[nonce] = message
        if len(self) > self.MOST:
            self.popitem(last=False)


class Item(Protocol):
    """Something that has happened, as entry `seq` of a log."""

    @property
    def seq(self) -> int:
        """The number of the entry."""

    @property
    def at(self) -> datetime:
        """When it happened."""


T = TypeVar("T", bound=Item)


async def tell(
    bot: Bot,
    held: Kept,
    found: Sequence[T],
    replies: Callable[[T, timedelta], Awaitable[list[Reply] | None]],
    *,
    since: datetime,
    renew: Callable[..., Awaitable[None]],
    told: Callable[..., Awaitable[None]],
    sent: Callable[[T, Sent], Awaitable[None]] | None = None,
    where: Callable[[], ChannelId] | None = None,
) -> bool:
    """Tells the items one after the other, and returns whether all of them were told. `replies`
    makes the messages, or None if it is too early; its argument is how late they are. `sent` notes
    what was sent. `told` notes up to which entry everything is told, and whether there is `more`:
    it is called after each item with a message, and at the end. Until then no other process gets
    these items. `where` finds the channel, if it may have changed since the beginning.

    An item that could not be told stays untold, and so does everything after it, until the bot has
    tried for a while, counted at the earliest from `since`. Items that can't be put into words are
    skipped. Raises TROUBLES, TableError, CompetitionError.
    """
    quiet: T | None = None
    """The last item that needed no message, if that is not noted yet. Hundreds of results may
    arrive at once: noting each one would make other writers wait.
    """
    for item in found:
        late = bot.database.now() - max(item.at, since)
        count = await tell_one(bot, held, item, replies, late=late, sent=sent, where=where)
        if count is None:
            if quiet is not None:
                await told(quiet.seq, more=True)
            await renew(lease=SOON)
            return False
        if count:
            await told(item.seq, more=item is not found[-1])
            quiet = None
        else:
            quiet = item
            await asyncio.sleep(0)  # Lets interactions be answered in between.
    if quiet is not None:
        await told(quiet.seq, more=False)
    return True


async def tell_one(
    bot: Bot,
    held: Kept,
    item: T,
    replies: Callable[[T, timedelta], Awaitable[list[Reply] | None]],
    *,
    late: timedelta,
    sent: Callable[[T, Sent], Awaitable[None]] | None = None,
    where: Callable[[], ChannelId] | None = None,
) -> int | None:
    """Sends the messages about one item, and returns how many; None if it is too early. An item
    that fails because of a bug is skipped: it would fail the next time, too.
    """
    count, parts = 0, bot.service(Parts)
    to = where or (lambda: held.terms.channel)
    try:
        messages = await replies(item, late)
        if messages is None:
            return None
        channel = to()
        for part, reply in enumerate(messages):
            nonce = f"{held.id}.{item.seq}.{part}"
            if nonce not in parts:
                parts.remember(nonce, await send(bot, held, channel, reply, nonce))
            posted = parts[nonce]
            if posted is not None and sent is not None:
                await sent(item, posted)
            parts[nonce] = None
            count += 1
    except TROUBLES as error:
        if not is_given_up(meaning_of(error), late):
            bot.shut.pause_of(Place(held.terms.guild, to()), held.id)  # Told as soon as it opens.
            raise
        log.warning("competition=%s seq=%d is never told: %s", held.id, item.seq, error)
    except Unavailable:
        raise
    except Exception:
        bot.metrics.bugs.inc()
        log.exception("competition=%s seq=%d can't be told", held.id, item.seq)
    return count


def is_given_up(meaning: Meaning, late: timedelta) -> bool:
    """Whether a refused message is given up, this long after the event that it reports."""
    return not meaning.passes or late >= GIVEN_UP


async def send(bot: Bot, held: Kept, channel: ChannelId, reply: Reply, nonce: str) -> Sent:
    """Sends a message to its channel, as text if pictures are refused."""
    to = partial(post, bot, channel, nonce, None)
    try:
        return await once(to, reply)
    except discord.HTTPException as error:
        if reply.picture is None or not meaning_of(error).bears_words:
            raise
        log.log(meaning_of(error).level, "competition=%s without a picture: %s", held.id, error)
        return await once(to, reply.in_words())
