"""One use case of a competition: see `competitions.log.unit_of_work`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from itertools import zip_longest
from typing import Any, ClassVar, TypeAlias

from sqlalchemy import Connection, Row

from competitions.log import unit_of_work
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Event, reason_of
from competitions.model.texts import write
from competitions.tournaments.held import Held, Team
from competitions.tournaments.ids import CompetitionId, key_of
from competitions.tournaments.repository import folds_of, held, load
from matches.model.ids import GuildId, PlayerId
from storage import competitions as rows
from storage import leagues
from storage.competitions import Member
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.logs import LogEntry


class UnitOfWork(unit_of_work.UnitOfWork[Held, Event]):
    """A competition during a use case; `competition` is as it will be after the `events`."""

    LOG: ClassVar = rows.LOG

    def __post_init__(self) -> None:
        super().__post_init__()
        self.competition: Competition = self.held.competition

    def join(
        self,
        entrant: EntrantId,
        team: Team,
        asked: Collection[PlayerId] = (),
        guilds: Sequence[GuildId | None] = (),
    ) -> None:
        """From the last entry on, these are the people of an entrant. In a cup of servers they play
        for these guilds: the first guild is that of the first person, and so on.
        """
        members = [
            Member(entrant, place, one, self.seq, agreed=one not in asked, guild=self.server(guild))
            for place, (one, guild) in enumerate(zip_longest(team, guilds), start=1)
        ]
        self.writes.append(partial(rows.add_members, number=self.held.number, joining=members))

    def server(self, guild: GuildId | None) -> GuildId | None:
        """The server for which somebody from this guild plays; None if it is no cup of servers."""
        return guild if self.held.terms.servers else None

    def leave(self, entrant: EntrantId) -> None:
        """From the last entry on, nobody is this entrant any more, unless others join."""
        leaving = [(entrant, self.seq)]
        self.writes.append(partial(rows.end_members, number=self.held.number, leaving=leaving))

    def require_entrant(self, player: PlayerId) -> EntrantId:
        """The entrant of a player. Raises CompetitionError."""
        found = self.held.entrant_of(player)
        if found is None:
            raise CompetitionError("not-signed-up")
        return found

    def require_alone(self) -> None:
        """Raises CompetitionError for a division: that decision is up to its league."""
        if self.held.terms.part is not None:
            raise CompetitionError("in-league")

    @classmethod
    def load(cls, connection: Connection, db: Database, number: int) -> Held:
        """The competition, locked. For a division the league is locked first: it may have to be
        told that the division has ended, and use cases of leagues lock in the same order.
        """
        leagues.lock_of(connection, CompetitionNumber(number))
        return load(connection, folds_of(db), CompetitionNumber(number), lock=True)

    def take(self, event: Event) -> None:
        """Applies the event."""
        self.competition = self.competition.apply(event)

    def entry(self, seq: int, event: Event, player: PlayerId | None) -> LogEntry:
        """The event as an entry, with its reason beside it."""
        return entry(seq, event, self.now, player)

    def summarize(self) -> None:
        """Notes the status, the number of stalled games, and withdrawals; wakes the league when a
        division ends.
        """
        before, now = self.held.competition, self.competition
        if now.status not in rows.GOING:
            self.next_at = None
            if self.held.round_ends_at is not None:
                self.changes["round_ends_at"] = None
        if self.events:
            self.changes["status"] = now.status
        if now.stalled != before.stalled:
            self.changes["stalled"] = len(now.stalled)
        self._note_withdrawals()
        part = self.held.terms.part
        if part is not None and (now.status, now.places) != (before.status, before.places):
            self.writes.append(partial(leagues.wake, number=part.league, now=self.now))

    def _note_withdrawals(self) -> None:
        """Stores withdrawals beside the log, so that they can be found without reading it."""
        before, after = self.held.competition.withdrawn, self.competition.withdrawn
        for entrants, withdrawn in ((after - before, True), (before - after, False)):
            note = partial(rows.note_withdrawn, number=self.held.number, entrants=entrants)
            self.writes.append(partial(note, withdrawn=withdrawn))

    def left(self, row: Row[Any]) -> Held:
        """The competition with its rows as they are now."""
        return held(self.connection, row, self.competition)

    def player_of(self, number: int) -> PlayerId | None:
        """The first person of an entrant who is still known."""
        team = self.held.teams.get(EntrantId(number), ())
        return next(filter(None, team), None)


Act: TypeAlias = Callable[[UnitOfWork], None]
"""A use case: see `competitions.log.unit_of_work.perform`."""


async def perform(
    db: Database,
    competition_id: CompetitionId,
    act: Act,
    *,
    player: PlayerId | None = None,
    interaction: int | None = None,
    hold: Collection[PlayerId] = (),
) -> UnitOfWork:
    """Carries out a use case. Raises CompetitionError, Unavailable and what `act` raises."""
    return await unit_of_work.perform(
        db,
        UnitOfWork,
        key_of(competition_id),
        act,
        player=player,
        interaction=interaction,
        hold=hold,
    )


async def directed(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    act: Act,
    *,
    manager: bool,
    interaction: int | None,
    hold: Collection[PlayerId] = (),
) -> Held:
    """Carries `act` out for the director or a manager, and returns the competition. The player and
    those in `hold` are locked meanwhile, so that nobody's data can be deleted. Raises not-director.
    """
    unit = await perform(
        db,
        competition_id,
        unit_of_work.as_director(act, player, manager=manager),
        player=player,
        interaction=interaction,
        hold={player, *hold},
    )
    return unit.held


def entry(
    seq: int, event: Event, now: datetime, player: PlayerId | None, interaction: int | None = None
) -> LogEntry:
    """An event as an entry of the log."""
    kind, text = write(event)
    return LogEntry(seq, kind, text, now, player, interaction, reason_of(event) or None)
