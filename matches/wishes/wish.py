"""A wish as a value: its terms, its party, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from matches.model.ids import MatchId, PlayerId, WishNumber, public_id
from matches.wishes import hours
from matches.wishes.choice import Seeker
from matches.wishes.hours import Hours
from matches.wishes.terms import LIVE_LIFETIME, Meeting, Terms
from matches.wishes.terms import read as read_terms
from storage.wishes import MemberRow, Status, WishRow

STANDING: tuple[Status, ...] = ("asking", "open", "paused")
"""The statuses of wishes that may still come true."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a wish: whether they have agreed, when they usually move (if known), and the last
    status they were told.
    """

    player: PlayerId
    agreed: bool
    hours: Hours | None = None
    told: Status | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a party would like to play. The first member is the leader, who has made the
    wish. `seq` counts its changes, and `since` is when the party began to wait.
    """

    id: WishNumber
    terms: Terms
    members: tuple[Member, ...]
    meeting: Meeting | None
    status: Status
    seq: int
    since: datetime
    changed_at: datetime
    expires_at: datetime
    match_id: MatchId | None = None

    @property
    def leader(self) -> PlayerId:
        """The player who has made it."""
        return self.members[0].player

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The party, its leader first."""
        return tuple(one.player for one in self.members)

    @property
    def friends(self) -> tuple[PlayerId, ...]:
        """The party without its leader."""
        return self.players[1:]

    @property
    def asked(self) -> tuple[PlayerId, ...]:
        """The friends who have not agreed."""
        return tuple(one.player for one in self.members if not one.agreed)

    @property
    def stands(self) -> bool:
        """Whether it may still come true."""
        return self.status in STANDING

    def concerns(self, player: PlayerId) -> bool:
        """Whether somebody belongs to the party."""
        return player in self.players

    def binds(self, player: PlayerId) -> bool:
        """Whether somebody has agreed to it, and wasn't only asked."""
        return self.stands and player in self.players and player not in self.asked

    def seeker(self) -> Seeker:
        """An open wish as the choice sees it."""
        return Seeker(
            id=self.id,
            players=self.players,
            terms=self.terms,
            since=self.since,
            live_until=self.expires_at - self.terms.lifetime + LIVE_LIFETIME,
            hours=hours.together(one.hours for one in self.members),
            meeting=self.meeting,
        )

    def owed(self) -> tuple[PlayerId, ...]:
        """The members who don't know its status yet: friends who have been asked; when it has
        ended, all who took part, except the person who ended it.
        """
        found = tuple(one for one in self.members if one.told != self.status)
        if self.status == "asking":
            return tuple(one.player for one in found if not one.agreed)
        if self.status == "open":
            return ()
        agreed = tuple(one.player for one in found if one.agreed)
        if self.status == "withdrawn":
            return tuple(player for player in agreed if player != self.leader)
        if self.status == "paused":
            return tuple(player for player in agreed if player == self.leader)
        return agreed


def read(row: WishRow) -> Wish:
    """A wish from its rows."""
    meeting = None
    if row.guild is not None and row.channel is not None:
        meeting = Meeting(row.guild, row.channel, row.shared)
    return Wish(
        id=row.id,
        terms=read_terms(row.terms),
        members=tuple(map(_member, row.members)),
        meeting=meeting,
        status=row.status,
        seq=row.seq,
        since=row.since,
        changed_at=row.changed_at,
        expires_at=row.expires_at,
        match_id=None if row.match_id is None else public_id(row.match_id),
    )


def _member(row: MemberRow) -> Member:
    found = None if row.hours is None else hours.read(row.hours)
    return Member(row.player_id, row.agreed, found, row.told)
