"""Choosing who plays together: the best table for a party among all others that seek one.

Pure arithmetic on values: the bot and its simulation choose by the same functions. What each party
asks for depends on how long it has waited, see `concessions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from heapq import nsmallest
from itertools import combinations, permutations
from math import inf
from random import Random
from typing import TypeAlias

import games
from games.protocol import Sides
from matches.lobby.seats import fitting
from matches.model.clock import Clock
from matches.model.ids import PlayerId, WishNumber
from matches.model.ratings import NEW, Mode, Pool, Skill, evenness, points_of
from matches.wishes.concessions import Concession, at, next_at
from matches.wishes.hours import Hours, common
from matches.wishes.terms import LIVE_LIFETIME, SLOW, Meeting, TableKind, Terms

NEAREST = 12
"""The number of others, the nearest ones, who are considered as company for a party …"""
TABLES = 8
"""… and the number of possible tables that are examined closely."""
POINTS = 400
"""A difference in strength of this many points costs as much as having no hours in common."""
UNKNOWN = 0.5
"""The share of hours that two people count as having in common if their hours are not known."""
AGAIN = timedelta(hours=6)
"""After this time a table is looked for again, because strengths and blocks may have changed."""
PATIENT = timedelta(days=1)
"""Waiting longer than this makes no further difference."""

Pair: TypeAlias = frozenset[PlayerId]
Skills: TypeAlias = Mapping[tuple[str, PlayerId], Skill]
"""By the text of a pool and the player. Players who are missing have not played in that pool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """A party that seeks a table, as far as the choice depends on it.

    `hours` are those at which the party usually moves, if known. Its people count as present until
    `live_until`, so that a live match can begin until then.
    """

    id: WishNumber
    players: tuple[PlayerId, ...]
    terms: Terms
    since: datetime
    live_until: datetime
    hours: Hours | None = None
    meeting: Meeting | None = None

    def waiting_since(self, *, live: bool) -> datetime:
        """When it began to wait; for a live match, when its people became present."""
        return max(self.since, self.live_until - LIVE_LIFETIME) if live else self.since

    def asks(self, now: datetime, *, live: bool) -> Concession:
        """What it asks of a table at this time."""
        return at(now - self.waiting_since(live=live), live=live)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A table: its kind and clock, the players in the order of their seats, and the channel (None:
    direct messages). The best table has the lowest cost.
    """

    kind: TableKind
    clock: Clock
    seekers: tuple[Seeker, ...]
    players: tuple[PlayerId, ...]
    meeting: Meeting | None
    evenness: float
    cost: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a choice depends on: the other parties that seek a table, everybody's strength, and the
    pairs that must be kept apart.
    """

    others: Sequence[Seeker]
    skills: Skills
    apart: AbstractSet[Pair]
    now: datetime


def best(seeker: Seeker, known: Known, rng: Random) -> Found | None:
    """The best table for a party with some of the others; None if there is none. No two players at
    it are `apart`, everybody has one seat, and every party gets what it asks for at this time.
    """
    if _is_divided(seeker, known.apart):
        return None
    found = [
        table
        for kind in seeker.terms.kinds
        for clock in accepted(seeker, known.now)
        for table in _Company(seeker, kind, clock, known).tables(rng)
    ]
    return min(found, key=lambda table: table.cost, default=None)


def accepted(seeker: Seeker, now: datetime) -> tuple[Clock, ...]:
    """The clocks that a party accepts at this time: those it wished for and, in the end, the clocks
    next to them. Nobody waits for a live match for longer than they are present.
    """
    wished = seeker.terms.clocks
    there = tuple(one for one in wished if not one.live or now <= seeker.live_until)
    if not seeker.asks(now, live=False).beside:
        return there
    places = [SLOW.index(one) for one in wished if one in SLOW]
    beside = {one for place in places for one in SLOW[max(0, place - 1) : place + 2]}
    return (*there, *(one for one in SLOW if one in beside and one not in there))


def next_look(seeker: Seeker, now: datetime) -> datetime:
    """When to look again for a table for a party that has none now: when it will ask for less, but
    after `AGAIN` at the latest. Parties that arrive meanwhile look for tables themselves.
    """
    paces = {clock.live for clock in seeker.terms.clocks}
    changes = [next_at(seeker.waiting_since(live=live), now, live=live) for live in paces]
    return min([now + AGAIN, *(change for change in changes if change is not None)])


@cache
def sides_of(kind: TableKind) -> Sides:
    """The sides of a table with the usual options."""
    game = games.get(kind.game)
    return game.sides(fitting(game, kind.seats, {}))


def pool_of(kind: TableKind, clock: Clock) -> str:
    """The text of the pool in which matches of this kind and clock are rated."""
    partners = any(len(side) > 1 for side in sides_of(kind))
    mode: Mode = "live" if clock.live else "correspondence"
    return str(Pool(kind.game, kind.seats, mode, partners))


class _Company:
    """The others with whom a party could sit down at tables of one kind, with one clock."""

    def __init__(self, seeker: Seeker, kind: TableKind, clock: Clock, known: Known) -> None:
        self._seeker, self._kind, self._clock = seeker, kind, clock
        self._apart, self._now = known.apart, known.now
        fit = [
            one
            for one in known.others
            if kind in one.terms.kinds
            and clock in accepted(one, self._now)
            and not _is_divided(one, self._apart)
        ]
        pool, everybody = pool_of(kind, clock), (seeker, *fit)
        people = [player for one in everybody for player in one.players]
        self._skills = {player: known.skills.get((pool, player), NEW) for player in people}
        self._points = {player: points_of(skill) for player, skill in self._skills.items()}
        self._asks = {one.id: one.asks(self._now, live=clock.live) for one in everybody}
        costs = {one.id: self._cost(seeker, one) for one in fit}
        near = [one for one in fit if costs[one.id] < inf]
        self._near = nsmallest(NEAREST, near, key=lambda one: (costs[one.id], one.id))
        self._costs = {frozenset((seeker.id, one.id)): costs[one.id] for one in self._near}
        for one, other in combinations(self._near, 2):
            self._costs[frozenset((one.id, other.id))] = self._cost(one, other)

    # Two parties

    def _cost(self, one: Seeker, other: Seeker) -> float:
        """How badly two parties fit; infinite if they don't fit at all."""
        if not {*one.players}.isdisjoint(other.players) or _nowhere([one, other]):
            return inf
        pairs = [(mine, theirs) for mine in one.players for theirs in other.players]
        if any(frozenset(pair) in self._apart for pair in pairs):
            return inf
        asks = [(one, self._asks[one.id]), (other, self._asks[other.id])]
        gap = max(abs(self._points[mine] - self._points[theirs]) for mine, theirs in pairs)
        if gap > min(_reach(each, concession) for each, concession in asks):
            return inf
        shared = self._in_common(one, other)
        if shared is not None and shared < max(concession.hours for _, concession in asks):
            return inf
        return gap / POINTS + 1 - (UNKNOWN if shared is None else shared)

    def _in_common(self, one: Seeker, other: Seeker) -> float | None:
        """The share of hours that two parties have in common; None if unknown. It does not matter
        for a live match, since both are present now.
        """
        if self._clock.live or one.hours is None or other.hours is None:
            return None
        return common(one.hours, other.hours)

    # Tables

    def tables(self, rng: Random) -> Iterator[Found]:
        """The tables that fit, among those of the parties that fit best."""
        for _, group in nsmallest(TABLES, self._groups(), key=lambda one: one[0]):
            if (table := self._table(group, rng)) is not None:
                yield table

    def _groups(self) -> Iterator[tuple[float, tuple[Seeker, ...]]]:
        """The parties that fill a table together, with the average cost of their pairs."""
        missing = self._kind.seats - len(self._seeker.players)
        for count in range(1, missing + 1):
            for others in combinations(self._near, count):
                if sum(len(one.players) for one in others) == missing:
                    group = (self._seeker, *others)
                    pairs = [*combinations(group, 2)]
                    cost = sum(self._costs[frozenset((one.id, two.id))] for one, two in pairs)
                    if cost < inf:
                        yield cost / len(pairs), group

    def _table(self, group: Sequence[Seeker], rng: Random) -> Found | None:
        """The table of these parties, if it is good enough for all of them."""
        if _nowhere(group):
            return None
        players, even = self._seated(group, rng)
        if even < max(self._asks[one.id].evenness for one in group):
            return None
        pairs = [*combinations(group, 2)]
        strain = sum(self._costs[frozenset((one.id, two.id))] for one, two in pairs) / len(pairs)
        unwished = [one for one in group if self._clock not in one.terms.clocks]
        patience = sum(min(1.0, (self._now - one.since) / PATIENT) for one in group) / len(group)
        return Found(
            kind=self._kind,
            clock=self._clock,
            seekers=tuple(group),
            players=players,
            meeting=meeting_of(group),
            evenness=even,
            cost=2 * (1 - even) + strain + (len(unwished) / len(group) - patience) / 2,
        )

    def _seated(self, group: Sequence[Seeker], rng: Random) -> tuple[tuple[PlayerId, ...], float]:
        """The players by seat, and how even the match is. Seats are drawn by lot. In games with
        partners, two friends are partners, and the others are placed so that the match is as even
        as possible.
        """
        sides, parties = sides_of(self._kind), [one.players for one in group]
        players = [player for party in parties for player in party]
        rng.shuffle(players)
        if all(len(side) == 1 for side in sides):
            return tuple(players), evenness([[self._skills[player]] for player in players])
        pairs = [{*party} for party in parties if len(party) == 2]
        found: tuple[tuple[PlayerId, ...], float] = (), -1.0
        for order in permutations(players):
            teams = [[order[seat - 1] for seat in side] for side in sides]
            if any(all(pair != {*team} for team in teams) for pair in pairs):
                continue
            even = evenness([[self._skills[player] for player in team] for team in teams])
            if even > found[1] + 1e-9:
                found = order, even
        return found


def _is_divided(seeker: Seeker, apart: AbstractSet[Pair]) -> bool:
    """Whether members of a party are kept apart: they have blocked each other since they agreed."""
    return any(frozenset(pair) in apart for pair in combinations(seeker.players, 2))


def _reach(seeker: Seeker, concession: Concession) -> float:
    """The points by which others may be stronger or weaker than a member of the party."""
    within = seeker.terms.within
    return inf if within is None else within * concession.reach


# Where


def _nowhere(group: Sequence[Seeker]) -> bool:
    """Whether there is no place where all these parties want to play."""
    wheres = {one.terms.where for one in group}
    if "server" not in wheres:
        return False
    return "direct" in wheres or _common_meeting(group) is None


def meeting_of(group: Sequence[Seeker]) -> Meeting | None:
    """The channel in which these parties play; None: in direct messages."""
    if any(one.terms.where == "direct" for one in group):
        return None
    return _common_meeting(group)


def _common_meeting(group: Sequence[Seeker]) -> Meeting | None:
    """A channel that all of them see, if all were on one server when they made their wishes: the
    channel of the party that has waited longest.
    """
    found = [
        one.meeting
        for one in sorted(group, key=lambda one: (one.since, one.id))
        if one.meeting is not None
    ]
    if len(found) < len(group) or len({one.guild for one in found}) > 1:
        return None
    if len({one.channel for one in found}) == 1:
        return found[0]
    return next((one for one in found if one.shared), None)
