"""The preferences of players and servers, cached for the answers to interactions.

The pipeline of interactions begins with `bot.interactions.locale.load_preferences`, which looks up
the preferences of the user. After that, its `language_of` and `preferences_of` are plain functions.
Values are cached only for a short while, because other processes may change them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Generic, TypeVar

from matches.model.computer_players import is_computer_player
from matches.model.errors import TableError
from matches.model.ids import GuildId, PlayerId
from matches.settings import guilds, players
from matches.settings.guilds import GuildSettings
from matches.settings.players import Preferences
from storage.database import Database

Id = TypeVar("Id", bound=int)
T = TypeVar("T")

log = logging.getLogger(__name__)


LIMIT = 10_000
"""The most players, and the most guilds, in the cache."""
FRESH = 15.0
"""Seconds for which a cached value is used."""


class _Kept(Generic[Id, T]):
    """Values by id, looked up if they are not cached or too old."""

    def __init__(self, look: Callable[[Id], Awaitable[T]], default: T) -> None:
        self._look = look
        self._default = default
        self._known: OrderedDict[Id, tuple[float, T]] = OrderedDict()
        self._asked: dict[Id, asyncio.Task[T]] = {}

    async def of(self, number: Id, patience: float | None = None) -> T:
        """The value. If the database can't be read, or not within so many seconds: the one that was
        known last, or else the default.
        """
        at, value = self._known.get(number, (0.0, self._default))
        if time.monotonic() - at < FRESH and number in self._known:
            return value
        if number not in self._asked:
            self._asked[number] = asyncio.create_task(self._ask(number), name="preferences")
        asked = self._asked[number]
        await asyncio.wait([asked], timeout=patience)
        return asked.result() if asked.done() else value

    async def _ask(self, number: Id) -> T:
        before = self._known.get(number)
        try:
            found = await self._look(number)
        except TableError as error:
            log.warning("id=%d: what was chosen can't be read: %s", number, error)
            return self._default if before is None else before[1]
        finally:
            del self._asked[number]
        now = self._known.get(number)
        return self.put(number, found) if now is before or now is None else now[1]

    async def stored(self, number: Id) -> T:
        """The value as it is stored. Raises Unavailable."""
        return self.put(number, await self._look(number))

    def put(self, number: Id, value: T) -> T:
        """Caches a value that is known to be current."""
        self._known[number] = time.monotonic(), value
        self._known.move_to_end(number)
        if len(self._known) > LIMIT:
            self._known.popitem(last=False)
        return value


class KnownPreferences:
    """The preferences of players and guilds. All changes go through here."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._players = _Kept(self._player, Preferences())
        self._guilds = _Kept(self._guild, GuildSettings())

    async def _player(self, player: PlayerId) -> Preferences:
        return await players.preferences(self._database, player)

    async def _guild(self, guild_id: GuildId) -> GuildSettings:
        return await guilds.settings(self._database, guild_id)

    async def by_player(self, player: PlayerId, patience: float | None = None) -> Preferences:
        """A player's preferences: those that were known last, or the defaults, if the database
        doesn't tell within so many seconds.
        """
        return await self._players.of(player, patience)

    async def stored_by_player(self, player: PlayerId) -> Preferences:
        """A player's preferences as they are stored, for whoever stores them again. Raises
        Unavailable.
        """
        return await self._players.stored(player)

    async def stored_in_guild(self, guild_id: GuildId) -> GuildSettings:
        """A guild's settings, in the same way. Raises Unavailable."""
        return await self._guilds.stored(guild_id)

    async def called(self, wanted: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
        """The ones of these players who want to be mentioned where a match is played."""
        people = [player for player in wanted if not is_computer_player(player)]
        chosen = [await self.by_player(player) for player in people]
        return tuple(
            player for player, own in zip(people, chosen, strict=True) if own.notices == "thread"
        )

    async def in_guild(self, guild_id: GuildId | None) -> GuildSettings:
        """A guild's settings; the defaults for None."""
        return GuildSettings() if guild_id is None else await self._guilds.of(guild_id)

    async def prefer(self, player: PlayerId, **wanted: Any) -> Preferences:
        """As `matches.settings.players.prefer`."""
        found = await players.prefer(self._database, player, **wanted)
        return self._players.put(player, found)

    async def configure(self, guild_id: GuildId, **wanted: Any) -> GuildSettings:
        """As `matches.settings.guilds.configure`."""
        stored = await guilds.configure(self._database, guild_id, **wanted)
        return self._guilds.put(guild_id, stored)
