"""Whether the user of an interaction may do something with a match.

The rule is in `matches.model.access`; this module gathers the facts for it. Usually the interaction
and the guild cache are enough. Otherwise Discord is asked: see `bot.context.lookups`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import discord

import matches
from bot.context import Bot, Interaction
from bot.context.lookups import Asker
from bot.errors import Refused
from bot.interactions.contexts import guild_of, user_of
from bot.interactions.response import LAST, age_of, is_promised
from games.words import N_
from matches.model.access import Deed, Standing, concerned, is_public, may
from matches.model.errors import UnknownMatch
from matches.model.ids import ChannelId, MatchId
from matches.model.match import Listing, Match, Place
from matches.unit_of_work.repository import remembered

SHOWN_THERE = N_(
    "You can only show everyone the board of match {match} on the server where it's played, and "
    "only if you can see its channel and post there."
)
SHOWN_NOWHERE = N_("Match {match} isn't shown in any channel, so it can't be shown to everyone.")
JOINED_THERE = N_(
    "You can take a seat at table {match} only on its server, and only if you can see its channel."
)
TAKEN_THERE = N_(
    "You can take over a seat in match {match} only on its server, and only if you can see its "
    "channel."
)
PLAYED_AGAIN_THERE = N_(
    "A rematch takes place where match {match} was played, and you can't post there. Start a new "
    "match with `/play`."
)
ENDED_THERE = N_("Match {match} can only be ended by the managers of its server, and only there.")

_WHY: dict[Deed, str] = {
    "show": SHOWN_THERE,
    "join": JOINED_THERE,
    "take": TAKEN_THERE,
    "rematch": PLAYED_AGAIN_THERE,
    "end": ENDED_THERE,
}

_SOON = 2.0
"""Seconds within which Discord has to tell all that an interaction wants to know: somebody waits.
A later answer is used the next time.
"""
_UNTIL = "until"

Channel: TypeAlias = "discord.abc.GuildChannel | discord.Thread"


@dataclass(frozen=True, slots=True)
class _Rights:
    """A user's rights in the channel of a match."""

    sees: bool = False
    writes: bool = False


async def require(interaction: Interaction, match_id: MatchId, deed: Deed = "read") -> Match:
    """The match, if the user may do this with it from where they are.

    Raises UnknownMatch, as for a match that doesn't exist, if they must not know of it; otherwise
    Refused.
    """
    match = await matches.get(interaction.client.database, match_id)
    if not await _allowed(interaction, match, deed):
        if deed in _WHY and await _allowed(interaction, match, "know"):
            nowhere = deed == "show" and match.apart
            raise Refused(SHOWN_NOWHERE if nowhere else _WHY[deed], match=match.id)
        raise UnknownMatch(match=match.id)
    return match


async def admit(interaction: Interaction, match_id: MatchId) -> None:
    """Raises UnknownMatch for a match that the user must not know of from where they are.

    Must be called before anything that names a match, so that no later refusal can reveal the
    match. Players of the match pass without a question to Discord: use cases check for a seat
    themselves, and code that shows the match calls `require`.
    """
    known = remembered(interaction.client.database, match_id)
    if known is None or not known.concerns(user_of(interaction)):
        await require(interaction, match_id, "know")


async def sees(interaction: Interaction, match: Listing) -> bool:
    """Whether the user sees the channel where the match is shown."""
    at_once = _at_once(interaction, match.place)
    return at_once.sees or (await _found_out(interaction, match, at_once)).sees


async def _allowed(interaction: Interaction, match: Listing, deed: Deed) -> bool:
    """Applies the rule to the known facts, and if necessary again after asking Discord."""
    if deed == "rematch":  # A rematch begins outside the old match's thread.
        match = replace(match, place=replace(match.place, thread=None))
    at_once = _at_once(interaction, match.place)
    if may(deed, match, at_once):
        return True
    return not match.apart and may(deed, match, await _found_out(interaction, match, at_once))


# What is known without asking


def _at_once(interaction: Interaction, place: Place) -> Standing:
    player = user_of(interaction)
    if place.guild is None:
        here = interaction.channel_id == place.channel
        return Standing(player, here=here, sees=here, writes=here)
    if interaction.guild_id != place.guild:
        return Standing(player)
    rights = _in_sight(interaction, place)
    manages = interaction.permissions.manage_guild
    return Standing(player, True, rights.sees, rights.writes, manages)


def _in_sight(interaction: Interaction, place: Place) -> _Rights:
    """The user's rights at a place in this guild, as far as they are known without asking
    Discord.
    """
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    if place.channel in (interaction.channel_id, parent):  # People see the place where they are.
        thread = place.own_thread is not None or _is_thread(channel, place.channel)
        return _Rights(sees=True, writes=_may_write(interaction.permissions, thread=thread))
    guild, user = _guild_of(interaction, place), interaction.user
    known = guild.get_channel_or_thread(place.channel) if guild else None
    if known is None or not isinstance(user, discord.Member) or _is_hidden(known):
        return _Rights()
    return _rights(user, known, place)


def _guild_of(interaction: Interaction, place: Place) -> discord.Guild | None:
    """The guild of a place, if this process is connected to it, or was when it received the
    interaction there.
    """
    if interaction.guild_id == place.guild and interaction.is_guild_integration():
        return interaction.guild
    return interaction.client.get_guild(place.guild or 0)


def _is_thread(channel: Any, wanted: int) -> bool:
    return isinstance(channel, discord.Thread) and channel.id == wanted


def _is_hidden(channel: Channel) -> bool:
    """Whether the rights in its parent don't decide who sees the channel."""
    return isinstance(channel, discord.Thread) and channel.is_private()


def _rights(user: discord.Member | discord.Role, channel: Channel, place: Place) -> _Rights:
    above = channel.parent if isinstance(channel, discord.Thread) else channel
    if above is None:
        return _Rights()
    have = above.permissions_for(user)
    thread = isinstance(channel, discord.Thread) or place.own_thread is not None
    return _Rights(have.view_channel, have.view_channel and _may_write(have, thread=thread))


def _may_write(have: discord.Permissions, *, thread: bool) -> bool:
    return bool(getattr(have, writing(thread=thread)))


def writing(*, thread: bool) -> str:
    """discord.py's name for the permission to write in a channel or thread."""
    return "send_messages_in_threads" if thread else "send_messages"


def in_sight(interaction: Interaction, channels: Iterable[ChannelId]) -> list[ChannelId]:
    """Those of these channels and threads in the guild that the user is known to see."""
    guild = guild_of(interaction)
    return [one for one in channels if _in_sight(interaction, Place(guild, one)).sees]


# What has to be found out


async def _found_out(interaction: Interaction, match: Listing, at_once: Standing) -> Standing:
    """The same, after asking Discord."""
    bot, place, user = interaction.client, match.place, interaction.user
    asker = asker_of(interaction)
    guild = _guild_of(interaction, place)
    channel: Channel | None = guild.get_channel_or_thread(place.channel) if guild else None
    if guild is None:
        guild, channel = await _of_another_process(bot, place, asker)
    elif channel is None:
        channel = await bot.lookups.thread(guild, place.channel, asker)
    found = replace(at_once, public=await _is_public(bot, match, channel))
    if guild is None or channel is None or at_once.sees:
        return found
    if at_once.here and isinstance(user, discord.Member):
        member: discord.Member | None = user
    else:
        member = await bot.lookups.member(guild, asker.user_id, asker)
    if member is None or not await _is_inside(bot, member, channel, asker):
        return found
    rights = _rights(member, channel, place)
    return replace(found, sees=rights.sees, writes=rights.writes)


def asker_of(interaction: Interaction) -> Asker:
    """The user, who may have something found out for as long as their interaction can wait for all
    that it wants to know: while it isn't acknowledged, until something has to be said.
    """
    until: float = interaction.extras.setdefault(_UNTIL, time.monotonic() + _SOON)
    if not is_promised(interaction):
        until = min(until, time.monotonic() + LAST - age_of(interaction))
    return Asker(user_of(interaction), until)


async def _of_another_process(
    bot: Bot, place: Place, asker: Asker
) -> tuple[discord.Guild | None, Channel | None]:
    """The guild and the channel of a place that another process hears of, as far as Discord tells
    of them soon enough.
    """
    if place.guild is None:
        return None, None
    guild = await bot.find_guild(place.guild, asker=asker)
    if guild is None:
        return None, None
    channel = await bot.lookups.channel(guild, place.channel, asker)
    if isinstance(channel, discord.Thread):
        parent = await bot.lookups.channel(guild, ChannelId(channel.parent_id), asker)
        if not isinstance(parent, discord.TextChannel | discord.ForumChannel):
            return guild, None
        channel.guild._add_channel(parent)  # noqa: SLF001 - only from there is it found
    return guild, channel


async def _is_inside(bot: Bot, member: discord.Member, channel: Channel, asker: Asker) -> bool:
    """Whether a member who sees the parent also sees the channel."""
    if not isinstance(channel, discord.Thread) or not channel.is_private():
        return True
    above = channel.parent
    if above is None or not above.permissions_for(member).view_channel:
        return False
    manages = above.permissions_for(member).manage_threads
    return manages or await bot.lookups.inside(channel, asker)


async def _is_public(bot: Bot, match: Listing, channel: Channel | None) -> bool:
    server = (await bot.preferences.in_guild(match.place.guild)).public
    if server is None and channel is not None and not _is_hidden(channel):
        server = _rights(channel.guild.default_role, channel, match.place).sees
    chosen = {player: await bot.preferences.by_player(player) for player in concerned(match)}
    willing = [player for player, own in chosen.items() if own.public]
    return is_public(match, server=bool(server), willing=willing)
