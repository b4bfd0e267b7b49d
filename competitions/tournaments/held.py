"""A competition as it is held: the fold of its log, and what stands beside the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from competitions.formats.rounds import planned
from competitions.log.terms import CommonTerms
from competitions.model.competition import Competition
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.pairings import Game
from competitions.pairing.sections import divided, limit
from competitions.standings.placings import Sheet
from competitions.tournaments.ids import CompetitionId
from matches.model.ids import GuildId, MatchId, MessageId, PlayerId
from storage.competitions import Member, Played
from storage.ids import CompetitionNumber, LeagueNumber

Unfinished: TypeAlias = Literal["time", "draw", "director"]
"""What becomes of games that go on at the hard end: whoever has used more time loses · they are
drawn · the director decides."""

Repeats: TypeAlias = Literal["week", "month"]
"""After what time it is held again."""

Team: TypeAlias = tuple[PlayerId | None, ...]
"""Who an entrant is, in order. None is a former player."""

Teams: TypeAlias = Mapping[EntrantId, Team]


@dataclass(frozen=True, slots=True)
class Part:
    """Which division of a season of a league a competition is, each counted from 1."""

    league: LeagueNumber
    season: int
    division: int


@dataclass(frozen=True, slots=True)
class Section:
    """Which section of the `whole` a competition is, counted from 1, the strongest first."""

    whole: CompetitionNumber
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(CommonTerms):
    """What is chosen for a competition besides the rules of its format.

    `team` is the number of people of each entrant. Sign-up is over at `starts_at`; without such a
    time when it is full, or when the director says so. `ends_at` is its hard end: matches get so
    much time that all rounds can be played until then, and what is unfinished all the same is
    decided. All rounds are played `together`, as far as the format has them planned, or one after
    the other. Then a round lasts `each_round` (whole hours), and the next one begins then; without
    that, when its last game is over.

    Whoever signs up needs a rating from `lowest` to `highest`, if there are such. It is held again,
    as it was, if it `repeats`; every month on the same `day`, or on the last one of a month without
    it. It may be `part` of a league: then nobody signs up.

    If more than `section_size` have signed up when it is to start it is divided into sections, each
    of which is a competition of its own, with the number of its `section`; without that, if there
    are too many to be paired (see `Held.section_size`). In a cup of `servers`
    everybody plays for that from which they have signed up.
    """

    unfinished: Unfinished = "draw"
    team: int = 1
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    each_round: timedelta | None = None
    together: bool = False
    lowest: float | None = None
    highest: float | None = None
    repeats: Repeats | None = None
    day: int | None = None
    part: Part | None = None
    section_size: int | None = None
    section: Section | None = None
    servers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A competition, who its entrants are, and the matches of its games.

    `seq` counts its log; entries behind `told` have still to be announced. `next_at` is when
    the next thing is due, and `round_ends_at` when the last round has to be over, where rounds
    last a fixed time. `members` are all who are or were entrants, `asked` the partners who have not
    agreed yet, and `played` says how the matches stand. `sections` are those into which it was
    divided, the strongest first.
    """

    id: CompetitionId
    number: CompetitionNumber
    terms: Terms
    host: PlayerId
    seq: int
    told: int
    created_at: datetime
    round_ends_at: datetime | None
    next_at: datetime | None
    competition: Competition
    members: tuple[Member, ...]
    teams: Teams
    asked: frozenset[PlayerId]
    matches: Mapping[Game, MatchId]
    played: Mapping[Game, Played]
    handed_over: int = 0
    """How often somebody else has come to direct it."""
    poster: MessageId | None = None
    """The message in which people sign up, as far as it is known."""
    sections: tuple[CompetitionId, ...] = ()
    sheet: Sheet | None = None
    """One page of its table, where no more was asked for: then `teams` are the entrant of whoever
    asked and those on the page, `members` that entrant alone, and there are no `matches`. See
    `competitions.tournaments.sheets`.
    """

    def entrant_of(self, player: PlayerId) -> EntrantId | None:
        """The number under which a player takes part or waits."""
        found = (id_ for id_, team in self.teams.items() if player in team)
        return next(found, None)

    def concerns(self, player: PlayerId) -> bool:
        """Whether a player has signed up."""
        return self.entrant_of(player) is not None

    def gone(self, entrant: EntrantId) -> bool:
        """Whether a former player is among them."""
        return None in self.teams.get(entrant, ())

    def present(self, entrant: EntrantId) -> tuple[Member, ...]:
        """Who an entrant is now, in order."""
        return tuple(one for one in self.members if one.entrant == entrant and one.until is None)

    @property
    def servers(self) -> Mapping[EntrantId, GuildId]:
        """The servers for which entrants play. A team plays for one if all of it do."""
        found: dict[EntrantId, GuildId | None] = {}
        for one in self.members:
            if one.until is None:
                id_ = EntrantId(one.entrant)
                found[id_] = one.guild if found.get(id_, one.guild) == one.guild else None
        return {id_: guild for id_, guild in found.items() if guild is not None}

    @property
    def section_size(self) -> int | None:
        """If more have signed up when it is to start it is divided. None: however many there are,
        it isn't; nor are divisions of leagues.
        """
        if self.terms.part is not None:
            return None
        return limit(self.terms.section_size, self.competition.settings)

    @property
    def divided(self) -> tuple[tuple[Entrant, ...], ...]:
        """Who came into which of its `sections`, the strongest first."""
        size = self.section_size
        if not self.sections or size is None:
            return ()
        return divided(self.competition.entrants, size)

    def over_at(self, now: datetime) -> bool:
        """Whether the hard end has come."""
        return self.terms.ends_at is not None and self.terms.ends_at <= now

    def late(self, now: datetime) -> bool:
        """Whether what is unfinished has to be decided: games of the last round, or of all rounds
        if they are played together.
        """
        end = self.round_ends_at
        return self.over_at(now) or (end is not None and end <= now)

    def time_for(self, round_: int, now: datetime) -> timedelta | None:
        """How long a match of a round may take that begins now, so that the later rounds have as
        much time; None for as long as it likes.
        """
        ends = [] if self.round_ends_at is None else [self.round_ends_at - now]
        if self.terms.ends_at is not None:
            left = 1 if self.terms.together else planned(self.competition) - round_ + 1
            ends.append((self.terms.ends_at - now) / max(left, 1))
        return min(ends, default=None)


def teams_at(members: tuple[Member, ...], seq: int) -> Teams:
    """Who the entrants were after an entry of the log."""
    teams: dict[EntrantId, Team] = {}
    for one in members:
        if one.there(seq):
            id_ = EntrantId(one.entrant)
            teams[id_] = (*teams.get(id_, ()), one.player_id)
    return teams
