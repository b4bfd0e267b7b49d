"""Checks of a server's rules: who manages it, and who may open which game where."""

from __future__ import annotations

import discord

import games
from bot.context import Bot, Interaction
from bot.errors import Refused
from bot.interactions.contexts import guild_of
from bot.interactions.error_handler import NOT_ALLOWED
from games.protocol import AnyGame
from games.words import N_
from matches.model.ids import ChannelId, GuildId
from matches.outbox import queue
from matches.settings.guilds import GuildSettings

NOT_HERE = N_("On this server, matches can only be started in {channels}.")
NOT_YOU = N_("On this server, only people with the *Manage Server* permission can start matches.")
NOT_WITHOUT_ROLE = N_("On this server, only people with the role {role} can start matches.")
NOT_OFFERED = N_("{game} isn't played on this server. You can play {games} here.")
COMPUTER_PLAYERS_BUSY = N_(
    "The computer players are busy with other matches. Please try again in a minute."
)


def require_manager(interaction: Interaction) -> None:
    """Raises Refused unless the user may manage the server."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused(NOT_ALLOWED)


async def require_opening(interaction: Interaction, game: AnyGame, channel: ChannelId) -> None:
    """Raises Refused unless the user may open a match of the game in this channel, where they are
    or above their thread.
    """
    settings = await interaction.client.preferences.in_guild(guild_of(interaction))
    parent = getattr(interaction.channel, "parent_id", None)
    if not settings.is_open(channel, parent):
        raise Refused(NOT_HERE, channels=", ".join(f"<#{one}>" for one in settings.channels))
    require_opener(interaction, settings)
    _require_offered(settings, game)


def require_opener(interaction: Interaction, settings: GuildSettings) -> None:
    """Raises Refused unless the user is one of those who may open matches on this server."""
    if not _may_open(interaction, settings):
        if settings.role is None:
            raise Refused(NOT_YOU)
        raise Refused(NOT_WITHOUT_ROLE, role=f"<@&{settings.role}>")


async def require_offered(bot: Bot, guild_id: GuildId | None, game: AnyGame) -> None:
    """Raises Refused if the game is not offered on the server, or no longer exists."""
    _require_offered(await bot.preferences.in_guild(guild_id), game)


def _require_offered(settings: GuildSettings, game: AnyGame) -> None:
    if not settings.offers(game.info.key):
        offered = ", ".join(games.get(key).info.name for key in settings.games)
        raise Refused(NOT_OFFERED, game=game.info.name, games=offered)


def _may_open(interaction: Interaction, settings: GuildSettings) -> bool:
    user = interaction.user
    roles = {role.id for role in user.roles} if isinstance(user, discord.Member) else set()
    return (
        settings.openers == "everyone"
        or interaction.permissions.manage_guild
        or settings.role in roles
    )


async def require_room_for_computer_players(bot: Bot) -> None:
    """Raises Refused if computer players can't keep up: they get no new matches then. Raises
    Unavailable.
    """
    if await queue.are_calls_piling_up(bot.database):
        raise Refused(COMPUTER_PLAYERS_BUSY)
