"""Looking competitions up, one by one and in lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row

import games
from competitions.log.folds import Folds, loaded
from competitions.log.lists import Lists
from competitions.model.competition import Competition, Status
from competitions.model.settings import Settings
from competitions.model.texts import read_settings
from competitions.tournaments.held import Held
from competitions.tournaments.ids import CompetitionId, key_of, public_id
from competitions.tournaments.repository import folds_of, load
from games.protocol import AnyGame
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.repository import key_of as match_key
from storage import competition_lists as lists
from storage import competitions as rows
from storage.database import Database
from storage.held_lists import COMPETITIONS
from storage.ids import CompetitionNumber, LeagueNumber
from storage.transactions import snapshot

GOING: Sequence[Status] = ("open", "running")
OVER: Sequence[Status] = ("over", "cancelled")


async def get(db: Database, competition_id: CompetitionId) -> Held:
    """The competition. Ids are read forgivingly. Raises CompetitionError, Unavailable."""
    return await loaded(db, load, folds_of(db), key_of(competition_id))


async def sections(db: Database, whole: Held) -> list[Held]:
    """The sections of a divided competition, strongest first, in one consistent read. Raises
    CompetitionError, Unavailable.
    """
    with map_storage_errors():
        return await db.read(partial(_sections, folds_of(db), [*map(key_of, whole.sections)]))


def _sections(
    folds: Folds[Competition], numbers: Sequence[CompetitionNumber], connection: Connection
) -> list[Held]:
    with snapshot(connection):
        return [load(connection, folds, number) for number in numbers]


async def changed_at(db: Database, *held: Held) -> list[datetime]:
    """When the last entry that each of these knows was logged. Raises Unavailable."""

    def work(connection: Connection) -> list[datetime]:
        return [
            rows.LOG.entries(connection, one.number, one.seq - 1, one.seq)[0].at for one in held
        ]

    with map_storage_errors():
        return await db.read(work)


async def belonging(
    db: Database, match_id: MatchId
) -> tuple[CompetitionId, str, int, LeagueNumber | None] | None:
    """The competition to which a match belongs: its id and name, the round, and the league whose
    division it is; None if it belongs to none. Raises UnknownMatch, Unavailable.
    """
    number = match_key(match_id)
    with map_storage_errors(match_id):
        found = await db.read(partial(lists.belonging, number=number))
    if found is None:
        return None
    return public_id(found.id), found.name, found.round, found.league


LOOKED_AT = 100
"""How many of a player's latest competitions are searched for medals."""
LAST_MEDAL = 3


@dataclass(frozen=True, slots=True)
class Medal:
    """A place from 1 to 3 in a competition. `game` is the key of its game."""

    game: str
    place: int


async def medals(db: Database, player: PlayerId) -> tuple[Medal, ...]:
    """The medals that a player has won in their latest competitions, latest first. Each member of a
    team has one; divisions of leagues give none. Raises Unavailable.
    """
    with map_storage_errors():
        found = await db.read(partial(lists.ended, player=player, most=LOOKED_AT))
    places = [(one.game, _place(one.places, one.entrant)) for one in found]
    return tuple(Medal(game, place) for game, place in places if place is not None)


def _place(order: str, entrant: int) -> int | None:
    """An entrant's place, from the beginning of a final order, if it is one of the first three."""
    if len(order) == lists.ORDER:  # The last number may be cut off.
        order = order[: max(order.rfind(" "), order.rfind(","), 0)]
    place = 1
    for shared in order.split(" "):
        there = shared.split(",")
        if place > LAST_MEDAL:
            return None
        if str(entrant) in there:
            return place
        place += len(there)
    return None


# Lists, which need no log


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A competition as it appears in lists. `entrants` counts all who have signed up, `stalled` the
    games that wait for the director.
    """

    id: CompetitionId
    name: str
    guild: GuildId
    channel: ChannelId
    host: PlayerId
    game: AnyGame
    settings: Settings
    team: int
    status: Status
    entrants: int
    anywhere: bool
    stalled: int
    starts_at: datetime | None
    ends_at: datetime | None


def _line(row: Row[Any]) -> Line:
    return Line(
        id=public_id(row.id),
        name=row.name,
        guild=row.guild,
        channel=row.channel,
        host=row.host,
        game=games.get(row.game),
        settings=read_settings(row.settings),
        team=row.team,
        status=row.status,
        entrants=row.entrants,
        anywhere=row.anywhere,
        stalled=row.stalled,
        starts_at=row.starts_at,
        ends_at=rows.ends_at(row),
    )


_LISTS = Lists(COMPETITIONS, _line, GOING, ("open",))
of_player, in_guild, elsewhere = _LISTS.of_player, _LISTS.in_guild, _LISTS.elsewhere
"""See `competitions.log.lists`."""
