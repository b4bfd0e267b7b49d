"""Looking ladders up, one by one and in lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from sqlalchemy import Connection, Row

import games
from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId, key_of, public_id
from competitions.ladders.repository import event_of, folds_of, load
from competitions.log.folds import loaded
from competitions.log.kept import People
from competitions.log.lists import Lists
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import Challenged, Event, LadderSettings, Opened
from competitions.model.ladder.texts import read
from games.protocol import AnyGame
from matches.model import ids
from matches.model.ids import ChannelId, GuildId, MatchId, MatchNumber, PlayerId
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.repository import key_of as match_key
from storage import ladders as rows
from storage.database import Database
from storage.held_lists import LADDERS
from storage.ids import LadderNumber
from storage.transactions import snapshot

Status: TypeAlias = Literal["running", "over"]
GOING: Sequence[Status] = ("running",)
OVER: Sequence[Status] = ("over",)

HISTORY = 12
"""How many challenges a page of the history shows."""


async def get(db: Database, ladder_id: LadderId) -> Held:
    """The ladder. Ids are read forgivingly. Raises CompetitionError, Unavailable."""
    return await loaded(db, load, folds_of(db), key_of(ladder_id))


async def belonging(db: Database, match_id: MatchId) -> tuple[LadderId, str] | None:
    """The id and the name of the ladder to which a match belongs; None if it belongs to none.
    Raises UnknownMatch, Unavailable.
    """
    number = match_key(match_id)
    with map_storage_errors(match_id):
        found = await db.read(partial(rows.belonging, number=number))
    return None if found is None else (public_id(found[0]), found[1])


# What has happened


@dataclass(frozen=True, slots=True)
class Past:
    """A challenge, running or past: when, by whom and to whom it was made. If it has ended, how; if
    it was played, the match.
    """

    number: int
    made: Challenged
    end: Event | None
    match_id: MatchId | None


@dataclass(frozen=True, slots=True)
class History:
    """Some challenges of a ladder, latest first, and who took part in them."""

    challenges: tuple[Past, ...]
    people: People
    more: bool


async def history(db: Database, held: Held, page: int = 0) -> History:
    """A page of a ladder's challenges. Raises Unavailable."""
    before = held.ladder.made + 1 - page * HISTORY

    def work(connection: Connection) -> History:
        with snapshot(connection):
            found = rows.challenges(connection, held.number, before, HISTORY)
            past = tuple(_past(connection, held.number, one) for one in found)
            wanted = {id_ for one in past for id_ in (one.made.challenger, *one.made.challenged)}
            people = rows.named(connection, held.number, wanted)
            named = {MemberId(member): player for member, player in people.items()}
            return History(past, named, before - HISTORY > 1)

    with map_storage_errors():
        return await db.read(work)


def _past(connection: Connection, number: LadderNumber, one: rows.ChallengeRow) -> Past:
    made = _event(connection, number, one.seq)
    assert isinstance(made, Challenged)
    end = None if one.ended is None else _event(connection, number, one.ended)
    match_id = None if one.match_id is None else ids.public_id(MatchNumber(one.match_id))
    return Past(one.number, made, end, match_id)


def _event(connection: Connection, number: LadderNumber, seq: int) -> Event:
    (entry,) = rows.LOG.entries(connection, number, seq - 1, seq)
    return event_of(entry)


# Lists, which need no log


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A ladder as it appears in lists, with the number of its members."""

    id: LadderId
    name: str
    guild: GuildId
    channel: ChannelId
    host: PlayerId
    game: AnyGame
    settings: LadderSettings
    status: Status
    members: int
    anywhere: bool


def _line(row: Row[Any]) -> Line:
    opened = read("open", row.settings, row.created_at)
    assert isinstance(opened, Opened)
    return Line(
        id=public_id(row.id),
        name=row.name,
        guild=row.guild,
        channel=row.channel,
        host=row.host,
        game=games.get(row.game),
        settings=opened.settings,
        status=row.status,
        members=row.members,
        anywhere=row.anywhere,
    )


_LISTS = Lists(LADDERS, _line, GOING, GOING)
of_player, in_guild, elsewhere = _LISTS.of_player, _LISTS.in_guild, _LISTS.elsewhere
"""See `competitions.log.lists`."""
