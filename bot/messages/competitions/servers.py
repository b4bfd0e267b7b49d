"""The names of servers in a cup of servers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.context import Bot
from bot.text import competition as text
from bot.text.match import cut
from competitions.model.entrants import EntrantId
from competitions.tournaments.held import Held
from matches.model.ids import GuildId

LONGEST = 50
"""How many characters of a server's name are shown at most."""
UNHURRIED = 15.0
"""Seconds to wait for names in messages that nobody is waiting for, and which can't be updated."""


async def names(
    bot: Bot,
    held: Held,
    here: GuildId | None = None,
    sections: Sequence[Held] = (),
    patience: float | None = None,
) -> dict[int, str]:
    """The names that may be shown, by server: the one where the competition is held, those that let
    matches be public, and the reader's own. Servers that the bot isn't on are left out, and so are
    names that don't arrive within `patience` seconds (None: the usual time). `sections` may have
    people from further servers, who came later.
    """
    plain = await _plain(bot, (held, *sections), here, patience)
    return {guild: text.called(name) for guild, name in plain.items()}


async def of_entrants(bot: Bot, held: Held, here: GuildId | None = None) -> dict[EntrantId, str]:
    """The names of the servers for which entrants play, as plain text for pictures."""
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
    """A server's name, even if another process handles that server."""
    known = await bot.find_guild(guild_id, patience)
    return None if known is None else known.name
