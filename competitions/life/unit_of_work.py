"""One use case of a competition: load it, let it act, write all or nothing.

The row of the competition is locked meanwhile, so that its use cases wait for each other; the log's
primary key would refuse the second one in any case, which then tries again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection

from competitions.life.held import Held, Team
from competitions.life.ids import CompetitionId
from competitions.life.repository import folds_of, held, key_of, load
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Event, reason_of
from competitions.model.texts import write
from matches.model.ids import PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import competitions as rows
from storage import players
from storage.competitions import CompetitionEntry, Member
from storage.database import Database, Work
from storage.errors import LostRace
from storage.ids import CompetitionNumber
from storage.privacy import NOBODY
from storage.transactions import transaction

T = TypeVar("T")

ATTEMPTS = 8


@dataclass
class UnitOfWork:
    """A competition in the hands of a use case. Everything it leaves here is written, or nothing.

    `competition` is as it will be after the `events`. `connection` is for looking something up.
    """

    held: Held
    """The competition as it was found, and as it was left once the unit of work is done."""
    now: datetime
    connection: Connection
    repeated: bool = False
    """Whether the interaction had been carried out before."""
    events: list[Event] = field(default_factory=list)
    changes: dict[str, Any] = field(default_factory=dict)
    """Columns of its own row."""
    writes: list[Callable[[Connection], None]] = field(default_factory=list)
    """What is written into other tables, in this order."""

    def __post_init__(self) -> None:
        self.competition: Competition = self.held.competition
        self.next_at = self.held.next_at

    @property
    def seq(self) -> int:
        """The number of the last entry, those that are to be written included."""
        return self.held.seq + len(self.events)

    def join(self, entrant: EntrantId, team: Team, asked: Collection[PlayerId] = ()) -> None:
        """From the last entry on these are an entrant."""
        members = [
            Member(entrant, place, one, self.seq, agreed=one not in asked)
            for place, one in enumerate(team, start=1)
        ]
        self.writes.append(partial(rows.add_members, number=self.held.number, joining=members))

    def leave(self, entrant: EntrantId) -> None:
        """From the last entry on nobody is this entrant, unless others join."""
        leaving = [(entrant, self.seq)]
        self.writes.append(partial(rows.end_members, number=self.held.number, leaving=leaving))

    def write(self, event: Event) -> None:
        """Adds an event; then somebody has to see to the competition. Raises CompetitionError."""
        self.competition = self.competition.apply(event)
        self.events.append(event)
        self.next_at = self.now

    def require_entrant(self, player: PlayerId) -> EntrantId:
        """The number of a player's entrant. Raises CompetitionError."""
        found = self.held.entrant_of(player)
        if found is None:
            raise CompetitionError("not-signed-up")
        return found

    def require_director(self, player: PlayerId, *, manager: bool) -> None:
        """Raises CompetitionError unless it is the director, or somebody who manages the guild."""
        if player != self.held.host and not manager:
            raise CompetitionError("not-director")


Act: TypeAlias = Callable[[UnitOfWork], None]
"""A use case: it checks, writes into the unit of work, and raises to refuse. It may be called
several times, each time with another unit of work."""


async def perform(
    db: Database,
    competition_id: CompetitionId,
    act: Act,
    *,
    player: PlayerId | None = None,
    interaction: int | None = None,
    hold: Collection[PlayerId] = (),
) -> UnitOfWork:
    """Carries a use case out for a `player`, and returns its unit of work.

    An interaction that was carried out before changes nothing. What hangs on the players to `hold`
    stays as it is meanwhile. Raises CompetitionError, Unavailable and what `act` raises.
    """
    number, folds = key_of(competition_id), folds_of(db)

    def work(connection: Connection) -> UnitOfWork:
        with transaction(connection):
            players.hold(connection, hold)
            unit = UnitOfWork(load(connection, folds, number, lock=True), db.now(), connection)
            if interaction is not None:
                unit.repeated = rows.of_interaction(connection, interaction) == number
            if not unit.repeated:
                _carry_out(unit, act)
                _store(connection, number, unit, player, interaction)
        return unit

    return await written(db, work)


def _carry_out(unit: UnitOfWork, act: Act) -> None:
    """Does it. A refusal that is about an entrant says who they are: nobody sees their numbers."""
    try:
        act(unit)
    except CompetitionError as error:
        entrant = error.fields.get("entrant")
        if entrant is not None:
            team = unit.held.teams.get(EntrantId(int(entrant)), ())
            error.fields["player"] = next(filter(None, team), None) or NOBODY
        raise


async def written(db: Database, work: Work[T]) -> T:
    """Does work that writes, again after a lost race. Raises Unavailable."""

    def run(connection: Connection) -> T:
        for _ in range(ATTEMPTS - 1):
            with suppress(LostRace):
                return work(connection)
        return work(connection)

    with map_storage_errors():
        return await db.write(run)


def _store(
    connection: Connection,
    number: CompetitionNumber,
    unit: UnitOfWork,
    player: PlayerId | None,
    interaction: int | None,
) -> None:
    """Writes what the use case leaves, and has `unit.held` as it is then."""
    before, changes = unit.held, unit.changes
    if unit.competition.status not in rows.GOING:
        unit.next_at = None
    if unit.next_at != before.next_at:
        changes["next_at"] = unit.next_at
    if unit.events:
        changes["status"] = unit.competition.status
    if unit.competition.stalled != before.competition.stalled:
        changes["stalled"] = len(unit.competition.stalled)
    added = [
        entry(seq, event, unit.now, player, interaction if seq == before.seq + 1 else None)
        for seq, event in enumerate(unit.events, before.seq + 1)
    ]
    rows.append(connection, number, before.seq, added, changes)
    for one in unit.writes:
        one(connection)
    row = rows.row(connection, number)
    assert row is not None
    unit.held = held(connection, row, unit.competition)


def entry(
    seq: int, event: Event, now: datetime, player: PlayerId | None, interaction: int | None = None
) -> CompetitionEntry:
    """An event as an entry of the log."""
    kind, text = write(event)
    return CompetitionEntry(seq, kind, text, now, player, interaction, reason_of(event) or None)
