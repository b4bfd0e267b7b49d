"""A league as it is held: the fold of its log, and what is stored beside the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from competitions.leagues.ids import LeagueId
from competitions.log.kept import People
from competitions.log.terms import CommonTerms
from competitions.model.entrants import EntrantId, MemberId
from competitions.model.league.league import League
from competitions.tournaments.held import Unfinished
from competitions.tournaments.ids import CompetitionId
from matches.model.ids import MessageId, PlayerId
from storage.ids import LeagueNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(CommonTerms):
    """What is chosen for a league besides its rules. The next season begins at `starts_at`. The
    present one has to end by then: anything `unfinished` is decided.
    """

    starts_at: datetime
    unfinished: Unfinished = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A league, with its members past and present, and the competitions that are the divisions of
    its latest season.

    `seq` is the number of the last entry; entries after `told` have not been announced yet.
    `next_at` is when something is next due.
    """

    id: LeagueId
    number: LeagueNumber
    terms: Terms
    host: PlayerId
    seq: int
    told: int
    created_at: datetime
    next_at: datetime | None
    league: League
    people: People
    divisions: tuple[CompetitionId, ...]
    handed_over: int = 0
    """How often the director has changed."""
    poster: MessageId | None = None
    """The message in which people sign up, once it has been sent."""

    def member_of(self, player: PlayerId) -> MemberId | None:
        """The number under which a player belongs to the league, now or in an earlier season."""
        found = (id_ for id_, one in self.people.items() if one == player)
        return next(found, None)

    def concerns(self, player: PlayerId) -> bool:
        """Whether a player plays in the latest season, or has signed up for the next one."""
        return self.is_signed(player) or self.division_of(player) is not None

    def is_signed(self, player: PlayerId) -> bool:
        """Whether a player has signed up for the next season."""
        return self.member_of(player) in self.league.signed

    def division_of(self, player: PlayerId) -> int | None:
        """The division in which a player is in the latest season, counted from 1."""
        member = self.member_of(player)
        return None if member is None else self.league.division_of(member)

    @property
    def each_season(self) -> timedelta:
        """How long a season lasts."""
        return timedelta(days=self.league.settings.days)


def member_at(held: Held, division: int, entrant: EntrantId) -> MemberId:
    """The member who is an entrant of a division. Entrants are numbered in order of strength."""
    return held.league.divisions[division - 1][entrant - 1]
