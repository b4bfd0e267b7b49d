"""What the bot may do at a place, as bits: whoever compares two of them sees what it has gained."""

from __future__ import annotations

import discord

_KNOWN, _AWAKE, _UNLOCKED, _UNTAGGED = (1 << bit for bit in range(64, 68))
ALL_PERMISSIONS = discord.Permissions.all_channel().value
"""The bits of all permissions that there are in a channel."""


def standing(place: discord.Guild | discord.abc.GuildChannel | discord.Thread | None) -> int:
    """What the bot may do in a guild, a channel or a thread, as far as Discord has told; 0 if that
    is not known.

    Has a bit for each permission there, and for what else a refusal may be due to: that a thread is
    archived or locked, and that a forum wants a tag that the bot can't choose.
    """
    if isinstance(place, discord.Guild):
        return 0 if place.unavailable else _KNOWN
    if place is None:
        return 0
    guild, above = place.guild, place.parent if isinstance(place, discord.Thread) else place
    member: discord.Member | None = guild.me
    if guild.unavailable or above is None or member is None:
        return 0
    return place.permissions_for(member).value & ALL_PERMISSIONS | _state(place)


def _state(place: discord.abc.GuildChannel | discord.Thread) -> int:
    if isinstance(place, discord.Thread):
        return (not place.archived) * _AWAKE | (not place.locked) * _UNLOCKED
    if isinstance(place, discord.ForumChannel):
        chooses = any(not tag.moderated for tag in place.available_tags)
        return (chooses or not place.flags.require_tag) * _UNTAGGED
    return 0
