"""The announcements in which people sign up: keeping them up to date, and moving them to another
channel.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations

import discord

from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery.competitions import forum_posts
from bot.delivery.matches.channels import in_order
from bot.delivery.matches.whereabouts import GOES_ON
from bot.delivery.transport.posts import once, post
from bot.interactions.archived_threads import in_unarchived_thread
from bot.interactions.locale import language_at
from bot.messages.competitions import ladder as ladder_message
from bot.messages.competitions import league as league_message
from bot.messages.competitions import sign_up as competition_sign_up
from bot.messages.competitions.tournament import page_of
from bot.text import competition as text
from bot.text.discord_codes import GONE, TROUBLES, Meaning, meaning_of
from bot.ui.layout import Text
from bot.ui.message import Reply
from competitions.ladders import queries as ladders
from competitions.ladders.held import Held as Ladder
from competitions.leagues import news as of_leagues
from competitions.leagues import queries as leagues
from competitions.leagues.held import Held as League
from competitions.leagues.ids import LeagueId
from competitions.log.kept import Kept
from competitions.tournaments import news, queries
from competitions.tournaments.held import Held
from competitions.tournaments.ids import CompetitionId
from games.words import say
from matches.model.ids import ChannelId, MessageId
from matches.model.match import Place

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Shown:
    """The outcome of an update: `owed` is the refusal, if the update has to be tried again."""

    owed: Meaning | None = None


async def show(bot: Bot, id_: CompetitionId) -> Shown:
    """Updates a tournament's announcement, and its post in a forum."""
    async with _one_by_one(id_, partial(news.posted, bot.database, id_, None)) as shown:
        held = await queries.get(bot.database, id_)
        if held.poster is not None:
            reply = competition_sign_up.poster(held, await _language(bot, held))
            await _edit(bot, held, held.poster, reply)
            await forum_posts.keep(bot, held)
    return shown


async def show_league(bot: Bot, id_: LeagueId) -> Shown:
    """The same for a league."""
    async with _one_by_one(id_, partial(of_leagues.posted, bot.database, id_, None)) as shown:
        held = await leagues.get(bot.database, id_)
        if held.poster is not None:
            reply = league_message.poster(held, await _language(bot, held))
            await _edit(bot, held, held.poster, reply)
    return shown


async def replace(bot: Bot, held: Kept, channel: ChannelId, id_: MessageId, reply: Reply) -> None:
    """Replaces the content of another of its messages. Leaves it as it is if Discord doesn't let
    the bot edit it.
    """
    async with _one_by_one(held.id):
        await _edit(bot, held, id_, reply, channel)


@asynccontextmanager
async def _one_by_one(
    id_: str, forget: Callable[[], Awaitable[None]] | None = None
) -> AsyncIterator[Shown]:
    """In turn with others of this competition and with answers to its buttons, so no older state
    takes the place of a newer one. The announcement is left as it is where Discord doesn't let the
    bot, and forgotten once it is gone.
    """
    shown = Shown()
    async with in_order(id_):
        try:
            yield shown
        except TROUBLES as error:
            meaning = meaning_of(error)
            log.log(level_of(error), "competition=%s its announcement is left: %s", id_, error)
            if meaning.passes:
                shown.owed = meaning
            if forget is not None and meaning.sentence == GONE:
                await forget()


async def move(bot: Bot, before: Held) -> None:
    """Announces a tournament in its present channel, if that has changed. Where it was announced
    `before`, people read where it continues. Raises TROUBLES, CompetitionError.
    """
    async with in_order(before.id):
        held = await queries.get(bot.database, before.id)
        poster = await _left(bot, before, held)
        if poster is not None:
            reply = competition_sign_up.poster(held, await _language(bot, held))
            note = partial(news.posted, bot.database, held.id)
            await _move(bot, before, poster, held, reply, note=note)


async def move_league(bot: Bot, before: League) -> None:
    """The same for a league."""
    async with in_order(before.id):
        held = await leagues.get(bot.database, before.id)
        poster = await _left(bot, before, held)
        if poster is not None:
            reply = league_message.poster(held, await _language(bot, held))
            note = partial(of_leagues.posted, bot.database, held.id)
            await _move(bot, before, poster, held, reply, note=note)


async def move_ladder(bot: Bot, before: Ladder) -> None:
    """Announces a ladder in its present channel, if that has changed. Where it was announced before
    is not known.
    """
    async with in_order(before.id):
        held = await ladders.get(bot.database, before.id)
        moved = held.terms.channel != before.terms.channel
        if before.told and moved and not held.ladder.closed:
            reply = ladder_message.poster(held, await _language(bot, held))
            await _announce(bot, held, reply)


async def _left(bot: Bot, before: Held | League, held: Held | League) -> MessageId | None:
    """The announcement left behind in another channel; None if there is none. Raises TROUBLES."""
    poster, channel = held.poster or before.poster, held.terms.channel
    if poster is None or channel == before.terms.channel:
        return None
    try:  # It may have been announced or moved meanwhile; only Discord knows where.
        with bot.shut.reaching(channel):
            await bot.http.get_message(channel, poster)
    except TROUBLES as error:
        if not meaning_of(error).lasts and meaning_of(error).sentence != GONE:
            raise
        return poster
    return None


async def _announce(bot: Bot, held: Kept, reply: Reply) -> MessageId:
    """Sends an announcement to the present channel."""
    channel = held.terms.channel
    # Each channel has its own nonce. An announcement that returns to an earlier channel within
    # minutes would be dropped, but nobody moves it that often.
    nonce = f"{held.id}.m{channel % 10**9}"
    with _told_when_open(bot, held, channel):
        return MessageId((await once(partial(post, bot, channel, nonce, None), reply)).id)


async def _move(
    bot: Bot,
    before: Kept,
    poster: MessageId,
    held: Kept,
    reply: Reply,
    *,
    note: Callable[[MessageId], Awaitable[None]],
) -> None:
    channel = held.terms.channel
    await note(await _announce(bot, held, reply))
    language = await _language(bot, before)
    title = text.title(held.terms.name, held.id, language)
    goes_on = say(GOES_ON, {"channel": f"<#{channel}>"}, language=language)
    left = Reply("", (page_of(held.id, language),), parts=(Text(f"{title}\n{goes_on}"),))
    try:
        await _edit(bot, before, poster, left)
    except TROUBLES as error:  # It may have been moved because its channel was lost.
        log.info("competition=%s poster=%d: %s", held.id, poster, error)


async def _language(bot: Bot, held: Kept) -> NullTranslations:
    return await language_at(bot, Place(held.terms.guild, ChannelId(held.terms.channel)))


async def _edit(
    bot: Bot, held: Kept, poster: MessageId, reply: Reply, place: ChannelId | None = None
) -> None:
    """Replaces the content of an announcement. Raises TROUBLES."""
    place = place or held.terms.channel
    channel = bot.get_partial_messageable(place, guild_id=held.terms.guild)
    message = channel.get_partial_message(poster)
    with _told_when_open(bot, held, place), bot.shut.reaching(place):
        await in_unarchived_thread(bot, place, None, lambda: message.edit(**reply.edited()))


@contextmanager
def _told_when_open(bot: Bot, held: Kept, channel: ChannelId) -> Iterator[None]:
    """Wraps a request, which is tried again when the channel opens if it refuses it now."""
    try:
        yield
    except discord.HTTPException:
        bot.shut.pause_of(Place(held.terms.guild, channel), held.id)
        raise
