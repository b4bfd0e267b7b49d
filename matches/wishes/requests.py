"""What people do with wishes: make them, change them, agree to them, give them up, resume them.

Each is one transaction that locks everybody in the party, like the one that seats them at a table.
So nobody is seated by a wish that has just been given up. A double click, or an interaction that is
delivered twice, has the effect of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from matches.lobby import cooldowns
from matches.lobby.admission import LIMITS, Limits, has_room
from matches.model.errors import (
    NotTogether,
    TooManyMatches,
    TooManyWishes,
    UnknownWish,
    WishFulfilled,
)
from matches.model.ids import PlayerId, WishNumber
from matches.model.storage_errors import map_storage_errors
from matches.settings.declared import read as read_preferences
from matches.settings.players import Preferences
from matches.wishes import hours
from matches.wishes.terms import Meeting, Terms, fitting, kept_to
from matches.wishes.wish import Wish, read
from storage import blocks
from storage import players as people
from storage import wishes as rows
from storage.database import Database
from storage.errors import LostRace
from storage.transactions import transaction
from storage.wishes import MemberRow, Status

MOST = 5
"""The most wishes of one player at the same time, including those of friends."""
_NONE = timedelta()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wishes for: the terms, the friends to be asked, and the place where the wish
    was made.
    """

    terms: Terms
    friends: tuple[PlayerId, ...] = ()
    meeting: Meeting | None = None


async def make(
    db: Database,
    leader: PlayerId,
    wanted: Wanted,
    *,
    limits: Limits = LIMITS,
    interaction: int | None = None,
) -> Wish:
    """Makes a wish. Its friends are asked first; without friends, a table is sought at once.

    Wishing for the same thing with the same friends again makes no second wish. Raises
    PartyTooLarge, TooManyWishes, TooManyMatches, NotTogether, OpenedTooOften, InvitedTooOften.
    """
    wanted = _checked(leader, wanted)

    def work(connection: Connection) -> Wish:
        with transaction(connection):
            if interaction is not None:
                known = rows.of_interaction(connection, interaction)
                if known is not None:
                    return _known(connection, known)
            people.hold(connection, [leader, *wanted.friends])
            if (same := _same(connection, leader, wanted)) is not None:
                return same
            now = db.now()
            _require_room(connection, leader, wanted.terms, limits)
            _ask(connection, leader, wanted, limits, now)
            number = rows.create(
                connection,
                _begun(wanted, now) | {"seq": 1, "interaction": interaction},
                _party(connection, leader, wanted.friends),
            )
            _seek(connection, number, wanted)
            return _known(connection, number)

    return await _twice(db, work)


async def change(
    db: Database,
    number: WishNumber,
    leader: PlayerId,
    wanted: Wanted,
    *,
    limits: Limits = LIMITS,
) -> Wish:
    """Replaces what is wished. Friends are asked again; the time already waited still counts.

    Raises UnknownWish (also for anybody but its leader), WishFulfilled, and the same as `make`.
    """
    wanted = _checked(leader, wanted)

    def work(connection: Connection) -> Wish:
        with transaction(connection):
            wish = _locked(connection, number, leader, *wanted.friends)
            _require_leader(wish, leader)
            if wish.status != "paused" and _is_same(wish, wanted):
                return wish
            _begin_again(connection, wish, wanted, limits, db.now())
            return _known(connection, number)

    return await _twice(db, work)


async def resume(
    db: Database, number: WishNumber, leader: PlayerId, *, limits: Limits = LIMITS
) -> Wish:
    """Seeks a table again for a paused wish. Friends are asked again. Raises UnknownWish,
    WishFulfilled, and the same as `make`.
    """

    def work(connection: Connection) -> Wish:
        with transaction(connection):
            wish = _locked(connection, number, leader)
            _require_leader(wish, leader)
            if wish.status == "paused":
                wanted = Wanted(wish.terms, wish.friends, wish.meeting)
                _begin_again(connection, wish, wanted, limits, db.now())
            return _known(connection, number)

    return await _twice(db, work)


async def agree(
    db: Database, number: WishNumber, player: PlayerId, *, limits: Limits = LIMITS
) -> Wish:
    """Notes that a friend wants to play. Once the last one has agreed, a table is sought, and the
    wish waits; what it had waited before it was changed still counts. Raises UnknownWish,
    WishFulfilled, NotTogether, TooManyWishes, TooManyMatches.
    """

    def work(connection: Connection) -> Wish:
        with transaction(connection):
            wish, now = _locked(connection, number, player), db.now()
            if not wish.stands:
                raise UnknownWish
            if player not in wish.asked:
                return wish
            _require_room(connection, player, wish.terms, limits)
            others = {*wish.players} - {player}
            if blocks.apart(connection, player, others):
                raise NotTogether
            cooldowns.welcomed(connection, wish.leader, player)
            _set_agreed(connection, wish, player)
            if wish.status == "asking" and wish.asked == (player,):
                wanted = Wanted(wish.terms, (), wish.meeting)
                begun = _begun(wanted, now) | {"seq": wish.seq + 1, "since": _since(wish, now)}
                rows.change(connection, number, begun)
                _seek(connection, number, wanted)
            return _known(connection, number)

    return await _twice(db, work)


async def give_up(db: Database, number: WishNumber, player: PlayerId) -> Wish:
    """Withdraws the leader's wish, or notes that a friend does not want to play (any more). Either
    ends the wish. Raises UnknownWish, WishFulfilled.
    """

    def work(connection: Connection) -> Wish:
        with transaction(connection):
            wish, now = _locked(connection, number, player), db.now()
            if not wish.stands:
                return wish
            if player != wish.leader:
                _set_agreed(connection, wish, player, agreed=False)
            status: Status = "withdrawn" if player == wish.leader else "declined"
            rows.end(connection, number, status, now)
            return _known(connection, number)

    return await _twice(db, work)


# What is checked


def _checked(leader: PlayerId, wanted: Wanted) -> Wanted:
    """The same with every friend once, and only with tables that have a seat for somebody else.
    Raises PartyTooLarge.
    """
    friends = tuple(one for one in dict.fromkeys(wanted.friends) if one != leader)
    return Wanted(fitting(wanted.terms, len(friends) + 1), friends, wanted.meeting)


def _require_leader(wish: Wish, player: PlayerId) -> None:
    """Raises UnknownWish for a wish that is over, and for anybody but its leader."""
    if wish.leader != player or not wish.stands:
        raise UnknownWish


def _require_room(connection: Connection, player: PlayerId, terms: Terms, limits: Limits) -> None:
    """Raises TooManyWishes, TooManyMatches."""
    mine = map(read, rows.of_player(connection, player))
    if sum(one.binds(player) for one in mine) >= MOST:
        raise TooManyWishes(limit=MOST)
    _require_matches(connection, player, terms, limits)


def _require_matches(
    connection: Connection, player: PlayerId, terms: Terms, limits: Limits
) -> None:
    """Raises a refusal unless the player has room for the matches of any table that may be
    found.
    """
    if not has_room(connection, player, limits, max(kind.matches for kind in terms.kinds)):
        raise TooManyMatches(limit=limits.matches)


def _ask(
    connection: Connection, leader: PlayerId, wanted: Wanted, limits: Limits, now: datetime
) -> None:
    """Counts the invitations to friends. Raises NotTogether, OpenedTooOften, InvitedTooOften."""
    everybody = (leader, *wanted.friends)
    if any(blocks.apart(connection, one, {*everybody} - {one}) for one in everybody):
        raise NotTogether
    cooldowns.admit_wish(connection, leader, wanted.friends, limits.rates, now)


def _same(connection: Connection, leader: PlayerId, wanted: Wanted) -> Wish | None:
    """The same wish, if the leader already has it; else None."""
    mine = map(read, rows.of_player(connection, leader))
    return next((one for one in mine if one.leader == leader and _is_same(one, wanted)), None)


def _is_same(wish: Wish, wanted: Wanted) -> bool:
    if wish.status not in rows.GOING:
        return False
    now = (wish.terms, {*wish.friends}, wish.meeting)
    return now == (wanted.terms, {*wanted.friends}, wanted.meeting)


# What is written


def _begin_again(
    connection: Connection, wish: Wish, wanted: Wanted, limits: Limits, now: datetime
) -> None:
    """Starts the wish again with the new terms. It keeps its waiting time unless it was paused."""
    _require_matches(connection, wish.leader, wanted.terms, limits)
    _ask(connection, wish.leader, wanted, limits, now)
    rows.set_members(connection, wish.id, _party(connection, wish.leader, wanted.friends))
    begun = _begun(wanted, now) | {"seq": wish.seq + 1, "since": _since(wish, now)}
    rows.change(connection, wish.id, begun)
    _seek(connection, wish.id, wanted)


def _since(wish: Wish, now: datetime) -> datetime:
    """Since when a wish that begins again has waited: as long as it did while it was open. While
    its friends are asked, no time passes for it.
    """
    if wish.status == "paused":
        return now
    return wish.since if wish.status == "open" else now - max(wish.changed_at - wish.since, _NONE)


def _begun(wanted: Wanted, now: datetime) -> dict[str, Any]:
    """The row of a wish that begins now: open, or asking its friends."""
    asking, meeting = bool(wanted.friends), wanted.meeting
    return {
        "terms": wanted.terms.stored(),
        "guild": meeting.guild if meeting else None,
        "channel": meeting.channel if meeting else None,
        "shared": meeting is not None and meeting.shared,
        "status": "asking" if asking else "open",
        "since": now,
        "changed_at": now,
        "expires_at": now + wanted.terms.lifetime,
        "next_at": None if asking else now,
        "tell_at": now if asking else None,
    }


def _seek(connection: Connection, number: WishNumber, wanted: Wanted) -> None:
    """Seeks tables for the wish, unless friends have to agree first."""
    kinds = [] if wanted.friends else [kind.sought for kind in wanted.terms.kinds]
    rows.seek(connection, number, kinds, kept_to(wanted.terms, wanted.meeting))


def _party(
    connection: Connection, leader: PlayerId, friends: Sequence[PlayerId]
) -> Iterable[MemberRow]:
    yield MemberRow(leader, 1, agreed=True, hours=_hours(connection, leader))
    for place, friend in enumerate(friends, start=2):
        yield MemberRow(friend, place, agreed=False)


def _set_agreed(
    connection: Connection, wish: Wish, player: PlayerId, *, agreed: bool = True
) -> None:
    usual = _hours(connection, player) if agreed else None
    rows.set_agreed(connection, wish.id, player, agreed=agreed, hours=usual)


def _hours(connection: Connection, player: PlayerId) -> str | None:
    """The hours at which somebody usually moves, as they are stored; None if too little is known,
    or if they don't want their hours to matter.
    """
    if not read_preferences(Preferences, people.preferences(connection, player)).hours:
        return None
    times = rows.turns_of(connection, player, matches=hours.MATCHES, turns=hours.TURNS)
    found = hours.of_turns(times)
    return None if found is None else hours.write(found)


# Reading


def _known(connection: Connection, number: WishNumber) -> Wish:
    found = rows.one(connection, number)
    if found is None:
        raise UnknownWish
    return read(found)


def _locked(
    connection: Connection, number: WishNumber, player: PlayerId, *others: PlayerId
) -> Wish:
    """The wish of a player, locked, with its party and these other people held. Raises UnknownWish,
    WishFulfilled.
    """
    party = _known(connection, number).players
    people.hold(connection, {*party, player, *others})
    found = rows.lock(connection, number)
    if found is None or not (wish := read(found)).concerns(player):
        raise UnknownWish
    if wish.match_id is not None:
        raise WishFulfilled(match=wish.match_id)
    return wish


async def _twice(db: Database, work: Callable[[Connection], Wish]) -> Wish:
    """Does the work, and again after a lost race: then it finds what the winner has left."""
    with map_storage_errors():
        try:
            return await db.write(work)
        except LostRace:
            return await db.write(work)
