"""Rows of the daily puzzles that guilds want. Functions that write need a transaction."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select, update

from storage.ids import ChannelId, GuildId
from storage.schema import daily
from storage.upserts import upsert

_HERE = (daily.c.guild == bindparam("at_guild"), daily.c.game == bindparam("at_game"))
_OF_GUILD = select(daily).where(daily.c.guild == bindparam("at_guild")).order_by(daily.c.game)
_DUE = (
    select(daily)
    .where(daily.c.due_at <= bindparam("now"))
    .order_by(daily.c.due_at, daily.c.guild, daily.c.game)
    .limit(bindparam("most"))
)
_REMOVE = delete(daily).where(*_HERE)
_PUT_OFF = update(daily).where(*_HERE).values(due_at=bindparam("until"))
_NEXT = (
    update(daily)
    .where(
        *_HERE,
        daily.c.day == bindparam("sent"),
        daily.c.hour == bindparam("at_hour"),
        daily.c.channel == bindparam("at_channel"),
    )
    .values(day=bindparam("next_day"), due_at=bindparam("until"))
)


@dataclass(frozen=True, slots=True)
class Daily:
    """What a guild wants. The fields are the columns of the table."""

    guild: GuildId
    game: str
    channel: ChannelId
    hour: int
    day: int
    due_at: datetime

    @property
    def where(self) -> dict[str, object]:
        """The condition that selects its row."""
        return {"at_guild": self.guild, "at_game": self.game}


def of_guild(connection: Connection, guild: GuildId) -> list[Daily]:
    """All daily puzzles that a guild wants, by game."""
    return [Daily(*row) for row in connection.execute(_OF_GUILD, {"at_guild": guild})]


def put(connection: Connection, wanted: Daily) -> None:
    """Stores what the guild wants, replacing what it wanted for this game before."""
    connection.execute(upsert(connection, daily), asdict(wanted))


def remove(connection: Connection, guild: GuildId, game: str) -> bool:
    """Removes the guild's daily puzzle of a game. Returns whether there was one."""
    found = connection.execute(_REMOVE, {"at_guild": guild, "at_game": game})
    return bool(found.rowcount)


def is_due(connection: Connection, now: datetime) -> bool:
    """Whether anything is to be sent. A look at an index."""
    return connection.execute(_DUE, {"now": now, "most": 1}).first() is not None


def claim(connection: Connection, now: datetime, until: datetime, limit: int) -> list[Daily]:
    """The puzzles to send now, leased to the caller: nobody else gets them until that time."""
    locked = _DUE.with_for_update(skip_locked=True)
    found = [Daily(*row) for row in connection.execute(locked, {"now": now, "most": limit})]
    for one in found:
        connection.execute(_PUT_OFF, one.where | {"until": until})
    return found


def go_on(connection: Connection, sent: Daily, day: int, due_at: datetime) -> None:
    """Notes that it has been sent, unless that was noted already or the guild has changed it in the
    meantime.
    """
    given = {"sent": sent.day, "at_hour": sent.hour, "at_channel": sent.channel}
    connection.execute(_NEXT, sent.where | given | {"next_day": day, "until": due_at})
