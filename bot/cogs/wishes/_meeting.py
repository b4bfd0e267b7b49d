"""Where a wish is made: the channel in which its match may be played if everybody is there. In the
thread of another match it is the channel above.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import discord

import games
from bot.commands import checks
from bot.commands.opening_channel import opening_channel
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions.access import writing
from bot.interactions.contexts import guild_of
from bot.interactions.locale import language_of
from bot.text.discord_codes import MISSING
from bot.text.permissions import PERMISSIONS
from games.words import N_
from matches.model.ids import ChannelId
from matches.wishes.terms import Meeting, Terms

ELSEWHERE = N_(
    "I can only look for people on servers I've been added to. Choose another place to play."
)
NOT_ALL = N_("Not everybody you named is on this server. Choose another place to play.")


async def meeting(
    interaction: Interaction, terms: Terms, *, all_here: bool, before: Meeting | None = None
) -> Meeting | None:
    """The current channel, or the one above another match's thread, if a match with these terms may
    be opened there. Otherwise the meeting `before`, unless the match has to be on this server.
    None: no channel. Raises Refused if there has to be one.
    """
    if terms.where == "direct":
        return None
    if terms.where == "server" and (before is None or _is_on_server(interaction)):
        return await _required(interaction, terms, all_here=all_here)
    with suppress(Refused):
        return await _required(interaction, terms, all_here=all_here)
    return before


def _is_on_server(interaction: Interaction) -> bool:
    return guild_of(interaction) is not None and interaction.is_guild_integration()


async def _required(interaction: Interaction, terms: Terms, *, all_here: bool) -> Meeting:
    guild = guild_of(interaction)
    if guild is None or not _is_on_server(interaction):
        raise Refused(ELSEWHERE)
    if not all_here:
        raise Refused(NOT_ALL)
    channel = await opening_channel(interaction)
    for key in dict.fromkeys(kind.game for kind in terms.kinds):
        await checks.require_opening(interaction, games.get(key), channel)
    _require_permissions(interaction, _needed(interaction, channel))
    return Meeting(guild, channel, _is_shared(interaction))


def _needed(interaction: Interaction, channel: ChannelId) -> tuple[str, ...]:
    here = channel == interaction.channel_id
    thread = here and isinstance(interaction.channel, discord.Thread)
    return "view_channel", writing(thread=thread)


def _require_permissions(interaction: Interaction, needed: Iterable[str]) -> None:
    lacks = [PERMISSIONS[one] for one in needed if not getattr(interaction.app_permissions, one)]
    if lacks:
        named = ", ".join(map(language_of(interaction).gettext, lacks))
        raise Refused(MISSING, channel=f"<#{interaction.channel_id}>", permissions=named)


def _is_shared(interaction: Interaction) -> bool:
    """Whether everybody on the server can see the channel, as far as this process knows."""
    channel, guild = interaction.channel, interaction.guild
    if isinstance(channel, discord.Thread):
        if channel.is_private() or channel.parent is None:
            return False
        channel = channel.parent
    if guild is None or not isinstance(channel, discord.abc.GuildChannel):
        return False
    return channel.permissions_for(guild.default_role).view_channel
