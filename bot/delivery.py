"""Bringing messages to where they belong: the match's channel, or the one who asked."""

from __future__ import annotations

import asyncio
import logging
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
    interaction: Interaction, match: Listing, reply: Reply, nonce: str, done: Reply
) -> None:
    """Shows a reply to everybody in the match's channel, and then `done` to the user.

    Where the bot may not write it answers the interaction publicly instead, and says which
    permission it lacks. Within some minutes Discord sends nothing twice with the same nonce.
    """
    place = match.place
    where = place.thread or place.channel
    channel = interaction.client.get_partial_messageable(where, guild_id=place.guild)
    try:
        await _send(channel, reply, nonce)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("match=%s channel=%d: %s", match.id, where, error)
        here = interaction.channel_id == where
        await show(interaction, done.adding(_excuse(interaction, error, where, here=here)))
        if here and isinstance(error, discord.Forbidden | discord.NotFound):
            await interaction.followup.send(**reply.sent())
    else:
        await show(interaction, done)


async def _send(channel: discord.abc.Messageable, reply: Reply, nonce: str) -> None:
    """Sends once, also where the answer gets lost and has to be asked for again."""
    for pause in PAUSES:
        try:
            await channel.send(**reply.sent(), nonce=nonce)
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(pause)
        else:
            return
    await channel.send(**reply.sent(), nonce=nonce)


def _excuse(interaction: Interaction, error: Exception, channel: int, *, here: bool) -> str:
    """Why the others don't see it in the match's channel."""
    language, mention = of_locale(interaction.locale), f"<#{channel}>"
    sentence, fields = errors.NOT_SHOWN, {"channel": mention}
    if isinstance(error, discord.Forbidden) and here:
        sentence, fields = errors.missing(interaction, mention, language)
    elif isinstance(error, discord.Forbidden | discord.NotFound):
        sentence = errors.UNSEEN
    return say(sentence, fields, language=language)


async def whisper(bot: Dreierlei, player: int, reply: Reply) -> None:
    """Tells one player something by direct message, if he takes any."""
    try:
        user = bot.get_user(player) or await bot.fetch_user(player)
        await user.send(**reply.sent())
    except discord.HTTPException as error:
        log.info("user=%d takes no direct message: %s", player, error)
