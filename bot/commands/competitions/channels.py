"""Which channels competitions, ladders and leagues may be held in."""

from __future__ import annotations

import discord

from bot.commands import checks
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions import access, error_handler
from bot.interactions.contexts import guild_of
from bot.interactions.locale import language_of
from bot.text.discord_codes import MISSING, UNFIT
from bot.text.permissions import PERMISSIONS
from competitions.log.kept import Kept
from games.protocol import AnyGame
from matches.model.ids import ChannelId


async def is_lost(interaction: Interaction, held: Kept) -> bool:
    """Whether the bot can't write in the channel where something is held, as far as it knows.
    Archived threads are not in the cache, so it asks Discord for them.
    """
    bot, place = interaction.client, held.terms.channel
    guild = bot.get_guild(held.terms.guild)
    if guild is None:
        return False
    channel = guild.get_channel_or_thread(place)
    channel = channel or await bot.lookups.thread(guild, place, access.asker_of(interaction))
    if channel is None:
        return True
    return bool(_lacking(guild.me, channel))


def _lacking(who: discord.Member, channel: access.Channel) -> list[str]:
    """The permissions that somebody lacks to write in a channel or thread."""
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return [*_needed(channel)]
    return _without(channel.permissions_for(who), channel)


def _without(have: discord.Permissions, channel: object) -> list[str]:
    return [name for name in _needed(channel) if not getattr(have, name)]


def _needed(channel: object) -> tuple[str, ...]:
    """The permissions needed to write there; in a forum, to create posts and write in them."""
    if isinstance(channel, discord.ForumChannel):
        return "view_channel", access.writing(thread=False), access.writing(thread=True)
    return "view_channel", access.writing(thread=isinstance(channel, discord.Thread))


async def require_playable(interaction: Interaction, game: AnyGame, channel: ChannelId) -> None:
    """Raises Refused unless the server's rules allow matches of the game in a channel."""
    settings = await interaction.client.preferences.in_guild(guild_of(interaction))
    there = interaction.guild and interaction.guild.get_channel_or_thread(channel)
    if not settings.is_open(channel, getattr(there, "parent_id", None)):
        raise Refused(checks.NOT_HERE, channels=", ".join(f"<#{one}>" for one in settings.channels))
    await checks.require_offered(interaction.client, guild_of(interaction), game)


async def require_room(
    interaction: Interaction, game: AnyGame, place: ChannelId, *, posts: bool = False
) -> None:
    """Raises Refused unless matches of the game may be played in a channel of this server, and the
    user and the bot may write there. A forum is only allowed with `posts`.
    """
    await require_playable(interaction, game, place)
    guild, user, there = interaction.guild, interaction.user, interaction.channel
    if place == interaction.channel_id:
        own, lacks = (
            _without(have, there) for have in (interaction.permissions, interaction.app_permissions)
        )
    else:
        there = None if guild is None else guild.get_channel_or_thread(place)
        if there is None or not isinstance(user, discord.Member):
            raise Refused(error_handler.NOT_ALLOWED)
        own, lacks = (_lacking(who, there) for who in (user, there.guild.me))
    if there is not None and not (_is_written_in(there) or (posts and _is_forum(there))):
        raise Refused(UNFIT, channel=f"<#{place}>")
    if own:
        raise Refused(error_handler.NOT_ALLOWED)
    if lacks:
        say = language_of(interaction).gettext
        named = ", ".join(say(PERMISSIONS[name]) for name in lacks)
        raise Refused(MISSING, channel=f"<#{place}>", permissions=named)


def _is_written_in(channel: object) -> bool:
    return isinstance(channel, discord.abc.Messageable)


def _is_forum(channel: object) -> bool:
    """Whether it is a forum for texts. In media forums every post needs a picture."""
    return isinstance(channel, discord.ForumChannel) and not channel.is_media()
