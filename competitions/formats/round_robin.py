"""Everybody meets everybody, by the Berger tables (FIDE's handbook, C.05, annex 1).

With an odd number of entrants each has the first seat as often as the second; with an even number,
once more or once less. Entrants who withdraw stay in the table and lose by forfeit. Rounds may be
paired before the earlier ones have ended. Blocked pairs can't be kept apart.
"""

from __future__ import annotations

from itertools import zip_longest

from competitions.formats.steps import Apart, Over, Step, by_standings, need_decided
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Paired, Tables


def berger(count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The Berger table for the numbers from 1 to an even `count`: pairs by round.

    The other numbers form a circle. The last number meets one of them, another each round, and has
    the second seat in odd rounds; the rest meet across the circle.
    """
    circle = count - 1
    rounds = []
    for index in range(circle):
        pivot = index // 2 if index % 2 == 0 else (count + index - 1) // 2
        first = (pivot + 1, count) if index % 2 == 0 else (count, pivot + 1)
        across = (
            ((pivot + step) % circle + 1, (pivot - step) % circle + 1)
            for step in range(1, count // 2)
        )
        rounds.append((first, *across))
    return tuple(rounds)


def schedule(entrants: tuple[EntrantId, ...], cycles: int = 1) -> tuple[Tables, ...]:
    """The tables of each round; `entrants` are in the order of their numbers.

    With an odd number of them one is free in each round. In the second of two `cycles` the seats
    are exchanged, and the first ends with its last two rounds in reverse, so that nobody has the
    same seat three times running (C.05, annex 1).
    """
    count = len(entrants) + len(entrants) % 2
    single = [
        tuple(
            (entrants[one - 1], entrants[other - 1])
            for one, other in pairs
            if max(one, other) <= len(entrants)
        )
        for pairs in berger(count)
    ]
    if cycles == 1:
        return tuple(single)
    back = [tuple((other, one) for one, other in pairs) for pairs in single]
    return (*single[:-2], *reversed(single[-2:]), *back)


def side_by_side(groups: list[tuple[Tables, ...]]) -> tuple[Tables, ...]:
    """Several schedules as one: each of its rounds is that round of all of them."""
    return tuple(
        tuple(table for tables in rounds for table in tables)
        for rounds in zip_longest(*groups, fillvalue=())
    )


def all_rounds(competition: Competition) -> tuple[Tables, ...]:
    """The tables of all rounds, which are known from the start."""
    return schedule(competition.seeding, competition.settings.cycles)


def planned(competition: Competition) -> int:
    """How many rounds are planned."""
    return rounds_of(len(competition.seeding), competition.settings.cycles)


def rounds_of(count: int, cycles: int) -> int:
    """How many rounds the schedule of `count` entrants has."""
    return cycles * (count + count % 2 - 1)


order = by_standings


def next_round(competition: Competition, apart: Apart = (), seed: int = 0) -> Step:
    """The next round of the table, or the order at its end."""
    rounds, number = all_rounds(competition), len(competition.rounds)
    if number < len(rounds):
        return Paired(number + 1, rounds[number], competition.settings.games)
    need_decided(competition)
    return Over(order(competition))
