"""Looking leagues up, one by one and in lists."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row

import games
from competitions.league.events import LeagueSettings
from competitions.league.league import League, Status
from competitions.league.texts import read_settings
from competitions.leagues.held import Held
from competitions.leagues.ids import LeagueId, key_of, public_id
from competitions.leagues.repository import folds_of, load
from competitions.life import queries as life
from competitions.life.held import Held as Division
from competitions.life.held import Part
from competitions.logged.folds import Folds
from games.protocol import AnyGame
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.storage_errors import map_storage_errors
from storage.database import Database
from storage.held_lists import LEAGUES, Wanted
from storage.ids import LeagueNumber
from storage.transactions import snapshot

GOING: Sequence[Status] = ("open", "running")
OVER: Sequence[Status] = ("over",)

PAGE = 25
"""How many a list shows at once."""


async def get(db: Database, league_id: LeagueId) -> Held:
    """The league. Ids are read forgivingly. Raises CompetitionError, Unavailable."""
    number = key_of(league_id)
    with map_storage_errors():
        return await db.read(partial(_at_one_moment, folds_of(db), number))


async def of_part(db: Database, part: Part) -> Held:
    """The league to which a division belongs. Raises CompetitionError, Unavailable."""
    return await get(db, public_id(part.league))


def _at_one_moment(folds: Folds[League], number: LeagueNumber, connection: Connection) -> Held:
    with snapshot(connection):
        return load(connection, folds, number)


async def division(db: Database, held: Held, number: int) -> Division:
    """The competition that is a division of the latest season. Raises CompetitionError,
    Unavailable.
    """
    return await life.get(db, held.divisions[number - 1])


# Lists, which need no log


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A league as lists show it, with its latest season and how many have signed up for the
    next.
    """

    id: LeagueId
    name: str
    guild: GuildId
    channel: ChannelId
    host: PlayerId
    game: AnyGame
    settings: LeagueSettings
    status: Status
    season: int
    signed: int
    starts_at: datetime
    anywhere: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a list, the latest league first, and how many there are in all."""

    lines: tuple[Line, ...]
    count: int


async def of_player(
    db: Database,
    player: PlayerId,
    *,
    statuses: Sequence[Status] = GOING,
    offset: int = 0,
    limit: int = PAGE,
) -> Page:
    """The leagues in which a player is or has been, or which they direct."""
    return await _page(db, Wanted(statuses, player=player), offset, limit)


async def in_guild(
    db: Database,
    guild: GuildId,
    *,
    statuses: Sequence[Status] = GOING,
    channels: Collection[ChannelId] | None = None,
    offset: int = 0,
    limit: int = PAGE,
) -> Page:
    """The leagues of a guild. With `channels` only those that are held there, and those that
    anybody may join.
    """
    return await _page(db, Wanted(statuses, guild=guild, channels=channels), offset, limit)


async def elsewhere(
    db: Database, guild: GuildId | None, *, offset: int = 0, limit: int = PAGE
) -> Page:
    """The leagues of other guilds that anybody may sign up for."""
    return await _page(db, Wanted(GOING, guild=guild, elsewhere=True), offset, limit)


async def _page(db: Database, wanted: Wanted, offset: int, limit: int) -> Page:
    def work(connection: Connection) -> Page:
        with snapshot(connection):
            found = LEAGUES.lines(connection, wanted, limit, offset)
            return Page(tuple(map(_line, found)), LEAGUES.count(connection, wanted))

    with map_storage_errors():
        return await db.read(work)


def _line(row: Row[Any]) -> Line:
    return Line(
        id=public_id(row.id),
        name=row.name,
        guild=row.guild,
        channel=row.channel,
        host=row.host,
        game=games.get(row.game),
        settings=read_settings(row.settings),
        status=row.status,
        season=row.season,
        signed=row.signed,
        starts_at=row.starts_at,
        anywhere=row.anywhere,
    )
