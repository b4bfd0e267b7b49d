"""200 simulated seekers: how long they wait for a table, and whether they get what they asked for.

Who goes together is chosen by `matches.wishes.choice`, as in the product. The rest is this model,
which was written down before it was run for the first time. Everything is drawn from a seed.

**People.** 200, in turn in one of three time zones: UTC−5, UTC+1, UTC+9. Each has an hour around
which they like to play, in the mean at 20:00 of their time, with a deviation of 3 hours. They move
at hours around it, with a deviation of 2.5 hours; of nine in ten these hours are known. Strength is
the same in all pools: μ is normal around 25 with a deviation of 25/6; σ is that of somebody new for
three in ten, else between 1.5 and 4. Each person has blocked one other at random. One in ten has a
friend, and makes every second wish for three or four together with the friend, who agrees at once.
Everybody is a member of one of four servers.

**Wishes.** Each person makes one wish a day, at an hour at which they move. It is for a table of
two in 50 of 100 cases, of three in 35, of four in 15; of one game that can be played so in 60, of
all those games in 40. The clock is 3 days per turn in 45 of 100 cases, 7 days in 25, 1 day in 20,
live in 10; in 30 of 100 a second one beside it is named, unless it is live. Others may be 100
points stronger or weaker in 20 of 100 cases, 200 in 40, 400 in 25, any number in 15. It is to be
played anywhere in 70 of 100 cases, by direct messages in 20, on the server in 10; in 60 of 100 it
is made on the person's server, in a channel that everybody there sees. What is made elsewhere is
played by direct messages if it was to be on the server, and with a friend of another server
anywhere.

**What happens.** When a wish comes true, the other wishes of everybody at the table pause, and
nobody resumes one. People with five open wishes make no further one that day. Wishes end after 14
days, those for live matches after an hour. Matches take no time: people go on making a wish a day.

**What is counted.** Wishes of the first 13 of the 14 days. A wish that has not come true by the
end, has ended or has paused, counts as one that waits for ever. Nobody sits in two seats: neither
at one table, nor at two by wishes of which one had paused or come true before the other did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from itertools import combinations
from math import exp, inf
from random import Random
from statistics import median

from benchmarks.table import Aim, Row, row
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId, WishNumber
from matches.model.ratings import NEW, Skill
from matches.wishes import hours
from matches.wishes.choice import Found, Known, Pair, Seeker, best, next_look, pool_of
from matches.wishes.hours import Hours
from matches.wishes.requests import MOST
from matches.wishes.tables import OTHERS
from matches.wishes.terms import (
    CLOCKS,
    LIVE_LIFETIME,
    SLOW,
    Meeting,
    Terms,
    Where,
    among,
    kept_to,
    kinds,
)

PEOPLE, DAYS = 200, 14
SEEDS = range(1, 6)
ZONES = (-5, 1, 9)
START = datetime(2030, 1, 1, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)

WAIT = Aim(
    "median wait for a table of three",
    "a day",
    "h",
    "≤ 1",
    "200 seekers, one wish a day each; those that never come true wait for ever",
)
WISHED = Aim("people who play by a clock they wished for", "everybody seated", "people", "≥ 0.9")
BLOCKED = Aim("pairs at a table of whom one has blocked the other", "all pairs", "pairs", "≤ 0")
TWICE = Aim("people in two seats", "everybody seated", "people", "≤ 0")
OTHER_WAITS = Aim("median wait for other tables", "a day", "h")
FULFILLED = Aim("wishes that came true", "all wishes", "wishes")
AIMS = (WAIT, WISHED, BLOCKED, TWICE, OTHER_WAITS, FULFILLED)


@dataclass(frozen=True, slots=True)
class Person:
    """A seeker: where and when they play, their strength, who they have blocked, their friend."""

    id: PlayerId
    habit: Hours
    known: bool
    skill: Skill
    guild: GuildId
    friend: PlayerId | None = None


@dataclass
class Crowd:
    """All people, and which pairs have blocked each other."""

    people: dict[PlayerId, Person]
    apart: frozenset[Pair]


@dataclass
class Outcome:
    """The outcome: the wishes that count, the tables, and when each wish came true."""

    wishes: list[Seeker] = field(default_factory=list)
    tables: list[tuple[datetime, Found]] = field(default_factory=list)
    fulfilled: dict[WishNumber, datetime] = field(default_factory=dict)
    twice: int = 0

    def waits(self, seats: int) -> list[float]:
        """How many hours each wish for this number of players has waited."""
        found = [one for one in self.wishes if one.terms.kinds[0].seats == seats]
        return [self._waited(one) for one in found]

    def _waited(self, one: Seeker) -> float:
        done = self.fulfilled.get(one.id)
        return inf if done is None else (done - one.since) / HOUR

    @property
    def seated(self) -> int:
        """How many people were seated."""
        return sum(len(table.players) for _, table in self.tables)

    @property
    def as_wished(self) -> int:
        """How many of them play by a clock that they wished for."""
        return sum(
            len(one.players)
            for _, table in self.tables
            for one in table.seekers
            if table.clock in one.terms.clocks
        )

    def met(self) -> list[Pair]:
        """The pairs who sit at a table together."""
        pairs = (pair for _, table in self.tables for pair in combinations(table.players, 2))
        return [frozenset(pair) for pair in pairs]


# The people


def crowd(rng: Random, size: int = PEOPLE) -> Crowd:
    """Draws them."""
    ids = [PlayerId(1001 + number) for number in range(size)]
    friends = _friends(ids, rng)
    people = {id_: _person(id_, number, friends, rng) for number, id_ in enumerate(ids)}
    apart = {frozenset((one, rng.choice([other for other in ids if other != one]))) for one in ids}
    apart -= {frozenset((one, other)) for one, other in friends.items()}
    return Crowd(people, frozenset(apart))


def _friends(ids: list[PlayerId], rng: Random) -> dict[PlayerId, PlayerId]:
    chosen = rng.sample(ids, len(ids) // 10 // 2 * 2)
    found = dict[PlayerId, PlayerId]()
    for one, other in zip(chosen[::2], chosen[1::2], strict=True):
        found |= {one: other, other: one}
    return found


def _person(id_: PlayerId, number: int, friends: dict[PlayerId, PlayerId], rng: Random) -> Person:
    centre = rng.gauss(20, 3) - ZONES[number % len(ZONES)]
    weights = [exp(-(((hour - centre + 12) % 24 - 12) ** 2) / (2 * 2.5**2)) for hour in range(24)]
    sigma = NEW.sigma if rng.random() < 0.3 else rng.uniform(1.5, 4)
    return Person(
        id=id_,
        habit=tuple(one / sum(weights) for one in weights),
        known=rng.random() < 0.9,
        skill=Skill(rng.gauss(25, 25 / 6), sigma),
        guild=GuildId(71 + rng.randrange(4)),
        friend=friends.get(id_),
    )


# Their wishes


def _terms(rng: Random) -> Terms:
    seats = rng.choices((2, 3, 4), (50, 35, 15))[0]
    tables = [kind for kind in kinds() if kind.seats == seats]
    chosen = [rng.choice(tables)] if rng.random() < 0.6 else tables
    clock = rng.choices([_clock("3d"), _clock("7d"), _clock("1d"), CLOCKS[0]], (45, 25, 20, 10))[0]
    clocks = {clock}
    if not clock.live and rng.random() < 0.3:
        clocks.add(_beside(clock, rng))
    within = rng.choices((100, 200, 400, None), (20, 40, 25, 15))[0]
    wheres: tuple[Where, ...] = ("anywhere", "direct", "server")
    where = rng.choices(wheres, (70, 20, 10))[0]
    return Terms(tuple(chosen), tuple(one for one in CLOCKS if one in clocks), within, where)


def _clock(text: str) -> Clock:
    return next(one for one in CLOCKS if str(one) == text)


def _beside(clock: Clock, rng: Random) -> Clock:
    place = SLOW.index(clock)
    return rng.choice([SLOW[at] for at in (place - 1, place + 1) if 0 <= at < len(SLOW)])


def _wish(number: int, person: Person, everybody: Crowd, at: datetime, rng: Random) -> Seeker:
    terms = _terms(rng)
    on_server = rng.random() < 0.6
    if terms.where == "server" and not on_server:
        terms = Terms(terms.kinds, terms.clocks, terms.within, "direct")
    party = [person]
    if person.friend is not None and terms.kinds[0].seats > 2 and rng.random() < 0.5:
        party.append(everybody.people[person.friend])
        on_server = on_server and party[1].guild == person.guild
    if terms.where == "server" and not on_server:
        terms = Terms(terms.kinds, terms.clocks, terms.within, "anywhere")
    return Seeker(
        id=WishNumber(number),
        players=tuple(one.id for one in party),
        terms=terms,
        since=at,
        live_until=at + LIVE_LIFETIME,
        hours=hours.together(one.habit if one.known else None for one in party),
        meeting=Meeting(person.guild, ChannelId(person.guild + 100)) if on_server else None,
    )


def _arrivals(
    people: dict[PlayerId, Person], days: int, rng: Random
) -> list[tuple[datetime, PlayerId]]:
    found = [
        (
            START
            + day * DAY
            + rng.choices(range(24), person.habit)[0] * HOUR
            + timedelta(seconds=rng.randrange(3600)),
            person.id,
        )
        for day in range(days)
        for person in people.values()
    ]
    return sorted(found)


# What happens


@dataclass
class _Simulation:
    """The open wishes, and when each is looked at next."""

    crowd: Crowd
    rng: Random
    outcome: Outcome = field(default_factory=Outcome)
    waiting: dict[WishNumber, Seeker] = field(default_factory=dict)
    looks: list[tuple[datetime, WishNumber]] = field(default_factory=list)

    def __post_init__(self) -> None:
        pools = {pool_of(kind, clock) for kind in kinds() for clock in CLOCKS}
        people = self.crowd.people.values()
        self.skills = {(pool, one.id): one.skill for pool in pools for one in people}

    def arrive(self, wish: Seeker, *, counts: bool) -> None:
        """Somebody makes a wish, and a table is looked for."""
        self.waiting[wish.id] = wish
        if counts:
            self.outcome.wishes.append(wish)
        self.look(wish, wish.since)

    def run_until(self, end: datetime) -> None:
        """Looks for tables whenever a wish asks for less, up to then."""
        while self.looks and self.looks[0][0] <= end:
            at, number = heappop(self.looks)
            wish = self.waiting.get(number)
            if wish is None:
                continue
            if at >= wish.since + wish.terms.lifetime:
                del self.waiting[number]
            else:
                self.look(wish, at)

    def look(self, wish: Seeker, now: datetime) -> None:
        """Looks for a table for one wish."""
        others = self._others(wish, now)
        known = Known(others=others, skills=self.skills, apart=self.crowd.apart, now=now)
        table = best(wish, known, self.rng)
        if table is None:
            end = wish.since + wish.terms.lifetime
            heappush(self.looks, (min(end, next_look(wish, now)), wish.id))
            return
        self._seat(table, now)

    def _others(self, wish: Seeker, now: datetime) -> list[Seeker]:
        """As many of each kind of table as the product reads, the oldest first."""
        found = dict[WishNumber, Seeker]()
        for kind in wish.terms.kinds:
            same = [one for one in self.waiting.values() if kind in one.terms.kinds]
            for guild in among(wish.terms, wish.meeting):
                there = [one for one in same if kept_to(one.terms, one.meeting) == guild]
                found |= {one.id: one for one in there[:OTHERS]}
        found.pop(wish.id, None)
        return [one for one in found.values() if now < one.since + one.terms.lifetime]

    def _seat(self, table: Found, now: datetime) -> None:
        outcome = self.outcome
        outcome.tables.append((now, table))
        counted = Counter(table.players)
        outcome.twice += sum(count - 1 for count in counted.values())
        for one in table.seekers:
            if one.id not in self.waiting:
                outcome.twice += len(one.players)
            outcome.fulfilled[one.id] = now
        for number, one in [*self.waiting.items()]:
            if not counted.keys().isdisjoint(one.players):
                del self.waiting[number]

    def has_enough(self, player: PlayerId) -> bool:
        """Whether somebody has as many wishes as the product allows."""
        return sum(player in one.players for one in self.waiting.values()) >= MOST


def simulate(seed: int, size: int = PEOPLE, days: int = DAYS) -> tuple[Crowd, Outcome]:
    """Simulates two weeks, or this many days, of this many people."""
    rng = Random(seed)
    everybody = crowd(rng, size)
    run = _Simulation(everybody, rng)
    for number, (at, player) in enumerate(_arrivals(everybody.people, days, rng), start=1):
        run.run_until(at)
        if not run.has_enough(player):
            wish = _wish(number, everybody.people[player], everybody, at, rng)
            run.arrive(wish, counts=at < START + (days - 1) * DAY)
    run.run_until(START + days * DAY)
    return everybody, run.outcome


def rows() -> Iterator[Row]:
    """One for each seed and number of seats."""
    for seed in SEEDS:
        everybody, found = simulate(seed)
        case, met = f"seed {seed}", found.met()
        wait = median(found.waits(3))
        yield row(WAIT, case, wait, 24, wait / 24)
        yield row(WISHED, case, found.as_wished, found.seated)
        yield row(BLOCKED, case, len([one for one in met if one in everybody.apart]), len(met))
        yield row(TWICE, case, found.twice, found.seated)
        for seats in (2, 4):
            wait = median(found.waits(seats))
            yield row(OTHER_WAITS, f"of {seats}, {case}", wait, 24, wait / 24)
        came_true = sum(one.id in found.fulfilled for one in found.wishes)
        yield row(FULFILLED, case, came_true, len(found.wishes))
