"""One use case: it loads what it is about, acts, and writes everything or nothing.

The row is locked meanwhile, so use cases of the same row wait for each other. Even without the
lock, the log's primary key would refuse the second one, which then tries again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy import Connection, Row

from competitions.log.kept import Kept
from competitions.model.errors import CompetitionError
from matches.model.ids import PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import players
from storage.database import Database, Work
from storage.errors import LostRace
from storage.logs import Log, LogEntry
from storage.privacy import NOBODY
from storage.transactions import transaction

T = TypeVar("T")
H = TypeVar("H", bound=Kept)
E = TypeVar("E")
U = TypeVar("U", bound="UnitOfWork[Any, Any]")

ATTEMPTS = 8


@dataclass
class UnitOfWork(ABC, Generic[H, E]):
    """What has a log, during a use case. Everything noted here is written together, or nothing is.
    `connection` may be used for reading.

    Each kind defines how it is loaded, and what follows from an event.
    """

    LOG: ClassVar[Log[Any]]

    held: H
    """As it was loaded; after the unit of work is done, as it was left."""
    now: datetime
    connection: Connection
    repeated: bool = False
    """Whether the interaction was already carried out."""
    events: list[E] = field(default_factory=list)
    changes: dict[str, Any] = field(default_factory=dict)
    """Columns to change in its own row."""
    writes: list[Callable[[Connection], object]] = field(default_factory=list)
    """Writes to other tables, in this order."""

    def __post_init__(self) -> None:
        self.next_at = self.held.next_at

    @property
    def seq(self) -> int:
        """The number of the last entry, counting those that are yet to be written."""
        return self.held.seq + len(self.events)

    def write(self, event: E) -> None:
        """Adds an event, after which upkeep is due. Raises CompetitionError."""
        self.take(event)
        self.events.append(event)
        self.next_at = self.now

    # What each kind defines

    @classmethod
    @abstractmethod
    def load(cls, connection: Connection, db: Database, number: int) -> H:
        """Loads what has this number, and locks it until the transaction ends. Raises
        CompetitionError.
        """

    @abstractmethod
    def take(self, event: E) -> None:
        """Applies the event to the folded value. Raises CompetitionError."""

    @abstractmethod
    def entry(self, seq: int, event: E, player: PlayerId | None) -> LogEntry:
        """The event as an entry of the log."""

    @abstractmethod
    def summarize(self) -> None:
        """Notes in `changes` the columns that follow from the log."""

    @abstractmethod
    def left(self, row: Row[Any]) -> H:
        """What `held` is after everything was written."""

    @abstractmethod
    def player_of(self, number: int) -> PlayerId | None:
        """Who an entrant or member is. Refusals name players, since nobody sees the numbers."""


async def perform(
    db: Database,
    unit_of: type[U],
    number: int,
    act: Callable[[U], None],
    *,
    player: PlayerId | None = None,
    interaction: int | None = None,
    hold: Collection[PlayerId] = (),
) -> U:
    """Carries out a use case for a `player`, and returns its unit of work. `act` checks, writes
    into the unit of work, and raises to refuse. It may be called several times, each time with a
    new unit of work.

    An interaction that was already carried out changes nothing. The players in `hold` are locked
    meanwhile. Raises CompetitionError, Unavailable and what `act` raises.
    """

    def work(connection: Connection) -> U:
        with transaction(connection):
            players.hold(connection, hold)
            unit = unit_of(unit_of.load(connection, db, number), db.now(), connection)
            if interaction is not None:
                unit.repeated = unit.LOG.of_interaction(connection, interaction) == number
            if not unit.repeated:
                _carry_out(unit, act)
                _store(unit, number, player, interaction)
        return unit

    return await written(db, work)


def _carry_out(unit: U, act: Callable[[U], None]) -> None:
    """Calls `act`. Adds the player to a refusal that is about an entrant."""
    try:
        act(unit)
    except CompetitionError as error:
        entrant = error.fields.get("entrant")
        if entrant is not None:
            error.fields["player"] = unit.player_of(int(entrant)) or NOBODY
        raise


async def written(db: Database, work: Work[T]) -> T:
    """Does work that writes, and repeats it after a lost race. Raises Unavailable."""

    def run(connection: Connection) -> T:
        for _ in range(ATTEMPTS - 1):
            with suppress(LostRace):
                return work(connection)
        return work(connection)

    with map_storage_errors():
        return await db.write(run)


def _store(
    unit: UnitOfWork[Any, Any], number: int, player: PlayerId | None, interaction: int | None
) -> None:
    """Writes what the use case leaves, and updates `unit.held`."""
    before, log, connection = unit.held, unit.LOG, unit.connection
    unit.summarize()
    if unit.next_at != before.next_at:
        unit.changes["next_at"] = unit.next_at
    added = [
        unit.entry(seq, event, player) for seq, event in enumerate(unit.events, before.seq + 1)
    ]
    if added and interaction is not None:
        added[0] = replace(added[0], interaction=interaction)
    log.append(connection, number, before.seq, added, unit.changes)
    for one in unit.writes:
        one(connection)
    row = log.row(connection, number)
    assert row is not None
    unit.held = unit.left(row)


def require_director(held: Kept, player: PlayerId, *, manager: bool) -> None:
    """Raises CompetitionError unless the player is the director or manages the guild."""
    if player != held.host and not manager:
        raise CompetitionError("not-director")


def as_director(
    act: Callable[[U], None], player: PlayerId, *, manager: bool
) -> Callable[[U], None]:
    """The same act, for the director or a manager only. Raises not-director."""

    def checked(unit: U) -> None:
        require_director(unit.held, player, manager=manager)
        act(unit)

    return checked
