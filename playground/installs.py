"""Where the application is installed, and the consequences for commands and interactions.

The application is installed in a guild if the bot is a member. People may also have installed it to
their own account. Its commands then follow them into guilds without the bot and into private
groups. There it can only answer the interaction.
"""

from __future__ import annotations

from .errors import Json
from .permissions import Permission
from .world import Channel, User, World

FOR_GUILD, FOR_USER = 0, 1
"""Discord's integration types."""
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2
"""Discord's interaction contexts."""
FOLLOW_UPS = 5
"""The most follow-ups to an interaction that only a user install allows."""

_TAKEN_ALONG = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE


def context(channel: Channel) -> int:
    """The context of this channel."""
    if channel.guild is not None:
        return IN_GUILD
    return IN_BOT_DM if channel.recipient is not None else IN_PRIVATE


def owners(world: World, user: User, channel: Channel, command: Json) -> dict[str, str]:
    """Discord's authorizing_integration_owners: the installations that let this user run the
    command here, and their owners. Empty if there is none.
    """
    result = {}
    types = command["integration_types"]
    if FOR_GUILD in types and _has_bot(world, channel):
        result[str(FOR_GUILD)] = str(channel.guild.id) if channel.guild else "0"
    if FOR_USER in types and user.installed:
        result[str(FOR_USER)] = str(user.id)
    return result


def _has_bot(world: World, channel: Channel) -> bool:
    """Whether the bot is in the guild or in these direct messages."""
    if channel.guild is None:
        return channel.recipient is not None
    return world.bot.id in channel.guild.members


def only_users(authorizing: dict[str, str]) -> bool:
    """Whether only a user install authorizes the interaction."""
    return str(FOR_GUILD) not in authorizing


def must_be_ephemeral(
    world: World, user: User, channel: Channel, authorizing: dict[str, str]
) -> bool:
    """Whether answers must be ephemeral, because the user may not use external apps here."""
    return (
        channel.guild is not None
        and only_users(authorizing)
        and not world.may(user, channel, Permission.USE_EXTERNAL_APPS)
    )


def app_permissions(
    world: World, user: User, channel: Channel, authorizing: dict[str, str]
) -> Permission:
    """The application's permissions for an answer: the bot's own or, if it is not a member, those
    of a user install.
    """
    if _has_bot(world, channel):
        return world.permissions(world.bot, channel)
    if channel.guild is None:
        return _TAKEN_ALONG
    return world.permissions(user, channel) & (_TAKEN_ALONG | Permission.USE_EXTERNAL_EMOJIS)
