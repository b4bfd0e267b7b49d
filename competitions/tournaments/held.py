"""A competition as it is held: the fold of its log, and what is stored beside the log."""

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
from storage.competitions import GameMatch, Member
from storage.ids import CompetitionNumber, LeagueNumber

Unfinished: TypeAlias = Literal["time", "draw", "director"]
"""What happens at the hard end to games that are still running: whoever has used more time loses ·
they are drawn · the director decides.
"""

Repeats: TypeAlias = Literal["week", "month"]
"""How long after one competition the next one is held."""

Team: TypeAlias = tuple[PlayerId | None, ...]
"""The people of an entrant, in order. None is a former player."""

Teams: TypeAlias = Mapping[EntrantId, Team]


@dataclass(frozen=True, slots=True)
class Part:
    """Which division of a league a competition is, and in which season. Both count from 1."""

    league: LeagueNumber
    season: int
    division: int


@dataclass(frozen=True, slots=True)
class Section:
    """Which section of the `whole` a competition is, counted from 1, strongest first."""

    whole: CompetitionNumber
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(CommonTerms):
    """What is chosen for a competition besides the rules of its format.

    `team` is the number of people in each entrant. Sign-up ends at `starts_at`; if there is no such
    time, it ends when all places are taken or when the director ends it. `ends_at` is the hard end:
    matches get enough time for all rounds to be played until then, and anything `unfinished` then
    is decided. All rounds are played `together`, as far as the format plans them in advance, or one
    after the other. In that case a round lasts `each_round` (whole hours), after which the next one
    begins; if that is None, the next one begins when the last game is over.

    Everybody who signs up needs a rating from `lowest` to `highest`, where these are set. If it
    `repeats`, it is held again with the same terms: monthly ones on the same `day`, or on the last
    day of a month without it. It may be a `part` of a league: then nobody signs up.

    If more than `section_size` have signed up by the start, it is divided into sections, each a
    competition of its own with its `section` number. If no size is set, that happens only with too
    many to be paired (see `Held.section_size`). In a cup of `servers` everybody plays for the
    server from which they have signed up.
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
    """A competition, its entrants, and the matches of its games.

    `seq` is the number of the last entry; entries after `told` have not been announced yet.
    `next_at` is when something is next due, and `round_ends_at` when the latest round must be over,
    if rounds last a fixed time. `members` are all who are or were entrants, `asked` the partners
    who have not agreed yet, and `played` the states of the matches. `sections` are those into which
    it was divided, strongest first.
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
    played: Mapping[Game, GameMatch]
    handed_over: int = 0
    """How often the director has changed."""
    poster: MessageId | None = None
    """The message in which people sign up, if known."""
    sections: tuple[CompetitionId, ...] = ()
    sheet: Sheet | None = None
    """One page of the table, if only that was asked for. Then `teams` are the reader's own entrant
    and those on the page, `members` are that entrant's alone, and there are no `matches`. See
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
        """Whether a former player is among an entrant's people."""
        return None in self.teams.get(entrant, ())

    def present(self, entrant: EntrantId) -> tuple[Member, ...]:
        """The present members of an entrant, in order."""
        return tuple(one for one in self.members if one.entrant == entrant and one.until is None)

    @property
    def servers(self) -> Mapping[EntrantId, GuildId]:
        """The servers for which entrants play. A team plays for one only if all its members do."""
        found: dict[EntrantId, GuildId | None] = {}
        for one in self.members:
            if one.until is None:
                id_ = EntrantId(one.entrant)
                found[id_] = one.guild if found.get(id_, one.guild) == one.guild else None
        return {id_: guild for id_, guild in found.items() if guild is not None}

    @property
    def section_size(self) -> int | None:
        """The most entrants who play undivided; with more at the start, it is divided. None if any
        number can, as in divisions of leagues.
        """
        if self.terms.part is not None:
            return None
        return limit(self.terms.section_size, self.competition.settings)

    @property
    def divided(self) -> tuple[tuple[Entrant, ...], ...]:
        """The entrants of each of its `sections`, strongest first."""
        size = self.section_size
        if not self.sections or size is None:
            return ()
        return divided(self.competition.entrants, size)

    def over_at(self, now: datetime) -> bool:
        """Whether the hard end has come."""
        return self.terms.ends_at is not None and self.terms.ends_at <= now

    def late(self, now: datetime) -> bool:
        """Whether anything unfinished has to be decided: the time of the current round, or of the
        whole competition, is up.
        """
        end = self.round_ends_at
        return self.over_at(now) or (end is not None and end <= now)

    def time_for(self, round_: int, now: datetime) -> timedelta | None:
        """How long a match may take that begins now in this round, leaving each later round as much
        time; None if it may take any time.
        """
        ends = [] if self.round_ends_at is None else [self.round_ends_at - now]
        if self.terms.ends_at is not None:
            left = 1 if self.terms.together else planned(self.competition) - round_ + 1
            ends.append((self.terms.ends_at - now) / max(left, 1))
        return min(ends, default=None)


def teams_at(members: tuple[Member, ...], seq: int) -> Teams:
    """Who the entrants were after this entry of the log."""
    teams: dict[EntrantId, Team] = {}
    for one in members:
        if one.there(seq):
            id_ = EntrantId(one.entrant)
            teams[id_] = (*teams.get(id_, ()), one.player_id)
    return teams
