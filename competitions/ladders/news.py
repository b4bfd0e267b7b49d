"""News of ladders that have not been announced yet: see `competitions.log.due`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId, key_of, public_id
from competitions.ladders.repository import event_of, fold_entries
from competitions.log import due
from competitions.log.folds import Known, fold_on
from competitions.log.kept import People
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import Event
from competitions.model.ladder.ladder import Ladder
from matches.model import ids
from matches.model.ids import MatchId, MatchNumber, PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import ladders as rows
from storage.database import Database
from storage.logs import LogEntry
from storage.transactions import snapshot


@dataclass(frozen=True, slots=True)
class Told:
    """Something that has happened and is to be announced. `player` is who did it, if known;
    `before` is None for the opening. `people` says who the members before and after it are.
    """

    seq: int
    event: Event
    at: datetime
    player: PlayerId | None
    before: Ladder | None
    after: Ladder
    people: People = field(default_factory=dict)


async def take_news(db: Database, limit: int = 20) -> list[LadderId]:
    """Leases ladders that have news to announce."""
    return [public_id(number) for number in await due.take_news(db, rows.LOG, limit)]


_KNOWN: Known[Ladder] = Known()
"""Each ladder as it was when its last news were announced: logs needn't be folded each time."""


async def news(db: Database, held: Held) -> list[Told]:
    """What has happened to a ladder up to the state in `held` and has not been announced."""
    folds = _KNOWN.of(db)

    def work(connection: Connection) -> list[Told]:
        with snapshot(connection):
            last, before = folds.get(held.number, held.told)
            log = rows.LOG.entries(connection, held.number, last, held.seq)
            earlier = log[: held.told - last]
            if earlier:
                before = fold_on(held.id, fold_entries, before, earlier)
                folds.put(held.number, held.told, before)
            found = [*_told(held, before, log[held.told - last :])]
            ladders = [now for one in found for now in (one.before, one.after) if now is not None]
            here = {id_ for now in ladders for id_ in now.places}
            named = rows.named(connection, held.number, here)
        people = {MemberId(member): player for member, player in named.items()}
        return [replace(one, people=people) for one in found]

    with map_storage_errors():
        return await db.read(work)


def _told(held: Held, before: Ladder | None, log: Sequence[LogEntry]) -> Iterator[Told]:
    for entry in log:
        after = fold_on(held.id, fold_entries, before, [entry])
        yield Told(entry.seq, event_of(entry), entry.at, entry.player_id, before, after)
        before = after


async def match_of(db: Database, held: Held, challenge: int) -> MatchId | None:
    """The match of a challenge, running or not; None if it has none yet."""

    def work(connection: Connection) -> MatchId | None:
        (found,) = rows.challenges(connection, held.number, challenge + 1, 1)
        return None if found.match_id is None else ids.public_id(MatchNumber(found.match_id))

    with map_storage_errors():
        return await db.read(work)


async def renew(db: Database, ladder_id: LadderId, lease: timedelta = due.LEASE) -> None:
    """Leases the news of a ladder to the caller, from now on. Raises Unavailable."""
    await due.renew(db, rows.LOG, key_of(ladder_id), lease)


async def told(db: Database, ladder_id: LadderId, seq: int, *, more: bool = False) -> None:
    """Notes that everything up to entry `seq` was announced, or never will be. Callers that have
    `more` to announce keep their lease. Raises Unavailable.
    """
    await due.told(db, rows.LOG, key_of(ladder_id), seq, more=more)
