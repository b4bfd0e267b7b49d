"""Looking leagues up, one by one and in lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row

import games
from competitions.leagues.held import Held
from competitions.leagues.ids import LeagueId, key_of, public_id
from competitions.leagues.repository import folds_of, load
from competitions.log.folds import loaded
from competitions.log.lists import Lists
from competitions.model.league.events import LeagueSettings
from competitions.model.league.league import Status
from competitions.model.league.texts import read_settings
from competitions.tournaments import queries as tournaments
from competitions.tournaments.held import Held as Division
from competitions.tournaments.held import Part
from games.protocol import AnyGame
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage.database import Database
from storage.held_lists import LEAGUES

GOING: Sequence[Status] = ("open", "running")
OVER: Sequence[Status] = ("over",)


async def get(db: Database, league_id: LeagueId) -> Held:
    """The league. Ids are read forgivingly. Raises CompetitionError, Unavailable."""
    return await loaded(db, load, folds_of(db), key_of(league_id))


async def of_part(db: Database, part: Part) -> Held:
    """The league to which a division belongs. Raises CompetitionError, Unavailable."""
    return await get(db, public_id(part.league))


async def division(db: Database, held: Held, number: int) -> Division:
    """The competition that is a division of the latest season. Raises CompetitionError,
    Unavailable.
    """
    return await tournaments.get(db, held.divisions[number - 1])


# Lists, which need no log


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A league as it appears in lists, with its latest season and how many have signed up for the
    next one.
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


_LISTS = Lists(LEAGUES, _line, GOING, GOING)
of_player, in_guild, elsewhere = _LISTS.of_player, _LISTS.in_guild, _LISTS.elsewhere
"""See `competitions.log.lists`."""
