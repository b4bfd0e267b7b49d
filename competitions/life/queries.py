"""Looking competitions up, one by one and in lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row

import games
from competitions.life.held import Held
from competitions.life.ids import CompetitionId, public_id
from competitions.life.repository import Folds, folds_of, key_of, load
from competitions.model.competition import Status
from competitions.model.pairings import Game
from competitions.model.settings import Settings
from competitions.model.texts import read_settings
from games.protocol import AnyGame
from matches.model import ids
from matches.model.ids import ChannelId, GuildId, MatchId, MatchNumber, PlayerId
from matches.model.match import GOING as PLAYING
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.repository import key_of as match_key
from storage import competition_lists as lists
from storage import competitions as rows
from storage.competition_lists import Wanted
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.transactions import snapshot

GOING: Sequence[Status] = ("open", "running")
OVER: Sequence[Status] = ("over", "cancelled")

PAGE = 25
"""How many a list shows at once."""


async def get(db: Database, competition_id: CompetitionId) -> Held:
    """The competition. Ids are read forgivingly. Raises CompetitionError, Unavailable."""
    number = key_of(competition_id)
    with map_storage_errors():
        return await db.read(partial(_at_one_moment, folds_of(db), number))


def _at_one_moment(folds: Folds, number: CompetitionNumber, connection: Connection) -> Held:
    with snapshot(connection):
        return load(connection, folds, number)


async def of_match(db: Database, match_id: MatchId) -> tuple[CompetitionId, Game] | None:
    """The competition of which a match is a game, and which one. Raises UnknownMatch."""
    number = match_key(match_id)
    with map_storage_errors(match_id):
        found = await db.read(partial(rows.of_match, number=number))
    return None if found is None else (public_id(found[0]), found[1])


# Lists, which need no log


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A competition as lists show it. `entrants` counts all who have signed up, `stalled` the games
    that wait for the director.
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


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a list, the latest competition first, and how many there are in all."""

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
    """The competitions that a player has signed up for or directs."""
    return await _page(db, Wanted(statuses, player=player, host=player), offset, limit)


async def in_guild(
    db: Database,
    guild: GuildId,
    *,
    statuses: Sequence[Status] = GOING,
    offset: int = 0,
    limit: int = PAGE,
) -> Page:
    """The competitions of a guild; with the status "open" alone, those to sign up for."""
    return await _page(db, Wanted(statuses, guild=guild), offset, limit)


async def elsewhere(
    db: Database, guild: GuildId | None, *, offset: int = 0, limit: int = PAGE
) -> Page:
    """The competitions of other guilds that anybody may sign up for now."""
    return await _page(db, Wanted(("open",), guild=guild, elsewhere=True), offset, limit)


async def waiting(
    db: Database,
    player: PlayerId | None = None,
    *,
    guild: GuildId | None = None,
    offset: int = 0,
    limit: int = PAGE,
) -> Page:
    """Those in which games wait for the director: that a player directs, or of a guild."""
    wanted = Wanted(("running",), guild=guild, host=player, stalled=True)
    return await _page(db, wanted, offset, limit)


async def _page(db: Database, wanted: Wanted, offset: int, limit: int) -> Page:
    def work(connection: Connection) -> Page:
        with snapshot(connection):
            found = lists.lines(connection, wanted, limit, offset)
            return Page(tuple(map(_line, found)), lists.count(connection, wanted))

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
        team=row.team,
        status=row.status,
        entrants=row.entrants,
        anywhere=row.anywhere,
        stalled=row.stalled,
        starts_at=row.starts_at,
        ends_at=rows.ends_at(row),
    )


@dataclass(frozen=True, slots=True)
class Playing:
    """A game of a competition that a player plays now, and whether it is their turn."""

    competition: CompetitionId
    name: str
    game: Game
    match: MatchId
    their_turn: bool


async def games_of(db: Database, player: PlayerId, limit: int = PAGE) -> list[Playing]:
    """The games of competitions that a player plays now, where it is their turn first."""
    with map_storage_errors():
        query = partial(lists.games_of, player=player, statuses=PLAYING, limit=limit)
        found = await db.read(query)
    return [
        Playing(
            public_id(one.competition_id),
            one.name,
            (one.round, one.pairing, one.game),
            ids.public_id(MatchNumber(one.match_id)),
            bool(one.theirs) and one.status == "running",
        )
        for one in found
    ]
