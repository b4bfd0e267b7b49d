"""What the servers of a cup of servers are called."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from bot.context import Bot
from bot.text import competition as text
from bot.text.match import cut
from competitions.life.held import Held
from competitions.model.entrants import EntrantId
from matches.model.ids import GuildId

LONGEST = 50
"""The most characters of a server's name that are shown."""
UNHURRIED = 15.0
"""Seconds to wait for names where nobody waits, in a message that stays as it is."""


async def names(
    bot: Bot,
    held: Held,
    here: GuildId | None = None,
    sections: Sequence[Held] = (),
    patience: float | None = None,
) -> dict[int, str]:
    """The names that may be shown, by server: of the one where it is held, of those that let
    matches be public, and of the reader's own. Left out, besides the others, are servers that the
    bot isn't on, and names that don't arrive within `patience` seconds (None: as long as usual).
    People in `sections` may have come later, from other servers.
    """
    plain = await _plain(bot, (held, *sections), here, patience)
    return {guild: text.called(name) for guild, name in plain.items()}


async def of_entrants(bot: Bot, held: Held, here: GuildId | None = None) -> dict[EntrantId, str]:
    """For which of these the entrants of a cup of servers play, as plain text for pictures."""
    if not held.terms.servers:
        return {}
    plain = await _plain(bot, (held,), here)
    return {id_: plain[guild] for id_, guild in held.servers.items() if guild in plain}


async def _plain(
    bot: Bot, parts: Sequence[Held], here: GuildId | None, patience: float | None = None
) -> dict[int, str]:
    guilds = {guild for one in parts for guild in one.servers.values()}
    shown = [
        guild
        for guild in guilds
        if guild in (parts[0].terms.guild, here) or (await bot.preferences.in_guild(guild)).public
    ]
    named = await asyncio.gather(*(_name(bot, guild, patience) for guild in shown))
    return {guild: cut(name, LONGEST) for guild, name in zip(shown, named, strict=True) if name}


async def _name(bot: Bot, guild_id: GuildId, patience: float | None) -> str | None:
    """Also of a server that another process has."""
    known = bot.get_guild(guild_id)
    if known is None and not bot.has_shard_of(guild_id):
        known = await bot.lookups.guild(guild_id, partial(bot.guild_at, guild_id), patience)
    return None if known is None else known.name
