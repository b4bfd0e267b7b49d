"""A ladder as it is held: the fold of its log, and what is stored beside the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from competitions.ladders.ids import LadderId
from competitions.log.kept import People
from competitions.log.terms import CommonTerms
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.ladder import Challenge, Ladder
from matches.model import ids
from matches.model.ids import MatchId, PlayerId
from storage.ids import LadderNumber
from storage.ladders import ChallengeMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A ladder, with who is on it now and the matches of its running challenges. `until` says by
    when a challenge that waits for answers must be answered.

    `seq` is the number of the last entry; entries after `told` have not been announced yet.
    `next_at` is when something is next due.
    """

    id: LadderId
    number: LadderNumber
    terms: CommonTerms
    host: PlayerId
    seq: int
    told: int
    created_at: datetime
    next_at: datetime | None
    ladder: Ladder
    people: People
    played: Mapping[int, ChallengeMatch]
    until: Mapping[int, datetime]
    handed_over: int = 0
    """How often the director has changed."""

    def member_of(self, player: PlayerId) -> MemberId | None:
        """The number under which a player is on the ladder."""
        found = (id_ for id_, one in self.people.items() if one == player)
        return next(found, None)

    def require_member(self, player: PlayerId) -> MemberId:
        """The number of a player on the ladder. Raises CompetitionError (off-ladder)."""
        found = self.member_of(player)
        if found is None:
            raise CompetitionError("off-ladder")
        return found

    def concerns(self, player: PlayerId) -> bool:
        """Whether a player is on the ladder."""
        return self.member_of(player) is not None

    def place_of(self, member: MemberId) -> int:
        """A member's place, counted from 1."""
        return self.ladder.places.index(member) + 1

    def late(self, now: datetime) -> frozenset[int]:
        """The challenges for which the time to answer is over."""
        return frozenset(number for number, until in self.until.items() if until <= now)

    def match_of(self, challenge: Challenge) -> MatchId | None:
        """The match in which a running challenge is played."""
        played = self.played.get(challenge.number)
        return None if played is None else ids.public_id(played.number)

    def challenging(self, member: MemberId) -> Challenge | None:
        """The running challenge that a member has made."""
        found = (one for one in self.ladder.challenges.values() if one.challenger == member)
        return next(found, None)

    def challenged(self, member: MemberId) -> Challenge | None:
        """The running challenge in which a member was challenged."""
        found = (one for one in self.ladder.challenges.values() if member in one.challenged)
        return next(found, None)
