"""A competition as it is held: the fold of its log, and what stands beside the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from competitions.formats.rounds import planned
from competitions.life.ids import CompetitionId
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Game
from games.protocol import AnyGame
from matches.model.clock import AtEnd, Clock
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from storage.competitions import Member, Played
from storage.ids import CompetitionNumber

Unfinished: TypeAlias = Literal["time", "draw", "director"]
"""What becomes of games that go on at the hard end: whoever has used more time loses · they are
drawn · the director decides."""

Repeats: TypeAlias = Literal["week", "month"]
"""After what time it is held again."""

Team: TypeAlias = tuple[PlayerId | None, ...]
"""Who an entrant is, in order. None is a former player."""

Teams: TypeAlias = Mapping[EntrantId, Team]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is chosen for a competition besides the rules of its format.

    Its matches are of the `game` with these `options` and this `clock`. `team` is the number of
    people of each entrant. Sign-up is over at `starts_at`; without such a time when it is full, or
    when the director says so. `ends_at` is its hard end: matches get so much time that all rounds
    can be played until then, and what is unfinished all the same is decided. A round begins
    `each_round` after the one before, and has to end by then; without that, when that has ended.

    People of other servers may sign up if it is for those `anywhere`. Whoever signs up needs the
    `role`, a rating from `lowest` to `highest`, and a `reliability` of so many per cent, if there
    are such. It is held again, as it was, if it `repeats`.
    """

    name: str
    guild: GuildId
    channel: ChannelId
    game: AnyGame
    clock: Clock
    options: Mapping[str, str] = field(default_factory=dict)
    at_end: AtEnd = "automatic"
    unfinished: Unfinished = "draw"
    team: int = 1
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    each_round: timedelta | None = None
    anywhere: bool = False
    role: int | None = None
    lowest: float | None = None
    highest: float | None = None
    reliability: int | None = None
    repeats: Repeats | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A competition, who its entrants are, and the matches of its games.

    `seq` counts its log; entries behind `told` have still to be announced. `next_at` is when
    somebody has to see to it. `members` are all who are or were entrants, `asked` the partners who
    have not agreed yet, and `played` says how the matches stand.
    """

    id: CompetitionId
    number: CompetitionNumber
    terms: Terms
    host: PlayerId
    seq: int
    told: int
    created_at: datetime
    begun_at: datetime | None
    next_at: datetime | None
    competition: Competition
    members: tuple[Member, ...]
    teams: Teams
    asked: frozenset[PlayerId]
    matches: Mapping[Game, MatchId]
    played: Mapping[Game, Played]

    def entrant_of(self, player: PlayerId) -> EntrantId | None:
        """The number under which a player takes part or waits."""
        found = (id_ for id_, team in self.teams.items() if player in team)
        return next(found, None)

    def gone(self, entrant: EntrantId) -> bool:
        """Whether a former player is among them."""
        return None in self.teams.get(entrant, (None,))

    def over_at(self, now: datetime) -> bool:
        """Whether the hard end has come."""
        return self.terms.ends_at is not None and self.terms.ends_at <= now

    def round_ends_at(self, round_: int) -> datetime | None:
        """The fixed time at which a round has to end, and the next one begins."""
        if self.terms.each_round is None or self.begun_at is None:
            return None
        return self.begun_at + round_ * self.terms.each_round

    def late(self, round_: int, now: datetime) -> bool:
        """Whether what is unfinished in a round has to be decided."""
        end = self.round_ends_at(round_)
        return self.over_at(now) or (end is not None and end <= now)

    def time_for(self, round_: int, now: datetime) -> timedelta | None:
        """How long a match of a round may take that begins now, so that the later rounds have as
        much time; None for as long as it likes.
        """
        ends = [] if (fixed := self.round_ends_at(round_)) is None else [fixed - now]
        if self.terms.ends_at is not None:
            ends.append((self.terms.ends_at - now) / max(planned(self.competition) - round_ + 1, 1))
        return min(ends, default=None)


def teams_at(members: tuple[Member, ...], seq: int) -> Teams:
    """Who the entrants were after an entry of the log."""
    teams: dict[EntrantId, Team] = {}
    for one in members:
        if one.there(seq):
            id_ = EntrantId(one.entrant)
            teams[id_] = (*teams.get(id_, ()), one.player_id)
    return teams
