"""Takes notices from the outbox, and looks up what they report.

The nonce is passed on to Discord, so a message that was sent just before a process died is not sent
again by the next process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Literal, TypeAlias, cast

from sqlalchemy import Connection

from games.protocol import Seat
from matches.model.clock import Clock
from matches.model.computer_players import EVERYBODY, is_computer_player
from matches.model.entries import UNRECORDED
from matches.model.ids import MatchId, MatchNumber, MessageId, PlayerId, public_id
from matches.model.match import LoggedEvent, Match, PlayedTurn
from matches.model.played import Dropped
from matches.model.storage_errors import read, write
from matches.model.turns import turns_from
from matches.unit_of_work.cache import cache_of
from matches.unit_of_work.repository import key_of, load, read_again
from storage import calls, interactions
from storage import matches as match_rows
from storage import outbox as rows
from storage.database import Database
from storage.outbox import NoticeRow

LEASE = timedelta(seconds=20)
"""How long a notice is leased to its sender: less time than nonces are valid."""
HOME = timedelta(seconds=2)
"""How long a due notice is left to the process that is connected to the match's guild."""
MOST_CALLS = 200
"""How many calls of matches with people may wait. Computer players get no further matches then."""
_AT_LAST = timedelta(days=-1000)
"""So long overdue that nothing comes before it."""


NoticeKind: TypeAlias = Literal[
    "board",
    "turn",
    "reminder",
    "claim",
    "dropped",
    "vacation",
    "return",
    "stays",
    "downtime",
    "offer",
    "refuse",
    "robot",
    "table",
    "seat",
    "leaver",
]
"""For everybody: board · table (that a match is open, or who is challenged; at its end, how) ·
vacation, return, stays (`seat` goes on vacation, is back early, has called it off) · downtime
(`seat` has little time after one) · offer, refuse (a draw, by a computer player) · seat (that it is
on offer). For `seat`: turn · reminder of it · claim (that the time of the seat to move is over) ·
dropped (prepared turns that were) · leaver (that others have offered the seat). robot is no
message, but calls the computer player in `seat`."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to be sent. `seat` is None for the board.

    `attempts` counts how often it has been taken for sending, including this time. `lead` is how
    long before the end of the time a reminder is due. A board, or a message about dropped turns,
    reports the entries from `since` on, if that is not None, else those of its `batch`. `due_at` is
    when it was due as it was read. If a board's `line_sent` is true, everybody has had that, and
    only the message in which it is kept up to date is behind.
    """

    key: str
    match_id: MatchId
    kind: NoticeKind
    seat: Seat | None
    batch: int
    base: int
    attempts: int
    due_at: datetime = field(compare=False)
    lead: timedelta | None = None
    since: int | None = None
    line_sent: bool = False

    @property
    def first(self) -> int:
        """The first entry that it reports."""
        return self.batch if self.since is None else self.since

    @property
    def nonce(self) -> str:
        """The same for each attempt, and different for every other message."""
        return self.key if self.lead is None else f"{self.key}.{self.base}"


@dataclass(frozen=True, slots=True)
class Told:
    """A match as a notice reports it, with what has just happened."""

    match: Match
    turns: tuple[PlayedTurn, ...]
    events: tuple[LoggedEvent, ...]
    dropped: tuple[Dropped, ...] = ()


# Sending


async def due(
    db: Database, limit: int = 20, *, count: int = 1, shards: Collection[int] = (0,)
) -> list[Notice]:
    """Leases due notices, for `LEASE`: those about matches of guilds of these `shards`, of `count`,
    and those that nobody has taken for `HOME`. Whoever is connected to a guild knows its names and
    its language, and need not ask Discord. Raises Unavailable.
    """
    now = db.now()
    home = rows.Home(count, frozenset(shards), now - HOME) if len(shards) < count else None
    if not await read(db, partial(rows.is_due, now=now, home=home)):
        return []
    claim = partial(rows.claim, now=now, until=now + LEASE, limit=limit, home=home)
    return [_notice(one) for one in await write(db, claim)]


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """A call of a computer player that nobody has taken. It is for the people in its match, or for
    its host if only computer players are in it: it is `alone` then. It is `urgent` if one of the
    people is waiting for it.
    """

    key: str
    urgent: bool
    alone: bool
    people: tuple[PlayerId, ...]


async def waiting_calls(db: Database, most: int) -> list[WaitingCall]:
    """The calls that may be taken now: those of matches with people before all others, and the
    longest due first. Raises Unavailable.
    """

    def waiting(one: calls.CallRow) -> WaitingCall:
        players = map(PlayerId, one.players)
        people = tuple(player for player in players if not is_computer_player(player))
        live = Clock.read(one.clock).live if one.clock else False
        if not people:
            return WaitingCall(one.key, urgent=False, alone=True, people=(PlayerId(one.host),))
        return WaitingCall(one.key, urgent=live, alone=False, people=people)

    look = partial(calls.waiting_calls, now=db.now(), most=most, above=EVERYBODY[-1])
    return [waiting(one) for one in await read(db, look)]


async def are_calls_piling_up(db: Database) -> bool:
    """Whether more calls of matches with people wait than processes can answer soon; others keep
    nobody waiting. Raises Unavailable.
    """
    count = partial(calls.count_with_people, now=db.now(), above=EVERYBODY[-1])
    return await read(db, count) >= MOST_CALLS


async def take_calls(db: Database, keys: Collection[str]) -> list[Notice]:
    """Leases these calls for `LEASE`, except those that somebody else has taken. They come in the
    same order. Raises Unavailable.
    """
    now = db.now()
    claim = partial(calls.claim_calls, keys=keys, now=now, until=now + LEASE)
    taken = {one.key: _notice(one) for one in await write(db, claim)}
    return [taken[key] for key in keys if key in taken]


async def take(db: Database, notice: Notice, *, ours: bool) -> int | None:
    """Takes this one for `LEASE`, due or not. Returns how often it has been tried, counting this
    time; None if it is gone, or if somebody else may be about to send it: it isn't `ours`. Raises
    Unavailable.
    """
    now = db.now()
    claim = partial(rows.take, key=notice.key, now=now, until=now + LEASE, ours=ours)
    return await write(db, claim)


def _notice(one: NoticeRow) -> Notice:
    lead = None if one.lead is None else timedelta(seconds=one.lead)
    match_id = public_id(one.match_id)
    return Notice(
        one.key,
        match_id,
        cast("NoticeKind", one.kind),
        one.seat,
        one.batch,
        one.base,
        one.attempts,
        one.due_at,
        lead,
        one.since,
        one.line_sent,
    )


async def hold(
    db: Database, keys: Iterable[str], time: timedelta = LEASE, *, base: int | None = None
) -> None:
    """Makes sure that nobody takes these before that time has passed. With a `base`, those are left
    alone that don't report it any more, since a turn has renewed them. Raises Unavailable.
    """
    await write(db, partial(rows.put_off, keys=keys, until=db.now() + time, base=base))


async def put_back(db: Database, key: str, time: timedelta) -> None:
    """Makes sure that nobody takes this before that time has passed. It was taken, but has to wait,
    which doesn't count as an attempt. Raises Unavailable.
    """
    await write(db, partial(rows.put_back, key=key, until=db.now() + time))


async def note_line_sent(db: Database, match_id: MatchId, until: int) -> None:
    """Notes that everybody has had a line about all boards of a match that are owed up to the
    entry `until`. Raises Unavailable.
    """
    await write(db, partial(rows.note_line_sent, number=key_of(match_id), base=until))


async def hurry(db: Database, key: str) -> None:
    """Makes this the first of everything that is due, because somebody is waiting for it. Raises
    Unavailable.
    """
    await hold(db, [key], _AT_LAST)


async def done(
    db: Database,
    *keys: str,
    boards: Mapping[MatchId, MessageId] | None = None,
    bases: Mapping[str, int | None] | None = None,
) -> None:
    """Notes that these have been sent, or can't be, and which messages show the `boards` of
    matches. Those that have one of the `bases` stay if they don't report it any more, since a turn
    has renewed them. Raises Unavailable.
    """
    shown = {key_of(match_id): message for match_id, message in (boards or {}).items()}

    def work(connection: Connection) -> None:
        rows.remove(connection, keys, bases)
        match_rows.note_boards(connection, shown)

    await write(db, work)


async def last_board(db: Database, match_id: MatchId) -> MessageId | None:
    """The last message with the match's board, if it is known. Raises Unavailable."""
    return (await last_boards(db, [match_id])).get(match_id)


async def last_boards(db: Database, ids: Collection[MatchId]) -> dict[MatchId, MessageId]:
    """The same for each of these matches where it is known, read at once. Raises Unavailable."""
    found = await read(db, partial(match_rows.last_boards, numbers=[*map(key_of, ids)]))
    return {public_id(number): message for number, message in found.items()}


async def put_together(db: Database, boards: Sequence[Notice], time: timedelta) -> None:
    """Merges boards of a match that can't be shown into the last one, which then reports what all
    of them would have reported. Nobody takes it before that time has passed. Raises Unavailable.
    """
    *earlier, last = boards
    until = db.now() + time
    keys = [one.key for one in earlier]
    first = boards[0].first
    await write(
        db, partial(rows.put_together, earlier=keys, last=last.key, since=first, until=until)
    )


async def is_pending(db: Database, key: str) -> bool:
    """Whether it still has to be sent. Raises Unavailable."""
    return bool(await read(db, partial(rows.left, keys=[key])))


async def boards(db: Database, match_id: MatchId, until: int) -> list[Notice]:
    """The boards of a match up to that of the entry `until` that are still to be shown, the oldest
    first, whoever is about to show them. Raises Unavailable.
    """
    found = await read(db, partial(rows.boards, number=key_of(match_id)))
    return [_notice(one) for one in found if one.base <= until]


async def standing(db: Database, match_id: MatchId, until: int) -> tuple[Match, list[Notice]]:
    """The match as it is now, and as `boards`, by one look. Raises UnknownMatch, Unavailable."""
    number = key_of(match_id)

    def work(connection: Connection) -> tuple[Match, list[NoticeRow]]:
        waiting = rows.boards(connection, number)
        return load(connection, cache_of(db), number)[0], waiting

    match, found = await read(db, work)
    return match, [_notice(one) for one in found if one.base <= until]


async def interactions_of(db: Database, notice: Notice) -> tuple[int | None, list[int]]:
    """The interaction that has caused what a notice tells, if there is one; and some of those that
    have changed the match before. Raises Unavailable.
    """

    def work(connection: Connection) -> tuple[int | None, list[int]]:
        number = key_of(notice.match_id)
        own = interactions.interaction_of(connection, number, notice.batch)
        return own, interactions.interactions_before(connection, number, notice.batch)

    return await read(db, work)


def is_last(db: Database, match: Match) -> bool:
    """Whether nobody in this process has seen the match in a later state than this one."""
    return cache_of(db).get(key_of(match.id)) is match


async def told(db: Database, notice: Notice, before: Sequence[Notice] = ()) -> Told:
    """The match after the entries that the notice reports, together with what the notices `before`
    it, in order, should have reported. Raises Unavailable.
    """
    first = before[0].first if before else notice.first

    def work(connection: Connection) -> Told:
        number = key_of(notice.match_id)
        match, _ = load(connection, cache_of(db), number)
        present = match.base == notice.base
        if (
            present
            and notice.kind != "dropped"
            and not _unrecorded(connection, number, first, match.seq)
        ):
            events = tuple(event for event in match.events if event.seq >= first)
            return Told(match, tuple(turns_from(match, first)), events)
        log = read_again(connection, match, number, notice.batch, first)
        then = match if present else replace(log.match(), due_at=None)
        return Told(then, tuple(log.turns), tuple(log.events), tuple(log.dropped))

    return await read(db, work)


def _unrecorded(connection: Connection, number: MatchNumber, first: int, last: int) -> bool:
    """Whether these entries include an event that only the log has."""
    entries = match_rows.entries(connection, number, first - 1, last)
    return any(one.kind in UNRECORDED for one in entries)
