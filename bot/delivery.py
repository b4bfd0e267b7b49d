"""Bringing messages to where they belong: the match's channel, or the one who asked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from gettext import NullTranslations
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot import errors
from bot.i18n import of_locale
from bot.replies import Reply
from games.words import say
from matches.match import Listing, Place

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

log = logging.getLogger(__name__)

PAUSES = (0.1, 1.0)
"""Seconds before trying again where a connection broke off."""

_LOCKS: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def in_order(match: str) -> asyncio.Lock:
    """A lock for what is shown of a match, so that messages appear in the order of its turns."""
    return _LOCKS.setdefault(match, asyncio.Lock())


def public_language(interaction: Interaction, place: Place) -> NullTranslations:
    """The language of a match's channel."""
    guild = interaction.client.get_guild(place.guild) if place.guild else None
    return of_locale(guild.preferred_locale if guild else interaction.locale)


async def show(interaction: Interaction, reply: Reply) -> None:
    """Puts a reply in the place of the acknowledgement, or of the message with the button."""
    await interaction.edit_original_response(**reply.edited())


async def publish(
    interaction: Interaction,
    match: Listing,
    reply: Reply,
    nonce: str,
    done: Reply,
    *,
    seen: Callable[[], Awaitable[None]] | None = None,
) -> list[discord.Message]:
    """Shows a reply to everybody whom the match is for, and then `done` to the user.

    Where the bot may not write in the channel it answers the interaction publicly instead, and says
    which permission it lacks. Within some minutes Discord sends nothing twice with the same nonce.
    Returns the messages that can be seen now; `seen` is called as soon as there are any.
    """
    place = match.place
    where = place.thread or place.channel
    try:
        sent = await broadcast(interaction.client, match, reply, nonce)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("match=%s channel=%d: %s", match.id, where, error)
        here = interaction.channel_id == where and not match.private
        await show(interaction, done.adding(_excuse(interaction, error, where, here=here)))
        if here and isinstance(error, discord.Forbidden | discord.NotFound):
            sent = [await interaction.followup.send(**reply.sent(), wait=True)]
            if seen is not None:
                await seen()
            return sent
        return []
    if sent and seen is not None:
        await seen()
    await show(interaction, done)
    return sent


async def broadcast(
    bot: Dreierlei, match: Listing, reply: Reply, nonce: str
) -> list[discord.Message]:
    """Sends a reply to the match's channel; of a private match to each of its players himself.

    Raises discord.HTTPException, aiohttp.ClientError, OSError.
    """
    place = match.place
    if not match.private:
        channel = bot.get_partial_messageable(place.thread or place.channel, guild_id=place.guild)
        return [await _send(channel, reply, nonce)]
    sent: list[discord.Message] = []
    for number, player in enumerate(dict.fromkeys((*match.seated, *match.invited)), start=1):
        try:
            direct = await bot.create_dm(discord.Object(player))
            sent.append(await _send(direct, reply, f"{nonce}.{number}"))
        except discord.Forbidden as error:
            log.info("match=%s user=%d takes no direct message: %s", match.id, player, error)
    return sent


async def _send(channel: discord.abc.Messageable, reply: Reply, nonce: str) -> discord.Message:
    """Sends once, also where the answer gets lost and has to be asked for again."""
    for pause in PAUSES:
        try:
            return await channel.send(**reply.sent(), nonce=nonce)
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(pause)
    return await channel.send(**reply.sent(), nonce=nonce)


def _excuse(interaction: Interaction, error: Exception, channel: int, *, here: bool) -> str:
    """Why the others don't see it in the match's channel."""
    language, mention = of_locale(interaction.locale), f"<#{channel}>"
    sentence, fields = errors.NOT_SHOWN, {"channel": mention}
    if isinstance(error, discord.Forbidden) and here:
        sentence, fields = errors.missing(interaction, mention, language)
    elif isinstance(error, discord.Forbidden | discord.NotFound):
        sentence = errors.UNSEEN
    return say(sentence, fields, language=language)
