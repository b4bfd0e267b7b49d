"""Daily puzzles: which guilds want one, of which game, where and when; and which are due.

The nonce is passed on to Discord, so a puzzle that was sent just before a process died is not sent
again by the next process.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import partial
from zlib import crc32

from matches.model.ids import ChannelId, GuildId
from matches.model.storage_errors import read, write
from storage import dailies as rows
from storage.dailies import Daily
from storage.database import Database

LEASE = timedelta(seconds=20)
"""How long a puzzle is leased to the process that posts it: less time than nonces are valid."""


@dataclass(frozen=True, slots=True)
class Due:
    """A puzzle to post: the one of `day`, counted from the year 1."""

    row: Daily

    @property
    def nonce(self) -> str:
        """The same for each attempt, and different for every other message in this channel."""
        return f"daily.{self.row.day}.{crc32(self.row.game.encode()):08x}"


def next_post(now: datetime, hour: int, after: int = 0) -> tuple[int, datetime]:
    """The first day later than `after` whose hour is still to come, and that moment."""
    day = now.astimezone(UTC).date()
    while True:
        moment = datetime.combine(day, time(hour), UTC)
        if moment > now and day.toordinal() > after:
            return day.toordinal(), moment
        day += timedelta(days=1)


async def want(db: Database, guild: GuildId, game: str, channel: ChannelId, hour: int) -> Daily:
    """Notes that a guild wants a puzzle of this game every day. Returns what is stored. Raises
    Unavailable.
    """
    day, moment = next_post(db.now(), hour)
    wanted = Daily(guild, game, channel, hour, day, moment)
    await write(db, partial(rows.put, wanted=wanted))
    return wanted


async def unwant(db: Database, guild: GuildId, game: str) -> bool:
    """Notes that a guild no longer wants it. Returns whether it wanted one. Raises Unavailable."""
    return await write(db, partial(rows.remove, guild=guild, game=game))


async def wanted(db: Database, guild: GuildId) -> list[Daily]:
    """The guild's puzzles of the day, by game. Raises Unavailable."""
    return await read(db, partial(rows.of_guild, guild=guild))


async def due(db: Database, limit: int = 10) -> list[Due]:
    """Leases the puzzles that are due, for `LEASE`. Raises Unavailable."""
    now = db.now()
    if not await read(db, partial(rows.is_due, now=now)):
        return []
    work = partial(rows.claim, now=now, until=now + LEASE, limit=limit)
    return [Due(row) for row in await write(db, work)]


async def done(db: Database, posted: Due) -> None:
    """Notes that a puzzle has been posted or can't be; the next one follows on another day. Raises
    Unavailable.
    """
    row = posted.row
    day, moment = next_post(db.now(), row.hour, row.day)
    await write(db, partial(rows.go_on, sent=row, day=day, due_at=moment))
