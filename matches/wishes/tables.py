"""Looking for tables: due wishes, the best table, and seating those who play together.

Any number of processes may look. A process chooses a table from what it has read. Then it holds
everybody at the table, and locks the wishes that nobody else is changing. If one of them has
changed since, the choice is repeated. So nobody is seated twice, and no wish comes true twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import combinations
from random import Random, SystemRandom
from typing import TypeAlias

from sqlalchemy import Connection

import games
from matches.lobby.admission import LIMITS, Limits, has_room
from matches.lobby.official import open_together
from matches.model.ids import (
    ChannelId,
    GuildId,
    MatchId,
    MatchNumber,
    PlayerId,
    WishNumber,
    public_id,
)
from matches.model.match import Place
from matches.model.ratings import Skill
from matches.model.storage_errors import map_storage_errors, write
from matches.model.storage_errors import read as looked
from matches.wishes.choice import Found, Known, Pair, accepted, best, next_look, pool_of
from matches.wishes.terms import Meeting, among
from matches.wishes.wish import Wish, read
from storage import blocks, ratings
from storage import players as people
from storage import wishes as rows
from storage.database import Database
from storage.errors import LostRace
from storage.transactions import in_transaction, transaction

LEASE = timedelta(seconds=30)
"""How long a wish is leased to the process that looks for a table."""
OTHERS = 60
"""The number of other wishes that are looked at for each kind of table: this many of those that
have waited longest, and as many of those that keep to the same server.
"""
ATTEMPTS = 4
"""The most choices if other processes are faster."""

DIRECT = Place(None, ChannelId(0))
"""Direct messages, which are not one channel."""

_Pairs: TypeAlias = frozenset[Pair]
_OVERTAKEN: _Pairs = frozenset()

Absent: TypeAlias = Callable[[GuildId, Sequence[PlayerId]], Awaitable[Collection[PlayerId]]]
"""Asks which of these players are no longer members of a server."""


async def nobody(_: GuildId, __: Sequence[PlayerId]) -> Collection[PlayerId]:
    """Used if nobody can be asked: everybody counts as still a member."""
    return ()


async def due(db: Database, limit: int = 20) -> list[WishNumber]:
    """The wishes for which a table should be sought, leased to the caller for `LEASE`. Raises
    Unavailable.
    """
    now = db.now()
    if not await looked(db, partial(rows.is_due, due="next_at", now=now)):
        return []
    lease = partial(rows.lease, due="next_at", now=now, until=now + LEASE, limit=limit)
    return await write(db, lease)


async def look(
    db: Database,
    number: WishNumber,
    *,
    limits: Limits = LIMITS,
    absent: Absent = nobody,
    rng: Random | None = None,
) -> MatchId | None:
    """Looks for the best table for an open wish. If there is one, its match begins: the wishes of
    everybody at it have come true, and their other wishes pause. Otherwise a table is sought again
    as soon as the wish asks for less.

    Before a match begins on a server, `absent` is asked. If somebody has left the server, their
    wish becomes one for direct messages, and the choice is made again. Raises Unavailable, and
    whatever `absent` raises.
    """
    drawn, apart = rng or SystemRandom(), set[Pair]()
    for _ in range(ATTEMPTS):
        with map_storage_errors():
            seen = await db.read(partial(_read, number, apart, db.now()))
            if seen is None:
                return None
            wish, known = seen
            found = await asyncio.to_thread(best, wish.seeker(), known, drawn)
            if found is None:
                await _wait(db, wish, next_look(wish.seeker(), db.now()))
                return None
            gone = await _gone(found, absent)
            try:
                if gone:
                    leave = partial(_leave_server, found, gone, db.now())
                    await db.write(in_transaction(leave))
                    continue
                outcome = await db.write(partial(_seat, found, limits, db.now(), drawn))
            except LostRace:
                continue
        if isinstance(outcome, int):
            return public_id(outcome)
        apart |= outcome
    await _wait(db, wish, db.now() + LEASE)
    return None


async def _wait(db: Database, wish: Wish, until: datetime) -> None:
    wait = partial(rows.put_off, number=wish.id, seq=wish.seq, due="next_at", until=until)
    await write(db, wait)


# Choosing


def _read(
    number: WishNumber, apart: set[Pair], now: datetime, connection: Connection
) -> tuple[Wish, Known] | None:
    """A wish, if it is open, and what the best table for it depends on; `apart` are pairs that are
    already known to be kept apart.
    """
    row = rows.one(connection, number)
    if row is None or row.status != "open":
        return None
    wish = read(row)
    others = _others(connection, wish)
    players = {player for one in (wish, *others) for player in one.players}
    known = Known(
        others=[one.seeker() for one in others],
        skills=_skills(connection, wish, players, now),
        apart=apart | {*map(frozenset, blocks.pairs_apart(connection, players))},
        now=now,
    )
    return wish, known


def _others(connection: Connection, wish: Wish) -> list[Wish]:
    """The open wishes that might share a table with this wish."""
    numbers = {
        one
        for kind in wish.terms.kinds
        for guild in among(wish.terms, wish.meeting)
        for one in rows.seeking(connection, kind.sought, guild, OTHERS)
    }
    found = rows.several(connection, sorted(numbers - {wish.id}))
    return [read(one) for one in found if one.status == "open"]


def _skills(
    connection: Connection, wish: Wish, players: set[PlayerId], now: datetime
) -> dict[tuple[str, PlayerId], Skill]:
    """The skills of these players for the tables of the wish."""
    clocks = accepted(wish.seeker(), now)
    pools = {pool_of(kind, clock) for kind in wish.terms.kinds for clock in clocks}
    return {
        (pool, player): Skill(one.mu, one.sigma)
        for pool in sorted(pools)
        for player, one in ratings.strengths(connection, pool, players).items()
    }


# Seating


def _seat(
    found: Found, limits: Limits, now: datetime, rng: Random, connection: Connection
) -> MatchNumber | _Pairs:
    """Begins the match of a table. If pairs turn out to be kept apart, returns these; if a wish has
    changed, returns none.
    """
    with transaction(connection):
        people.hold(connection, found.players)
        wishes = _held(connection, found)
        if wishes is None:
            return _OVERTAKEN
        if apart := _apart(connection, found.players):
            return apart
        more = found.kind.matches
        busy = [one for one in found.players if not has_room(connection, one, limits, more)]
        if busy:
            for wish in wishes:
                if {*wish.players} & {*busy}:
                    rows.pause(connection, wish.id, (), now, tell=True)
            return _OVERTAKEN
        number = open_together(
            connection,
            game=games.get(found.kind.game),
            players=found.players,
            place=_place(found.meeting),
            clock=found.clock,
            with_return=found.kind.with_return,
            now=now,
            rng=rng,
        )
        for wish in wishes:
            rows.end(connection, wish.id, "matched", now, number)
        _pause_others(connection, found.players, now)
        return number


async def _gone(found: Found, absent: Absent) -> Collection[PlayerId]:
    """The players at a table who have left the server on which it is to be played."""
    if found.meeting is None:
        return ()
    return await absent(found.meeting.guild, found.players)


def _leave_server(
    found: Found, gone: Collection[PlayerId], now: datetime, connection: Connection
) -> None:
    """Moves the wishes of those who are gone to direct messages, unless a wish of the table has
    changed.
    """
    people.hold(connection, found.players)
    for wish in _held(connection, found) or ():
        if {*wish.players} & {*gone}:
            where = "direct" if wish.terms.where == "server" else wish.terms.where
            terms = replace(wish.terms, where=where)
            elsewhere = {"terms": terms.stored(), "guild": None, "channel": None, "shared": False}
            changed = elsewhere | {"seq": wish.seq + 1, "next_at": now}
            rows.change(connection, wish.id, changed)
            rows.seek(connection, wish.id, [kind.sought for kind in terms.kinds])


def _held(connection: Connection, found: Found) -> list[Wish] | None:
    """The wishes of a table, locked; None if one of them has changed or is being changed."""
    held = {one.id: read(one) for one in rows.hold(connection, [one.id for one in found.seekers])}
    if len(held) < len(found.seekers):
        return None
    same = all(one.status == "open" for one in held.values())
    same = same and all(held[one.id].seeker() == one for one in found.seekers)
    return list(held.values()) if same else None


def _apart(connection: Connection, players: tuple[PlayerId, ...]) -> _Pairs:
    """The pairs of players who are kept apart, also by blocks of people who came back."""
    return frozenset(
        frozenset(pair)
        for pair in combinations(players, 2)
        if blocks.apart(connection, pair[0], [pair[1]])
    )


def _place(meeting: Meeting | None) -> Place:
    return DIRECT if meeting is None else Place(meeting.guild, meeting.channel)


def _pause_others(connection: Connection, players: tuple[PlayerId, ...], now: datetime) -> None:
    """Pauses the other wishes in which these players take part, because wishes lead to one match at
    a time. A leader who is not at the table is told.
    """
    others = {
        wish.id: wish
        for player in players
        for wish in map(read, rows.of_player(connection, player))
        if wish.binds(player)
    }
    for number in sorted(others):
        knows = [player for player in others[number].players if player in players]
        tell = others[number].leader not in players
        rows.pause(connection, number, knows, now, tell=tell)
