"""A match as a value: what its rows say, and the fold of its log.

Two sizes: a `Listing` is known without replaying anything; a `Match` has the log and the position.
Players are Discord user ids, times are aware and in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from games.play import AnyLine, AnyStep
from games.protocol import AnyGame, Position, Seat, Setup
from matches.model.clock import AtEnd, Clock
from matches.model.conditions import Conditions
from matches.model.handovers import Handover, SeatOffer
from matches.model.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId

Status: TypeAlias = Literal[
    "open", "running", "adjourned", "finished", "aborted", "closed", "frozen"
]
"""open: a table that waits for players · running · adjourned: stands still by consent, until it is
resumed · finished: has a result · aborted: broken off without one · closed: a table given up or
expired, or a challenge declined · frozen: its log does not replay under the present rules."""

GOING: tuple[Status, ...] = ("running", "adjourned")
"""Begun and not over."""

Seating: TypeAlias = Literal["random", "chosen", "youngest"]
"""How seats are given out: drawn at the start · as taken · the youngest the first, then around the
table."""

RETURNING = 2
"""The number of seats for which a return match is possible: two players exchange theirs."""


def is_evened_out(game: AnyGame, seats: int) -> bool:
    """Whether a return match is fairer for this number of players, because one seat wins more
    often.
    """
    return seats == RETURNING and seats in game.info.seats and game.info.favours is not None


def has_stand_ins(seats: int) -> bool:
    """Whether a computer player can take the place of somebody who withdraws: of two players, the
    other one has won then.
    """
    return seats > 2


Origin: TypeAlias = Literal["played", "prepared", "automatic"]
"""The origin of a turn: played by its player, prepared (with a condition or without), or a pass as
the only legal move."""


RequestKind: TypeAlias = Literal["takeback", "adjourn"]
"""Requests that need the consent of others: taking turns back, adjourning."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played: a channel, perhaps in a thread that was made for the match there.

    Without a guild it is played in each player's direct messages; the channel is where it was
    opened. If `thread` is the channel itself, the thread that was made is gone and is not made
    again.
    """

    guild: GuildId | None
    channel: ChannelId
    thread: ChannelId | None = None

    @property
    def where(self) -> ChannelId:
        """The channel or thread in which the match is shown."""
        return self.thread or self.channel

    @property
    def own_thread(self) -> ChannelId | None:
        """The thread that was made for the match and is still used."""
        return None if self.thread == self.channel else self.thread

    @property
    def above(self) -> ChannelId | None:
        """The channel below which the match has its own thread; None if it has none."""
        return None if self.own_thread is None else self.channel


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a match ended, and with which ranks.

    `reason` is the result's reason for a finished match, else "aborted", "closed", "declined",
    "expired", "ended" (by those who manage the guild) or "adjudged" (by a competition); `ranks` is
    empty unless finished. `player` is the one who aborted, closed or declined it.
    """

    reason: str
    ranks: tuple[int, ...] = ()
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What the rows of a match say and its log does not tell."""

    id: MatchId
    game: AnyGame
    setup: Setup
    players: tuple[PlayerId | None, ...]
    """By seat. None: nobody yet (open table), or a player who has had their data deleted."""
    host: PlayerId
    kept: tuple[PlayerId | None, ...]
    """By seat, the player for whom it is kept: those whom the host has invited to an open table,
    even after they have accepted.
    """
    seating: Seating
    rated: bool = True
    """Whether it counts for ratings. A match that is too short never does."""
    place: Place
    message: MessageId | None
    """The one that shows its table."""
    board: MessageId | None = None
    """The message in which its board is kept up to date, once there is one."""
    created_at: datetime
    clock: Clock | None = None
    at_end: AtEnd | None = None
    """What happens when the time runs out, in a match with a clock."""
    due_at: datetime | None = None
    """When the time of the seat to move runs out; None without a clock, or if the match is not
    running.
    """
    left: tuple[timedelta, ...] = ()
    """By seat, the time that was left after its last turn; empty without a clock and before the
    start.
    """
    private: bool = False
    """Whether only its players may see it."""
    official: bool = False
    """Whether it counts for more than its players' ratings, as a game of a competition does. Its
    players can't abort it or take turns back.
    """
    expires_at: datetime | None = None
    """When an open table is closed unless somebody joins; None for all others."""
    reliability: int | None = None
    """The percentage of their matches that players who join must have played to the end."""
    offers: tuple[SeatOffer, ...] = ()
    """The seats that others may take over."""
    with_return: bool = False
    """Whether two matches are played at once, the second with exchanged seats."""
    other_half: MatchId | None = None
    """The other of two such matches, once they have begun."""
    rematch_of: MatchId | None = None
    """The match that it is a rematch of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Header):
    """What is known of a match without its log.

    `seq` is the number of log entries, the token of optimistic concurrency: whatever a player
    was shown carries it, and is refused as stale once a later entry has changed the position.
    """

    status: Status
    seq: int
    turn_count: int
    to_move: Seat | None
    """The seat to act in a running match, else None."""
    ending: Ending | None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    taken_back: bool = False
    """Whether turns were taken back, which makes it unrated."""

    def seat_of(self, player: PlayerId) -> Seat | None:
        """The player's seat; None if they have none (yet)."""
        return self.players.index(player) + 1 if player in self.players else None

    @property
    def invited(self) -> tuple[PlayerId, ...]:
        """The players whom the host has invited; none at a table that is open to all, or after the
        start.
        """
        return tuple(player for player in self.kept if player is not None)

    @property
    def challenge(self) -> bool:
        """Whether everybody except the host was invited, so that nobody else can join."""
        return len(self.invited) == len(self.players) - 1

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that anybody may take."""
        both = zip(self.players, self.kept, strict=True)
        return tuple(seat for seat, taken in enumerate(both, start=1) if taken == (None, None))

    @property
    def seated(self) -> tuple[PlayerId, ...]:
        """The players in the order of their seats, without empty ones."""
        return tuple(player for player in self.players if player is not None)

    @property
    def player_to_move(self) -> PlayerId | None:
        """The player who is to act in a running match."""
        return None if self.to_move is None else self.players[self.to_move - 1]

    @property
    def apart(self) -> bool:
        """Whether it is shown to its players in their direct messages, and not in a channel."""
        return self.private or self.place.guild is None

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.players

    def offer_of(self, seat: Seat) -> SeatOffer | None:
        """The offer of a seat, or None."""
        return next((one for one in self.offers if one.seat == seat), None)

    def concerns(self, player: PlayerId) -> bool:
        """Whether the match is the player's own: they have a seat, or one is kept for them or
        offered to them.
        """
        asked = any(one.to == player for one in self.offers)
        return asked or player in (*self.players, *self.kept)

    def known_to(self, player: PlayerId) -> bool:
        """Whether the player may know of the match: only its players may know of a private one."""
        return not self.private or self.concerns(player)

    @property
    def hints_allowed(self) -> bool:
        """Whether players may have hints: not while the match can still count for ratings."""
        return self.taken_back or not self.rated

    def time_is_over(self, now: datetime) -> bool:
        """Whether the time of the seat to move is over."""
        return self.due_at is not None and self.due_at <= now

    def opponents(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """The players of the other sides (all players, for somebody who is not seated)."""
        mine = self.seat_of(player)
        return tuple(
            other
            for side in self.game.sides(self.setup)
            if mine not in side
            for seat in side
            if (other := self.players[seat - 1]) is not None
        )


@dataclass(frozen=True, slots=True)
class LoggedTurn:
    """A complete turn in the log. `number` counts the turns from 1, `text` is canonical.

    `batch` is the first entry of the transaction that it came with.
    """

    number: int
    seat: Seat
    text: str
    at: datetime
    seq: int
    origin: Origin = "played"
    batch: int = 0


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event between turns, with the token that it has in records ("withdraw:2").

    Players are told about `takeback:2`, `replace:2`, `adjourn` and `resume`, but these are neither
    in records nor in `Match.events`. `unrates`: whether this made the match unrated.
    """

    token: str
    seat: Seat | None
    at: datetime
    seq: int
    unrates: bool = False


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn together with its plies, for marks and descriptions."""

    turn: LoggedTurn
    steps: tuple[AnyStep, ...]


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A standing offer of a draw: who made it, who agrees (the maker included), and the entry that
    made it (`seq`).
    """

    seat: Seat
    agreed: tuple[Seat, ...]
    seq: int


@dataclass(frozen=True, slots=True)
class Request:
    """Something that needs the consent of others: who asks, who has agreed (the asker included).

    `seq` is the entry that asks. `first` is the entry of the first turn that would be taken back.
    """

    kind: RequestKind
    seat: Seat
    agreed: tuple[Seat, ...]
    seq: int
    first: int = 0


Question: TypeAlias = DrawOffer | Request


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a log stops replaying: the number of the turn (or of the next one), its text, the
    error.
    """

    number: int
    text: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Listing):
    """A match with its log folded: the position and all that led to it.

    `base` is the number of the last entry that changed the position; drafts, buttons and menus
    made at an earlier `seq` than that are stale.
    """

    line: AnyLine
    base: int
    turns: tuple[LoggedTurn, ...] = ()
    events: tuple[LoggedEvent, ...] = ()
    recent: tuple[PlayedTurn, ...] = ()
    """The last few turns with their plies."""
    draw_offer: DrawOffer | None = None
    offered: frozenset[Seat] = frozenset()
    """The seats that have offered a draw since their own last turn."""
    request: Request | None = None
    """What a player requests from the others in this position."""
    asked: frozenset[tuple[Seat, RequestKind]] = frozenset()
    """The seats that have made a request in this position, and for what; nobody asks twice."""
    lapsed: tuple[Question, ...] = ()
    """The questions that were left open when the position last changed: nobody can answer them any
    more.
    """
    challenged: bool = False
    """Whether it began as a challenge. Before the start, `challenge` says so."""
    queues: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """The prepared turns by seat; only their owner may see them."""
    conditions: Mapping[Seat, Conditions] = field(default_factory=dict)
    """The conditional turns by seat; only their owner may see them."""
    fault: Fault | None = None
    stand_in: int | None = None
    """The level of the computer players that take the places of those who withdraw."""
    handovers: tuple[Handover, ...] = ()
    """The seats that went over to somebody else, in order."""

    @property
    def position(self) -> Position:
        """The position now, between two turns."""
        return self.line.position

    @property
    def logged(self) -> tuple[LoggedTurn | LoggedEvent, ...]:
        """Turns and events in their order."""
        if not self.events:
            return self.turns
        both: list[LoggedTurn | LoggedEvent] = [*self.turns, *self.events]
        return tuple(sorted(both, key=lambda entry: entry.seq))

    @property
    def record(self) -> list[str]:
        """The tokens of the match's record: its moves and events, one token an element."""
        return [
            token
            for entry in self.logged
            for token in (entry.text.split() if isinstance(entry, LoggedTurn) else [entry.token])
        ]
