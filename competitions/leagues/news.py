"""News of leagues that have not been announced yet: see `competitions.log.due`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from competitions.leagues.held import Held
from competitions.leagues.ids import LeagueId, key_of, public_id
from competitions.leagues.repository import event_of, fold_entries
from competitions.log import due
from competitions.log.folds import fold_on
from competitions.model.league.events import Event
from competitions.model.league.league import League
from matches.model.ids import MessageId, PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import leagues as rows
from storage.database import Database, Work
from storage.logs import LogEntry
from storage.transactions import in_transaction, snapshot


@dataclass(frozen=True, slots=True)
class Told:
    """Something that has happened and is to be announced. `player` is who did it, if known;
    `before` is None for the opening.
    """

    seq: int
    event: Event
    at: datetime
    player: PlayerId | None
    before: League | None
    after: League


async def take_news(db: Database, limit: int = 20) -> list[LeagueId]:
    """Leases leagues that have news to announce."""
    return [public_id(number) for number in await due.take_news(db, rows.LOG, limit)]


async def news(db: Database, held: Held) -> list[Told]:
    """What has happened to a league up to the state in `held` and has not been announced."""

    def work(connection: Connection) -> list[Told]:
        with snapshot(connection):
            log = rows.LOG.entries(connection, held.number, 0, held.seq)
        return [*_since_told(held, log)]

    with map_storage_errors():
        return await db.read(work)


def _since_told(held: Held, log: Sequence[LogEntry]) -> Iterator[Told]:
    """The entries of the log after the last one that was announced."""
    earlier = [entry for entry in log if entry.seq <= held.told]
    before = fold_on(held.id, fold_entries, None, earlier) if earlier else None
    for entry in log[len(earlier) :]:
        after = fold_on(held.id, fold_entries, before, [entry])
        yield Told(entry.seq, event_of(entry), entry.at, entry.player_id, before, after)
        before = after


async def renew(db: Database, league_id: LeagueId, lease: timedelta = due.LEASE) -> None:
    """Leases the news of a league to the caller, from now on. Raises Unavailable."""
    await due.renew(db, rows.LOG, key_of(league_id), lease)


async def posted(db: Database, league_id: LeagueId, message: MessageId | None) -> None:
    """Notes the message in which people sign up from now on; None for no message. Raises
    Unavailable.
    """
    work: Work[None] = partial(rows.note_poster, number=key_of(league_id), message=message)
    with map_storage_errors():
        await db.write(in_transaction(work))


async def told(db: Database, league_id: LeagueId, seq: int, *, more: bool = False) -> None:
    """Notes that everything up to entry `seq` was announced, or never will be. Callers that have
    `more` to announce keep their lease. Raises Unavailable.
    """
    await due.told(db, rows.LOG, key_of(league_id), seq, more=more)
