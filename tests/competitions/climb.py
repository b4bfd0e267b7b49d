"""Simulated ladders, for tests and benchmarks: people challenge each other, answer or don't, play,
go on vacation and give up.

A ladder has no last day. But challenges have one, by which they are answered or lapse, and so have
members who do nothing: after some time they drop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from competitions.model.entrants import MemberId
from competitions.model.ladder.events import (
    Accepted,
    Challenged,
    Event,
    Joined,
    LadderSettings,
    Left,
    Played,
    Refused,
)
from competitions.model.ladder.ladder import Challenge, Ladder, due

START = datetime(2030, 1, 1, tzinfo=UTC)
STEP = timedelta(hours=12)
"""How often upkeep looks at it."""
LEAVE = 0.05
"""The share of members who give up at some time."""
AWAY = 0.3
"""The share of members who are on vacation at some time and do nothing then."""


@dataclass
class Climb:
    """A running simulation of a ladder, and what was not done in time."""

    ladder: Ladder
    overdue: int = 0
    played: int = 0
    asked: dict[int, datetime] = field(default_factory=dict)
    """When running challenges were made."""
    ends: dict[int, datetime] = field(default_factory=dict)
    """When matches will be over."""

    def happens(self, event: Event) -> None:
        """Applies an event to the ladder."""
        self.ladder = self.ladder.apply(event)


def climb(seed: int, most: int = 60) -> Climb:
    """A simulation of a ladder with 6 to `most` members, over 20 to 120 days."""
    rng = Random(f"ladder {seed}")
    settings = LadderSettings(
        seats=rng.choice((2, 2, 3, 4)),
        reach=rng.randint(3, 6),
        answer=rng.randint(1, 7),
        cooldown=rng.choice((0, 7, 14)),
        idle=rng.choice((7, 14, 30)),
        drop=rng.randint(1, 3),
    )
    now, days = Climb(Ladder(settings)), rng.randint(20, 120)
    members = [*map(MemberId, range(1, rng.randint(6, most) + 1))]
    for id_ in members:
        now.happens(Joined(id_, START))
    gone = {id_: _day(rng, days) for id_ in members if rng.random() < LEAVE}
    away = {id_: _day(rng, days) for id_ in members if rng.random() < AWAY}
    back = {id_: begins + timedelta(days=rng.randint(2, 14)) for id_, begins in away.items()}
    for step in range(2 * days):
        time = START + step * STEP
        here = {
            id_ for id_ in now.ladder.places if not (id_ in away and away[id_] <= time < back[id_])
        }
        _on_time(now, time)
        for event in _acts(now, rng, here, gone, time):
            now.happens(event)
        _forget(now)
    return now


def _day(rng: Random, days: int) -> datetime:
    return START + timedelta(days=rng.random() * days)


def _on_time(now: Climb, time: datetime) -> None:
    """Applies the events that time has made due, and counts what is still overdue afterwards."""
    answer = now.ladder.settings.days("answer")
    late = {number for number, asked in now.asked.items() if asked + answer <= time}
    for event in due(now.ladder, time, late):
        now.happens(event)
    running = now.ladder.challenges.values()
    now.overdue += sum(bool(one.unanswered) and one.number in late for one in running)
    now.overdue += len(due(now.ladder, time))


def _acts(
    now: Climb, rng: Random, here: set[MemberId], gone: dict[MemberId, datetime], time: datetime
) -> Iterator[Event]:
    """What people do. Each act sees the ladder as the one before has left it."""
    for id_ in now.ladder.places:
        if id_ in gone and gone[id_] <= time:
            yield Left(id_, time)
    _forget(now)
    for number in [number for number, ends in now.ends.items() if ends <= time]:
        seats = range(1, now.ladder.settings.seats + 1)
        now.played += 1
        yield Played(number, tuple(rng.sample(seats, len(seats))), time)
    for one in [*now.ladder.challenges.values()]:
        yield from _answers(now, rng, one, here, time)
    for id_ in now.ladder.places:
        near = now.ladder.reachable(id_, time)
        rivals = now.ladder.settings.seats - 1
        if id_ in here and len(near) >= rivals and rng.random() < 0.1:
            yield Challenged(id_, tuple(rng.sample(near, rivals)), time)
            now.asked[now.ladder.made] = time


def _answers(
    now: Climb, rng: Random, one: Challenge, here: set[MemberId], time: datetime
) -> Iterator[Event]:
    for id_ in one.unanswered:
        if id_ not in here or rng.random() < 0.5:
            continue
        if rng.random() < 0.2:
            yield Refused(one.number, id_, time)
            return
        yield Accepted(one.number, id_, time)
    if one.number in now.ladder.challenges and not now.ladder.challenges[one.number].unanswered:
        now.ends.setdefault(one.number, time + timedelta(days=rng.expovariate(0.1)))


def _forget(now: Climb) -> None:
    """Forgets challenges that have ended, whatever the reason."""
    for times in (now.asked, now.ends):
        for number in times.keys() - now.ladder.challenges.keys():
            del times[number]
