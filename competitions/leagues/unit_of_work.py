"""One use case of a league: see `competitions.log.unit_of_work`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, ClassVar, TypeAlias

from sqlalchemy import Connection, Row

from competitions.leagues.held import Held
from competitions.leagues.ids import LeagueId, key_of
from competitions.leagues.repository import folds_of, held, load
from competitions.log import unit_of_work
from competitions.model.entrants import MemberId
from competitions.model.league.events import Entered, Event, reason_of
from competitions.model.league.league import League
from competitions.model.league.texts import write
from matches.model.ids import PlayerId
from storage import leagues as rows
from storage.database import Database
from storage.ids import LeagueNumber
from storage.logs import LogEntry


class UnitOfWork(unit_of_work.UnitOfWork[Held, Event]):
    """A league during a use case; `league` is as it will be after the `events`."""

    LOG: ClassVar = rows.LOG

    def __post_init__(self) -> None:
        super().__post_init__()
        self.league: League = self.held.league

    def enter(self, player: PlayerId) -> None:
        """Signs a player up under the number that they had, or else under the next one."""
        known = self.held.member_of(player)
        member = MemberId(self.league.last + 1) if known is None else known
        self.write(Entered(member))
        if known is None:
            joining = [(member, player)]
            self.writes.append(partial(rows.add_members, number=self.held.number, joining=joining))

    @classmethod
    def load(cls, connection: Connection, db: Database, number: int) -> Held:
        """The league, locked."""
        return load(connection, folds_of(db), LeagueNumber(number), lock=True)

    def take(self, event: Event) -> None:
        """Applies the event."""
        self.league = self.league.apply(event)

    def entry(self, seq: int, event: Event, player: PlayerId | None) -> LogEntry:
        """The event as an entry, with its reason beside it."""
        kind, text = write(event)
        return LogEntry(seq, kind, text, self.now, player, None, reason_of(event) or None)

    def summarize(self) -> None:
        """Notes the status, the season, and how many have signed up."""
        if self.events:
            now = self.league
            self.changes |= {"status": now.status, "season": now.season, "signed": len(now.signed)}

    def left(self, row: Row[Any]) -> Held:
        """The league with its rows as they are now."""
        return held(self.connection, row, self.league)

    def player_of(self, number: int) -> PlayerId | None:
        """Who a member is."""
        return self.held.people.get(MemberId(number))


Act: TypeAlias = Callable[[UnitOfWork], None]
"""A use case: see `competitions.log.unit_of_work.perform`."""


async def perform(
    db: Database,
    league_id: LeagueId,
    act: Act,
    *,
    player: PlayerId | None = None,
    interaction: int | None = None,
    hold: Collection[PlayerId] = (),
) -> UnitOfWork:
    """Carries out a use case. Raises CompetitionError, Unavailable and what `act` raises."""
    return await unit_of_work.perform(
        db, UnitOfWork, key_of(league_id), act, player=player, interaction=interaction, hold=hold
    )
