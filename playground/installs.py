"""Where the application is installed, and what follows for commands and interactions.

The bot is a member of a guild (installed there), and people may have added the application to their
own account: then its commands go with them, into guilds where the bot is no member and into private
groups. There it can answer the interaction and nothing else.
"""

from __future__ import annotations

from .errors import Json
from .permissions import Permission
from .world import Channel, User, World

FOR_GUILD, FOR_USER = 0, 1
"""Discord's integration types."""
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2
"""Discord's contexts of interactions."""
FOLLOW_UPS = 5
"""How many follow-ups an interaction may have that only a user's own installation allowed."""

_TAKEN_ALONG = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE


def context(channel: Channel) -> int:
    """Which of the contexts this channel is."""
    if channel.guild is not None:
        return IN_GUILD
    return IN_BOT_DM if channel.recipient is not None else IN_PRIVATE


def owners(world: World, user: User, channel: Channel, command: Json) -> dict[str, str]:
    """What Discord calls authorizing_integration_owners: the installations that let this user run
    the command here, and whose they are. Empty if there is none.
    """
    result = {}
    types = command["integration_types"]
    if FOR_GUILD in types and _has_bot(world, channel):
        result[str(FOR_GUILD)] = str(channel.guild.id) if channel.guild else "0"
    if FOR_USER in types and user.installed:
        result[str(FOR_USER)] = str(user.id)
    return result


def _has_bot(world: World, channel: Channel) -> bool:
    """Whether the bot belongs to the guild, or to the direct messages."""
    if channel.guild is None:
        return channel.recipient is not None
    return world.bot.id in channel.guild.members


def only_users(authorizing: dict[str, str]) -> bool:
    """Whether nothing but a user's own installation stands behind an interaction."""
    return str(FOR_GUILD) not in authorizing


def must_be_ephemeral(
    world: World, user: User, channel: Channel, authorizing: dict[str, str]
) -> bool:
    """Whether only the user may see the answers, since the guild wants no foreign applications."""
    return (
        channel.guild is not None
        and only_users(authorizing)
        and not world.may(user, channel, Permission.USE_EXTERNAL_APPS)
    )


def app_permissions(
    world: World, user: User, channel: Channel, authorizing: dict[str, str]
) -> Permission:
    """What the application may do with an answer: the bot's permissions, or where it is no member
    what the user takes along.
    """
    if _has_bot(world, channel):
        return world.permissions(world.bot, channel)
    if channel.guild is None:
        return _TAKEN_ALONG
    return world.permissions(user, channel) & (_TAKEN_ALONG | Permission.USE_EXTERNAL_EMOJIS)
