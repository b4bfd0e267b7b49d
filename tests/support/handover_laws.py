"""The laws of ratings where seats were handed over, for random matches and given ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.protocol import Sides
from matches.model.ratings import NEW, Skill, points_of, rate, rate_holders

TABLES: Sequence[Sides] = (
    ((1,), (2,)),
    ((1,), (2,), (3,)),
    ((1,), (2,), (3,), (4,)),
    ((1, 3), (2, 4)),
)
"""Who wins together: everyone alone, and partners."""


class Case(NamedTuple):
    """A match that is over: who was on which side, the ranks by seat, and by seat the skills of all
    who had it, in order.
    """

    sides: Sides
    ranks: tuple[int, ...]
    skills: tuple[tuple[Skill, ...], ...]


def random_case(rng: Random) -> Case:
    """A match in which at least one seat was handed over, some of them several times."""
    sides = rng.choice(TABLES)
    count = sum(map(len, sides))
    reached = [rng.randint(1, len(sides)) for _ in sides]
    best = min(reached)
    ranks = [0] * count
    for side, rank in zip(sides, reached, strict=True):
        for seat in side:
            ranks[seat - 1] = rank - best + 1
    if len(sides) < count and rng.random() < 0.2:  # Somebody has left their partner alone.
        ranks[rng.randrange(count)] = len(sides) + 1
    times = [rng.choice((1, 1, 1, 2, 2, 3, 4)) for _ in range(count)]
    if max(times) == 1:
        times[rng.randrange(count)] = 2
    return Case(sides, tuple(ranks), tuple(tuple(_skills(rng, many)) for many in times))


def _skills(rng: Random, count: int) -> Iterator[Skill]:
    for _ in range(count):
        known = rng.random() < 0.7
        yield Skill(rng.gauss(25, 6), rng.uniform(0.7, 8.3)) if known else NEW


def breaches(case: Case) -> list[str]:
    """The laws that a match breaks; there should be none."""
    return [*_breaches(case)]


def _breaches(case: Case) -> Iterator[str]:
    sides, ranks, skills = case
    first = [had[0] for had in skills]
    as_if = rate(sides, ranks, first)
    found = rate_holders(sides, ranks, skills)
    for seat, (had, after) in enumerate(zip(skills, found, strict=True), start=1):
        if len(had) != len(after):
            yield "somebody is missing"
        if len(had) == 1 and after[0] != as_if[seat - 1]:
            yield "a third party is not rated as if nobody had left"
        for place, (was, now) in enumerate(zip(had, after, strict=True)):
            left, came = place < len(had) - 1, place > 0
            if left and (now.mu > was.mu or points_of(now) > points_of(was)):
                yield "who has left gains"
            if came and (now.mu < was.mu or points_of(now) < points_of(was)):
                yield "who has taken over loses"
            if left and came and now != was:
                yield "who has come and gone is rated"
            instead = [*first[: seat - 1], was, *first[seat:]]
            if (left or came) and now not in (was, rate(sides, ranks, instead)[seat - 1]):
                yield "somebody is rated by something else than what the seat has reached"
