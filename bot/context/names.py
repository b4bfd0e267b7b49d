"""Names of players. Names of people are looked up at Discord and cached here; they are never
stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from gettext import NullTranslations
from typing import NamedTuple, TypeAlias

import discord

from bot.context.members import Members
from bot.text import match as match_text
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.text.match import computer_player
from matches.model.computer_players import is_computer_player
from matches.model.ids import GuildId, PlayerId
from matches.model.match import Listing, Match
from render.text import legible

log = logging.getLogger(__name__)


LIMIT = 10_000
NAMELESS = 3600.0
"""Seconds before Discord is asked again about somebody it doesn't know."""
NOBODY = "–"
"""The name of somebody whom Discord doesn't know."""


_Ask: TypeAlias = Callable[[int], Awaitable[discord.abc.User]]
_FindGuild: TypeAlias = Callable[[GuildId], Awaitable[discord.Guild | None]]


class Called(NamedTuple):
    """A person's names: the one in a guild, the global one, and the plain user name, which has only
    Latin letters.
    """

    here: str
    everywhere: str | None
    plain: str

    @property
    def caption(self) -> str | None:
        """The first of these names that a picture can show: its font lacks many letters."""
        names = (self.here, self.everywhere, self.plain)
        return next((name for name in names if name and legible(name)), None)


class Names:
    """Display names by guild and user, remembered from interactions or asked for at Discord. A
    client that can't find guilds knows people by their names outside of guilds.
    """

    def __init__(self, client: discord.Client, find_guild: _FindGuild | None = None) -> None:
        self._client, self._members = client, Members()
        self._find_guild = find_guild
        self._known: OrderedDict[tuple[GuildId | None, PlayerId], Called] = OrderedDict()
        self._nameless: OrderedDict[tuple[GuildId | None, PlayerId], float] = OrderedDict()
        """People whom Discord doesn't know, and until when they are not asked for again."""

    def meet(self, guild_id: GuildId | None, *users: discord.abc.User) -> None:
        """Remembers these users' names in a guild (None: in direct messages)."""
        for user in users:
            key = guild_id, PlayerId(user.id)
            self._known[key] = _called(user)
            self._known.move_to_end(key)
        while len(self._known) > LIMIT:
            self._known.popitem(last=False)

    def known(
        self, guild_id: GuildId | None, user_id: PlayerId, language: NullTranslations
    ) -> str | None:
        """The name, if it is known without asking Discord."""
        if is_computer_player(user_id):
            return computer_player(user_id, language)
        found = self._known.get((guild_id, user_id))
        return found and found.here

    def shown(
        self, guild_id: GuildId | None, user_id: PlayerId, language: NullTranslations
    ) -> str | None:
        """The name for a picture, if it is known without asking Discord: one that can be drawn, if
        any.
        """
        found = self._known.get((guild_id, user_id))
        return (found and found.caption) or self.known(guild_id, user_id, language)

    async def of(
        self, guild_id: GuildId | None, user_id: PlayerId | None, language: NullTranslations
    ) -> str:
        """The name; a dash for nobody, and for people whom Discord no longer knows."""
        if user_id is not None and is_computer_player(user_id):
            return computer_player(user_id, language)
        found = await self._called(guild_id, user_id)
        return found.here if found else NOBODY

    async def in_match(
        self, match: Listing, player: PlayerId | None, language: NullTranslations
    ) -> str:
        """The name of somebody who plays or played in a match."""
        if match_text.is_former(match, player):
            return language.gettext(match_text.FORMER_PLAYER)
        return await self.of(match.place.guild, player, language)

    async def captions(self, match: Match, language: NullTranslations) -> tuple[str, ...]:
        """The captions of the seats in a picture of the match: the players' names if they can be
        drawn, else the names of the seats; of former players, that they are.
        """
        guild, captions = match.place.guild, list[str]()
        seats = match_text.seats(match, language)
        people = [one for one in match.seated if not is_computer_player(one)]
        called = await asyncio.gather(*(self._called(guild, one) for one in people))
        names = dict(zip(people, called, strict=True))
        for seat, player in zip(seats, match.players, strict=True):
            if player is not None and is_computer_player(player):
                captions.append(computer_player(player, language))
                continue
            if match_text.is_former(match, player):
                captions.append(language.gettext(match_text.FORMER_PLAYER))
                continue
            found = names.get(player) if player is not None else None
            captions.append((found.caption or seat) if found else NOBODY)
        return tuple(captions)

    async def _called(self, guild_id: GuildId | None, user_id: PlayerId | None) -> Called | None:
        if user_id is None:
            return None
        key = guild_id, user_id
        if key not in self._known and time.monotonic() >= self._nameless.get(key, 0.0):
            return await self._ask(guild_id, user_id)
        return self._known.get(key)

    async def _ask(self, guild_id: GuildId | None, user_id: PlayerId) -> Called | None:
        """The names of a member, or else of a user. Definite answers are remembered; after errors
        Discord is asked again. Only what the gateway doesn't tell costs requests.
        """
        here = await self._find_guild(guild_id) if guild_id and self._find_guild else None
        if here is not None and (member := await self._members.of(here, user_id)) is not None:
            self.meet(guild_id, member)
            return _called(member)
        asked: list[_Ask] = [self._client.fetch_user]
        if here is not None:
            asked.insert(0, here.fetch_member)
        settled = True
        for ask in asked:
            try:
                found = await ask(user_id)
            except TROUBLES as error:
                meaning = meaning_of(error)
                log.log(
                    meaning.level, "guild=%s user=%d can't be named: %s", guild_id, user_id, error
                )
                settled = settled and meaning.lasts
                continue
            if settled:
                self.meet(guild_id, found)
            return _called(found)
        if settled:
            self._nameless[guild_id, user_id] = time.monotonic() + NAMELESS
            if len(self._nameless) > LIMIT:
                self._nameless.popitem(last=False)
        return None


def _called(user: discord.abc.User) -> Called:
    return Called(user.display_name, user.global_name, user.name)
