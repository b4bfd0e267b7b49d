"""One use case of a ladder: see `competitions.log.unit_of_work`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, ClassVar, TypeAlias

from sqlalchemy import Connection, Row

from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId, key_of
from competitions.ladders.repository import folds_of, held, load
from competitions.log import unit_of_work
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import Challenged, Event, Joined, Left, reason_of
from competitions.model.ladder.ladder import Ladder
from competitions.model.ladder.texts import write
from matches.model.ids import PlayerId
from storage import ladders as rows
from storage.database import Database
from storage.ids import LadderNumber
from storage.logs import LogEntry


class UnitOfWork(unit_of_work.UnitOfWork[Held, Event]):
    """A ladder during a use case; `ladder` is as it will be after the `events`."""

    LOG: ClassVar = rows.LOG

    def __post_init__(self) -> None:
        super().__post_init__()
        self.ladder: Ladder = self.held.ladder

    def join(self, player: PlayerId) -> None:
        """A player joins at the bottom, under the number they had, or else under the next one."""
        known = rows.number_of(self.connection, self.held.number, player)
        member = MemberId(self.ladder.last + 1 if known is None else known)
        self.write(Joined(member, self.now))
        if known is None:
            joining = [(member, player, self.seq)]
            self.writes.append(partial(rows.add_members, number=self.held.number, joining=joining))
        else:
            again = partial(rows.readmit, number=self.held.number, member=member, since=self.seq)
            self.writes.append(again)

    def leave(self, member: MemberId, reason: str = "") -> None:
        """A member leaves."""
        self.write(Left(member, self.now, reason))
        leaving = [(member, self.seq)]
        self.writes.append(partial(rows.end_members, number=self.held.number, leaving=leaving))

    def require_member(self, player: PlayerId) -> MemberId:
        """The number under which a player is on the ladder. Raises CompetitionError."""
        return self.held.require_member(player)

    @classmethod
    def load(cls, connection: Connection, db: Database, number: int) -> Held:
        """The ladder, locked."""
        return load(connection, folds_of(db), LadderNumber(number), lock=True)

    def take(self, event: Event) -> None:
        """Applies the event, and notes which challenges it begins and ends."""
        before, number = self.ladder, self.held.number
        self.ladder, seq = before.apply(event), self.seq + 1
        if isinstance(event, Challenged):
            until = event.at + self.ladder.settings.days("answer")
            add = partial(rows.add_challenge, number=number, made=self.ladder.made, seq=seq)
            self.writes.append(partial(add, until=until))
        ended = [(one, seq) for one in before.challenges if one not in self.ladder.challenges]
        if ended:
            self.writes.append(partial(rows.end_challenges, number=number, ended=ended))

    def entry(self, seq: int, event: Event, player: PlayerId | None) -> LogEntry:
        """The event as an entry, with its time and reason beside it."""
        kind, text = write(event)
        return LogEntry(seq, kind, text, event.at, player, None, reason_of(event) or None)

    def summarize(self) -> None:
        """Notes whether the ladder has ended, and how many members it has."""
        if self.ladder.closed:
            self.next_at = None
        if self.ladder.closed != self.held.ladder.closed:
            self.changes["status"] = "over"
        if len(self.ladder.places) != len(self.held.ladder.places):
            self.changes["members"] = len(self.ladder.places)

    def left(self, row: Row[Any]) -> Held:
        """The ladder with its rows as they are now."""
        return held(self.connection, row, self.ladder)

    def player_of(self, number: int) -> PlayerId | None:
        """Who a member is."""
        return self.held.people.get(MemberId(number))


Act: TypeAlias = Callable[[UnitOfWork], None]
"""A use case: see `competitions.log.unit_of_work.perform`."""


async def perform(
    db: Database,
    ladder_id: LadderId,
    act: Act,
    *,
    player: PlayerId | None = None,
    interaction: int | None = None,
    hold: Collection[PlayerId] = (),
) -> UnitOfWork:
    """Carries out a use case. Raises CompetitionError, Unavailable and what `act` raises."""
    return await unit_of_work.perform(
        db, UnitOfWork, key_of(ladder_id), act, player=player, interaction=interaction, hold=hold
    )
