"""What the servers of a cup of servers are called."""

from __future__ import annotations

from collections.abc import Sequence

from bot.context import Bot
from bot.text import competition as text
from bot.text.match import cut
from competitions.life.held import Held
from competitions.model.entrants import EntrantId
from matches.model.ids import GuildId

LONGEST = 50
"""The most characters of a server's name that are shown."""


async def names(
    bot: Bot, held: Held, here: GuildId | None = None, sections: Sequence[Held] = ()
) -> dict[int, str]:
    """Those that may be shown: of the server on which it is held, of those that let matches be
    public, and of that where the reader is. The others have none, nor have those of which the bot
    is no member, as far as this process knows. People in `sections` may have come later, from other
    servers.
    """
    plain = await _plain(bot, (held, *sections), here)
    return {guild: text.called(name) for guild, name in plain.items()}


async def of_entrants(bot: Bot, held: Held, here: GuildId | None = None) -> dict[EntrantId, str]:
    """For which of these the entrants of a cup of servers play, as plain text for pictures."""
    if not held.terms.servers:
        return {}
    plain = await _plain(bot, (held,), here)
    return {id_: plain[guild] for id_, guild in held.servers.items() if guild in plain}


async def _plain(bot: Bot, parts: Sequence[Held], here: GuildId | None) -> dict[int, str]:
    found = dict[int, str]()
    for guild in {guild for one in parts for guild in one.servers.values()}:
        known = bot.get_guild(guild)
        if known is None:
            continue
        named = guild in (parts[0].terms.guild, here)
        if named or (await bot.preferences.in_guild(guild)).public:
            found[guild] = cut(known.name, LONGEST)
    return found
