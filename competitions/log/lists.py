"""Lists of competitions, ladders and leagues. They are read from rows alone, without logs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Row

from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.storage_errors import map_storage_errors
from storage.database import Database
from storage.held_lists import Listed, Wanted
from storage.transactions import snapshot

L = TypeVar("L")

PAGE = 25
"""How many lines a page has."""


@dataclass(frozen=True, slots=True)
class Page(Generic[L]):
    """Some lines of a list, latest first, and how many there are in all."""

    lines: tuple[L, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Lists(Generic[L]):
    """The lists of one kind. `line` makes a line from a row. Those with a status in `going` are
    listed unless other statuses are asked for. Those in `open` may be joined from other guilds.
    """

    kind: Listed
    line: Callable[[Row[Any]], L]
    going: Sequence[str]
    open: Sequence[str]

    async def of_player(
        self,
        db: Database,
        player: PlayerId,
        *,
        statuses: Sequence[str] | None = None,
        offset: int = 0,
        limit: int = PAGE,
    ) -> Page[L]:
        """Those to which a player belongs, or which they direct. Raises Unavailable."""
        wanted = Wanted(statuses or self.going, player=player)
        return await self._page(db, wanted, offset, limit)

    async def in_guild(
        self,
        db: Database,
        guild: GuildId,
        *,
        statuses: Sequence[str] | None = None,
        channels: Collection[ChannelId] | None = None,
        offset: int = 0,
        limit: int = PAGE,
    ) -> Page[L]:
        """Those of a guild. With `channels`, only those that are held there or that anybody may
        join. Raises Unavailable.
        """
        wanted = Wanted(statuses or self.going, guild=guild, channels=channels)
        return await self._page(db, wanted, offset, limit)

    async def elsewhere(
        self, db: Database, guild: GuildId | None, *, offset: int = 0, limit: int = PAGE
    ) -> Page[L]:
        """Those of other guilds that anybody may join now. Raises Unavailable."""
        wanted = Wanted(self.open, guild=guild, elsewhere=True)
        return await self._page(db, wanted, offset, limit)

    async def _page(self, db: Database, wanted: Wanted, offset: int, limit: int) -> Page[L]:
        def work(connection: Connection) -> Page[L]:
            with snapshot(connection):
                found = self.kind.lines(connection, wanted, limit, offset)
                return Page(tuple(map(self.line, found)), self.kind.count(connection, wanted))

        with map_storage_errors():
            return await db.read(work)
