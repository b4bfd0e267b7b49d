"""Simulated seasons, for tests and benchmarks: people think, forget, go on vacation and give up,
with the clocks that competitions with a hard end give to their matches.

Nothing is stored or played. A game is a sequence of turns, each of which takes as long as somebody
happens to take; who lets their time run out has lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import cycle
from random import Random

import games
from competitions.formats.rounds import next_round, planned
from competitions.formats.steps import Over
from competitions.life.held import Held, Terms
from competitions.life.ids import CompetitionId, CompetitionNumber
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided, Withdrawn
from competitions.model.pairings import Game, Outcome
from competitions.model.settings import Format, Settings
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from tests.competitions.play import started

START = datetime(2030, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
CLOCKS = ("1d", "2d", "3d", "7d", "2d+8h/4d", "5d+12h/10d")

Span = tuple[datetime, datetime]


@dataclass
class Season:
    """A season that is played out: when it had to end, when it did, and how many rounds it had."""

    ends_at: datetime
    ended_at: datetime
    planned: int
    now: Competition

    @property
    def on_its_day(self) -> bool:
        """Whether all rounds were played by then, as far as there was anybody to play them."""
        return self.ended_at <= self.ends_at


@dataclass
class _Field:
    """The entrants and their habits."""

    rng: Random
    leaving: dict[EntrantId, int]
    vacations: dict[EntrantId, Span] = field(default_factory=dict)
    surprises: dict[EntrantId, Span] = field(default_factory=dict)


def season(format_: Format, seed: int, most: int = 60) -> Season:
    """A season of 6 to that many entrants. One in twenty gives up in some round; one in five is on
    vacation at some time and has said so, and one in ten without a word.
    """
    rng = Random(f"{format_} {seed}")
    days = rng.randint(20, 120)
    now = started(_settings(format_, rng), rng.randint(6, most))
    ends_at, last = START + days * DAY, planned(now)
    people = _Field(
        rng,
        {id_: rng.randint(1, last) for id_ in now.seeding if rng.random() < 0.05},
        {id_: _span(rng, days) for id_ in now.seeding if rng.random() < 0.2},
        {id_: _span(rng, days) for id_ in now.seeding if rng.random() < 0.1},
    )
    held = _held(now, ends_at, Clock.read(rng.choice(CLOCKS)))
    time = START
    while not isinstance(step := next_round(now, seed=seed), Over):
        now = now.apply(step)
        held, time, now = _played(held, now, time, people)
    return Season(ends_at, time, last, now)


def _settings(format_: Format, rng: Random) -> Settings:
    if format_ == "tables":
        return Settings(format_, seats=rng.choice((3, 4)), mixed=rng.random() < 0.5)
    return Settings(format_, games=rng.choice((1, 1, 2)))


def _span(rng: Random, days: int) -> Span:
    begins = START + rng.random() * days * DAY
    return begins, begins + rng.randint(2, 14) * DAY


def _held(now: Competition, ends_at: datetime, clock: Clock) -> Held:
    terms = Terms(
        name="Season",
        guild=GuildId(1),
        channel=ChannelId(1),
        game=games.all_games()[0],
        clock=clock,
        ends_at=ends_at,
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
    """The round is played out; afterwards it is as late as its longest game."""
    number = len(now.rounds)
    held, latest = replace(held, competition=now), time
    for game in now.undecided:
        outcome, ended = _game(held, game, time, people)
        latest = max(latest, ended)
        now = now.apply(Decided(game, outcome))
    for id_, round_ in people.leaving.items():
        if round_ == number and id_ not in now.withdrawn:
            now = now.apply(Withdrawn(id_))
    return held, latest, now


def _game(held: Held, game: Game, began: datetime, people: _Field) -> tuple[Outcome, datetime]:
    """A game with the clock that it is given: its outcome, and when it is over."""
    rng, seating = people.rng, held.competition.pairing(game).seating(game[2])
    allowed = held.time_for(game[0], began)
    assert allowed is not None
    away = max(_overlap(people.vacations.get(id_), began, allowed) for id_ in seating)
    clock = held.terms.clock.bounded(allowed / len(seating), away)
    left = dict.fromkeys(seating, clock.at_first)
    out, time, turns = list[EntrantId](), began, rng.randint(6, 60)
    gone = [id_ for id_ in seating if people.leaving.get(id_) == game[0]]
    for number, id_ in enumerate(cycle(seating)):
        if id_ in out:
            continue
        pace = left[id_] / (1 + max(turns - number, 0) // len(seating))
        thought, may = _thought(people, id_, time, clock, pace), clock.for_turn(left[id_])
        lost = thought >= may or (id_ in gone and number > turns / 2)
        time += min(thought, may)
        left[id_] = clock.after_turn(clock.stopped(left[id_], may - min(thought, may)))
        out += [id_] if lost else []
        if len(out) == len(seating) - 1 or number >= turns:
            break
    rest = [id_ for id_ in seating if id_ not in out]
    rng.shuffle(rest)
    order = [*rest, *reversed(out)]
    return Outcome(
        tuple(order.index(id_) + 1 for id_ in seating), "time" if out else "played"
    ), time


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
