"""What the servers of a cup of servers are called."""

from __future__ import annotations

from collections.abc import Sequence

from bot.context import Bot
from bot.text import competition as text
from bot.text.match import cut
from competitions.life.held import Held
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
    found = dict[int, str]()
    for guild in {guild for one in (held, *sections) for guild in one.servers.values()}:
        known = bot.get_guild(guild)
        if known is None:
            continue
        named = guild in (held.terms.guild, here)
        if named or (await bot.preferences.in_guild(guild)).public:
            found[guild] = text.called(cut(known.name, LONGEST))
    return found
