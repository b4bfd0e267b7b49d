"""What players are called. People's names are Discord's: they are looked up and kept here, never
stored.
"""

from __future__ import annotations

from collections import OrderedDict
from gettext import NullTranslations
from typing import TYPE_CHECKING

import discord

from bot.sentences import robot
from matches.robots import is_robot

if TYPE_CHECKING:
    from bot.client import Dreierlei

LIMIT = 10_000


class Names:
    """Display names by guild and user, remembered from interactions, else asked for."""

    def __init__(self, bot: Dreierlei) -> None:
        self._bot = bot
        self._known: OrderedDict[tuple[int | None, int], str] = OrderedDict()

    def meet(self, guild: int | None, *users: discord.abc.User) -> None:
        """Remembers what these users are called in a guild (None: in direct messages)."""
        for user in users:
            self._known[guild, user.id] = user.display_name
            self._known.move_to_end((guild, user.id))
        while len(self._known) > LIMIT:
            self._known.popitem(last=False)

    def known(self, guild: int | None, user: int, language: NullTranslations) -> str | None:
        """The name, if it needs no asking."""
        return robot(user, language) if is_robot(user) else self._known.get((guild, user))

    async def of(self, guild: int | None, user: int | None, language: NullTranslations) -> str:
        """The name; a dash for nobody and for somebody whom Discord does not know any more."""
        if user is None:
            return "–"
        if is_robot(user):
            return robot(user, language)
        if (guild, user) not in self._known:
            found = await self._ask(guild, user)
            if found is None:
                return "–"
            self.meet(guild, found)
        return self._known[guild, user]

    async def _ask(self, guild: int | None, user: int) -> discord.abc.User | None:
        here = self._bot.get_guild(guild) if guild else None
        try:
            if here is not None:
                return await here.fetch_member(user)
        except discord.HTTPException:
            pass
        try:
            return await self._bot.fetch_user(user)
        except discord.HTTPException:
            return None
