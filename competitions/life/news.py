"""What has happened to competitions and was not announced yet.

Whoever announces takes a competition (`untold`), which nobody else gets for a `LEASE`, reads its
`news`, and says how far it has told them (`told`). Who needs longer renews the lease (`renew`).
What happens meanwhile is told afterwards, by whoever comes next.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from competitions.life.held import Held, Teams, teams_at
from competitions.life.ids import CompetitionId, public_id
from competitions.life.repository import event_of, fold_on, key_of
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Event, Joined
from matches.model.ids import PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import competitions as rows
from storage.database import Database, Work
from storage.transactions import in_transaction, snapshot

LEASE = timedelta(seconds=20)
"""How long announcements are left to whoever makes them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A competition as it was, and who its entrants were."""

    competition: Competition
    teams: Teams


@dataclass(frozen=True, slots=True)
class Told:
    """Something that has happened, for announcing. `player` is who did it, if that is known;
    `before` is None for the opening. Who has left is among the teams before.
    """

    seq: int
    event: Event
    at: datetime
    player: PlayerId | None
    before: Moment | None
    after: Moment

    @property
    def moved_up(self) -> tuple[EntrantId, ...]:
        """Those who had waited, and have a place now that somebody else has left."""
        if self.before is None or isinstance(self.event, Joined):
            return ()
        waited = {entrant.id for entrant in self.before.competition.waiting}
        here = (entrant.id for entrant in self.after.competition.entrants)
        return tuple(id_ for id_ in here if id_ in waited)


async def untold(db: Database, limit: int = 20) -> list[CompetitionId]:
    """The competitions of which there is something to announce, left to the caller for `LEASE`."""
    now = db.now()
    with map_storage_errors():
        if not await db.read(partial(rows.is_due, now=now, telling=True)):
            return []
        lease = partial(rows.lease, now=now, until=now + LEASE, limit=limit, telling=True)
        return [public_id(number) for number in await db.write(in_transaction(lease))]


async def news(db: Database, held: Held) -> list[Told]:
    """What has happened to a competition, as it was found, and was not announced yet."""

    def work(connection: Connection) -> list[rows.CompetitionEntry]:
        with snapshot(connection):
            return rows.entries(connection, held.number, 0, held.seq)

    with map_storage_errors():
        log = await db.read(work)
    found = list[Told]()
    before: Moment | None = None
    for entry in log:
        known = before.competition if before is not None else None
        competition = fold_on(held.number, known, [entry])
        after = Moment(competition, teams_at(held.members, entry.seq))
        if entry.seq > held.told:
            event = event_of(entry)
            found.append(Told(entry.seq, event, entry.at, entry.player_id, before, after))
        before = after
    return found


async def renew(db: Database, competition_id: CompetitionId) -> None:
    """The news of a competition are left to the caller for another `LEASE`. Raises Unavailable."""
    number, until = key_of(competition_id), db.now() + LEASE
    work: Work[None] = partial(rows.renew, number=number, until=until)
    with map_storage_errors():
        await db.write(in_transaction(work))


async def told(db: Database, competition_id: CompetitionId, seq: int) -> None:
    """Everything up to entry `seq` has been announced, or never will be. Raises Unavailable."""
    work: Work[None] = partial(rows.note_told, number=key_of(competition_id), seq=seq, now=db.now())
    with map_storage_errors():
        await db.write(in_transaction(work))
