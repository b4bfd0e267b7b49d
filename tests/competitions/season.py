"""Simulated seasons, for tests and benchmarks: people think, forget, go on vacation and give up,
with the clocks that matches get in competitions with a hard end. The same goes for divisions of
leagues. Ladders, which have no end, are in `tests.competitions.climb`.

Nothing is stored or played. A game is a sequence of turns, each of which takes a random time.
Players who run out of time lose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import chain, cycle
from random import Random

import games
from competitions.formats.rounds import next_round, planned
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId, MemberId
from competitions.model.events import Decided, Places, Withdrawn
from competitions.model.league.divisions import LeagueRules, first_season, next_season
from competitions.model.pairings import Game, Outcome
from competitions.model.settings import Settings
from competitions.tournaments.held import Held, Part, Terms
from competitions.tournaments.ids import CompetitionId, CompetitionNumber
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage.ids import LeagueNumber
from tests.competitions.play import started

START = datetime(2030, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
CLOCKS = ("1d", "2d", "3d", "7d", "2d+8h/4d", "5d+12h/10d")

Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Kind:
    """The kind of a competition: the rules, how many play as one entrant, and whether all rounds
    are played at the same time.
    """

    settings: Callable[[Random], Settings]
    team: int = 1
    together: bool = False


def _games(rng: Random) -> int:
    return rng.choice((1, 1, 2))


KINDS: Mapping[str, Kind] = {
    "round robin": Kind(lambda rng: Settings("round-robin", games=_games(rng))),
    "double round robin": Kind(lambda _: Settings("round-robin", cycles=2)),
    "round robin, all at once": Kind(
        lambda rng: Settings("round-robin", games=_games(rng)), together=True
    ),
    "Swiss system": Kind(lambda rng: Settings("swiss", games=_games(rng))),
    "Swiss system, teams of two": Kind(lambda _: Settings("swiss"), team=2),
    "knockout": Kind(lambda rng: Settings("knockout", games=_games(rng))),
    "groups": Kind(lambda rng: Settings("groups", games=_games(rng), cycles=rng.choice((1, 2)))),
    "tables": Kind(
        lambda rng: Settings(
            "tables",
            seats=rng.choice((3, 4)),
            rounds=rng.randint(3, 6),
            mixed=rng.random() < 0.5,
        )
    ),
    "tables, partners drawn anew": Kind(
        lambda rng: Settings("tables", seats=4, rounds=rng.randint(3, 6), partners=True)
    ),
}
"""The kinds of tournaments. Divisions of leagues are some of these."""


@dataclass
class Season:
    """A simulated season: when it had to end, when it did, and how many rounds it had."""

    ends_at: datetime
    ended_at: datetime
    planned: int
    now: Competition
    places: Places

    @property
    def on_its_day(self) -> bool:
        """Whether all rounds were played in time, as far as there was anybody to play them."""
        return self.ended_at <= self.ends_at


@dataclass
class _Field:
    """The entrants and their habits."""

    rng: Random
    leaving: dict[EntrantId, int]
    vacations: dict[EntrantId, Span] = field(default_factory=dict)
    surprises: dict[EntrantId, Span] = field(default_factory=dict)


def season(kind: str, seed: int, most: int = 60) -> Season:
    """A season with 6 to `most` entrants. One in twenty gives up in some round; one in five takes
    an announced vacation at some time, and one in ten is away without announcing it.
    """
    rng, what = Random(f"{kind} {seed}"), KINDS[kind]
    now = started(what.settings(rng), rng.randint(6, most))
    clock = Clock.read(rng.choice(CLOCKS))
    return _season(rng, now, what, START, rng.randint(20, 120), clock=clock)


def league_seasons(seed: int, most: int = 60) -> Iterator[Season]:
    """Each division of two seasons of a league with 6 to `most` members. The second season begins
    on its day, without those who gave up.
    """
    rng = Random(f"league {seed}")
    what = KINDS[rng.choice(DIVISIONS)]
    settings = what.settings(rng)
    size = rng.randint(max(4, settings.seats), 12)
    rules = LeagueRules(size, min(size, 4), size + 4)
    members = [*map(MemberId, range(1, rng.randint(6, most) + 1))]
    days, clock = rng.randint(14, 60), Clock.read(rng.choice(CLOCKS))
    divisions, begins = first_season(members, rules), START
    for number in (1, 2):
        finals, gone = list[tuple[MemberId, ...]](), set[MemberId]()
        for at, division in enumerate(divisions, start=1):
            now, part = started(settings, len(division)), Part(LeagueNumber(1), number, at)
            found = _season(rng, now, what, begins, days, clock=clock, part=part)
            yield found
            finals.append(tuple(division[id_ - 1] for id_ in chain(*found.places)))
            gone |= {division[id_ - 1] for id_ in found.now.withdrawn}
        signed = [id_ for id_ in members if id_ not in gone]
        divisions, begins = next_season(tuple(finals), signed, rules), begins + days * DAY


DIVISIONS = ("round robin", "double round robin", "round robin, all at once", "tables")


def _season(
    rng: Random,
    now: Competition,
    kind: Kind,
    begins: datetime,
    days: int,
    *,
    clock: Clock,
    part: Part | None = None,
) -> Season:
    ends_at, last = begins + days * DAY, planned(now)
    people = _Field(
        rng,
        {id_: rng.randint(1, last) for id_ in now.seeding if rng.random() < 0.05},
        {id_: _span(rng, begins, days) for id_ in now.seeding if rng.random() < 0.2},
        {id_: _span(rng, begins, days) for id_ in now.seeding if rng.random() < 0.1},
    )
    held = _held(now, ends_at, clock, kind, part)
    time = begins
    while not isinstance(step := next_round(now, seed=last), Over):
        now = now.apply(step)
        if not kind.together or len(now.rounds) == last:
            held, time, now = _played(held, now, time, people)
    return Season(ends_at, time, last, now, step.places)


def _span(rng: Random, begins: datetime, days: int) -> Span:
    away = begins + rng.random() * days * DAY
    return away, away + rng.randint(2, 14) * DAY


def _held(now: Competition, ends_at: datetime, clock: Clock, kind: Kind, part: Part | None) -> Held:
    terms = Terms(
        name="Season",
        guild=GuildId(1),
        channel=ChannelId(1),
        game=games.all_games()[0],
        clock=clock,
        ends_at=ends_at,
        team=kind.team,
        together=kind.together,
        part=part,
    )
    return Held(
        id=CompetitionId("C-0"),
        number=CompetitionNumber(1),
        terms=terms,
        host=PlayerId(1),
        seq=1,
        told=1,
        created_at=START,
        round_ends_at=None,
        next_at=None,
        competition=now,
        members=(),
        teams={},
        asked=frozenset(),
        matches={},
        played={},
    )


def _played(
    held: Held, now: Competition, time: datetime, people: _Field
) -> tuple[Held, datetime, Competition]:
    """Plays out a round, which takes as long as its longest game."""
    number = len(now.rounds)
    held, latest = replace(held, competition=now), time
    for game in now.undecided:
        outcome, ended = _game(held, game, time, people)
        latest = max(latest, ended)
        now = now.apply(Decided(game, outcome))
    for id_, round_ in people.leaving.items():
        if round_ <= number and id_ not in now.withdrawn:
            now = now.apply(Withdrawn(id_))
    return held, latest, now


def _game(held: Held, game: Game, began: datetime, people: _Field) -> tuple[Outcome, datetime]:
    """A game with the clock that it gets: its outcome, and when it is over."""
    rng, seating = people.rng, held.competition.pairing(game).seating(game[2])
    allowed = held.time_for(game[0], began)
    assert allowed is not None
    seats = seating * held.terms.team
    away = max(_overlap(people.vacations.get(id_), began, allowed) for id_ in seating)
    clock = held.terms.clock.bounded(allowed / len(seats), away)
    left = [clock.at_first] * len(seats)
    out, time, turns = list[EntrantId](), began, rng.randint(6, 60)
    gone = [id_ for id_ in seating if people.leaving.get(id_) == game[0]]
    for number, (seat, id_) in enumerate(cycle(enumerate(seats))):
        if id_ in out:
            continue
        pace = left[seat] / (1 + max(turns - number, 0) // len(seats))
        thought, may = _thought(people, id_, time, clock, pace), clock.for_turn(left[seat])
        lost = thought >= may or (id_ in gone and number > turns / 2)
        time += min(thought, may)
        left[seat] = clock.after_turn(clock.stopped(left[seat], may - min(thought, may)))
        out += [id_] if lost else []
        if len(out) == len(seating) - 1 or number >= turns:
            break
    rest = [id_ for id_ in seating if id_ not in out]
    rng.shuffle(rest)
    order = [*rest, *reversed(out)]
    pairing = held.competition.pairing(game)
    if pairing.partners:
        against = pairing.opponents(order[0])
        ranks = tuple(2 if id_ in against else 1 for id_ in seating)
    else:
        ranks = tuple(order.index(id_) + 1 for id_ in seating)
    return Outcome(ranks, "time" if out else "played"), time


def _overlap(span: Span | None, began: datetime, allowed: timedelta) -> timedelta:
    if span is None:
        return timedelta()
    return max(min(span[1], began + allowed) - max(span[0], began), timedelta())


def _thought(
    people: _Field, id_: EntrantId, time: datetime, clock: Clock, pace: timedelta
) -> timedelta:
    """How long somebody takes for a turn: about as long as they can afford, sometimes too long."""
    rng = people.rng
    for span in (people.vacations.get(id_), people.surprises.get(id_)):
        if span is not None and span[0] <= time < span[1]:
            return span[1] - time
    if rng.random() < 0.01:
        return clock.time * 2
    return pace * min(rng.expovariate(1.2), 4.0)
