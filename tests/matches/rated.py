"""What tests of ratings share: places, a pool, and what is stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from matches import Place
from matches.model.ids import ChannelId, GuildId
from matches.model.ratings import (
    Pool,
)
from storage.database import Database
from storage.schema import rating, rating_change, seat_advantage, standing, tally

ELSEWHERE = Place(guild=GuildId(800), channel=ChannelId(81))
ALONE = Place(guild=None, channel=ChannelId(91))
POOL = Pool("toy", 2)


async def stored(db: Database) -> dict[str, set[tuple[Any, ...]]]:
    """All rows of ratings and leaderboards, without generated keys."""

    def work(connection: Connection) -> dict[str, set[tuple[Any, ...]]]:
        found = {}
        for table in (rating, rating_change, seat_advantage, standing, tally):
            columns = [column for column in table.columns if column.name != "id"]
            rows = connection.execute(select(*columns))
            empty = columns.index(tally.c.count) if table is tally else None
            found[table.name] = {tuple(row) for row in rows if empty is None or row[empty]}
        return found

    return await db.read(work)
