"""News of competitions that have not been announced yet: see `competitions.log.due`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from competitions.log import due
from competitions.log.folds import fold_on
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Event, Joined, Replaced, Withdrawn
from competitions.tournaments.held import Held, Teams, teams_at
from competitions.tournaments.ids import CompetitionId, key_of, public_id
from competitions.tournaments.repository import event_of, fold_entries
from matches.model.ids import ChannelId, MessageId, PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import competitions as rows
from storage.database import Database, Work
from storage.logs import LogEntry
from storage.transactions import in_transaction, snapshot


@dataclass(frozen=True, slots=True)
class Moment:
    """A competition at one time, and who its entrants were then."""

    competition: Competition
    teams: Teams


@dataclass(frozen=True, slots=True)
class Told:
    """Something that has happened and is to be announced. `player` is who did it, if known;
    `before` is None for the opening. Those who have left are among the teams before. If somebody is
    replaced, `withdrawn_by` is who had withdrawn them, if known.
    """

    seq: int
    event: Event
    at: datetime
    player: PlayerId | None
    before: Moment | None
    after: Moment
    withdrawn_by: PlayerId | None = None

    @property
    def moved_up(self) -> tuple[EntrantId, ...]:
        """Those who were waiting, and have a place now that somebody else has left."""
        if self.before is None or isinstance(self.event, Joined):
            return ()
        waited = {entrant.id for entrant in self.before.competition.waiting}
        here = (entrant.id for entrant in self.after.competition.entrants)
        return tuple(id_ for id_ in here if id_ in waited)


async def take_news(db: Database, limit: int = 20) -> list[CompetitionId]:
    """Leases competitions that have news to announce."""
    return [public_id(number) for number in await due.take_news(db, rows.LOG, limit)]


async def news(db: Database, held: Held) -> list[Told]:
    """What has happened to a competition up to the state in `held` and has not been announced."""

    def work(connection: Connection) -> list[Told]:
        with snapshot(connection):
            log = rows.LOG.entries(connection, held.number, 0, held.seq)
        return [*_since_told(held, log)]

    with map_storage_errors():
        return await db.read(work)


def _since_told(held: Held, log: Sequence[LogEntry]) -> Iterator[Told]:
    """The entries of the log after the last one that was announced."""
    earlier = [entry for entry in log if entry.seq <= held.told]
    before: Moment | None = None
    teams = teams_at(held.members, held.told)
    changes = {seq for one in held.members for seq in (one.since, one.until)}
    if earlier:
        before = Moment(fold_on(held.id, fold_entries, None, earlier), teams)
    for entry in log[len(earlier) :]:
        known = before.competition if before is not None else None
        if entry.seq in changes:
            teams = teams_at(held.members, entry.seq)
        after = Moment(fold_on(held.id, fold_entries, known, [entry]), teams)
        event = event_of(entry)
        by = _withdrawn_by(log, entry.seq, event.entrant) if isinstance(event, Replaced) else None
        yield Told(entry.seq, event, entry.at, entry.player_id, before, after, by)
        before = after


def _withdrawn_by(log: Sequence[LogEntry], seq: int, entrant: EntrantId) -> PlayerId | None:
    """Who made an entrant's last withdrawal before this entry, if known."""
    withdrawals = (
        entry.player_id
        for entry in reversed(log)
        if entry.seq < seq
        and isinstance(event := event_of(entry), Withdrawn)
        and event.entrant == entrant
    )
    return next(withdrawals, None)


async def renew(db: Database, competition_id: CompetitionId, lease: timedelta = due.LEASE) -> None:
    """Leases the news of a tournament to the caller, from now on. Raises Unavailable."""
    await due.renew(db, rows.LOG, key_of(competition_id), lease)


async def posted(
    db: Database,
    competition_id: CompetitionId,
    message: MessageId | None,
    channel: ChannelId | None = None,
) -> None:
    """Notes the message in which people sign up from now on; None for no message. With a `channel`,
    the competition is held there from now on: in the thread that was made for it. Raises
    Unavailable.
    """
    work: Work[None] = partial(
        rows.note_poster, number=key_of(competition_id), message=message, channel=channel
    )
    with map_storage_errors():
        await db.write(in_transaction(work))


async def told(
    db: Database, competition_id: CompetitionId, seq: int, *, more: bool = False
) -> None:
    """Notes that everything up to entry `seq` was announced, or never will be. Callers that have
    `more` to announce keep their lease. Raises Unavailable.
    """
    await due.told(db, rows.LOG, key_of(competition_id), seq, more=more)
