"""A league: divisions played season by season, with promotion and relegation.

Each season's divisions follow only from the last season's final orders and from who has signed up.
Everybody who comes back is put in one line, with newcomers at the end. The line has the final
orders one after the other, except for exchanges: where two divisions meet, the best of the lower
one come before the last of the higher one. Then the line is cut into divisions from the top.

So members who leave make room, first for those who would have been relegated, best first, and then
for the next ones from below, in order. Divisions have `size` members; only the last one may have
fewer or more. If it had too few, there is one division less; if too many, one more.

Guaranteed while the rules stay the same: members who were promoted play higher than before. Nobody
passes somebody of their own division who finished ahead of them. Members who were neither promoted
nor relegated play no lower than before, unless theirs was the last division and is divided.
Newcomers are never placed ahead of somebody who comes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias

from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError

Order: TypeAlias = tuple[MemberId, ...]

Divisions: TypeAlias = tuple[Order, ...]
"""The members of each division; the highest division first, and the strongest in it first."""

BOUNDS = {"size": (2, 64), "least": (2, 64), "most": (2, 128), "exchanged": (0, 16)}
"""The smallest and the greatest value of each number."""


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """How divisions are made. `size` is how many members they have; `least` and `most` limit the
    last one. `exchanged` is how many are relegated from each division, with as many promoted from
    the next: at most half of either. Impossible values are refused: `most` must leave room for
    every number of members from `least` up.
    """

    size: int = 8
    least: int = 5
    most: int = 12
    exchanged: int = 2

    def __post_init__(self) -> None:
        bounds = BOUNDS | {
            "least": (BOUNDS["least"][0], self.size),
            "most": (self.size + self.least - 1, BOUNDS["most"][1]),
        }
        for name, (low, high) in bounds.items():
            if not low <= getattr(self, name) <= high:
                raise CompetitionError("wrong-setting", name=name, least=low, most=high)


def first_season(signed: Sequence[MemberId], rules: LeagueRules) -> Divisions:
    """The first divisions of a league, from those who have signed up, strongest first.

    With fewer than `least` of them there is one division; with nobody, none.
    """
    _need_once(signed)
    return _cut(tuple(signed), rules, -(-len(signed) // rules.size))


def next_season(finals: Divisions, signed: Sequence[MemberId], rules: LeagueRules) -> Divisions:
    """The divisions of the next season. `finals` are the final orders of the last one, with those
    who shared a place one after the other. `signed` are those who want to play, newcomers in the
    order in which they are placed. Those who have played but not signed up are dropped.
    """
    _need_once(signed)
    _need_once(tuple(chain.from_iterable(finals)))
    before = frozenset(chain.from_iterable(finals))
    newcomers = tuple(id_ for id_ in signed if id_ not in before)
    line = chain.from_iterable(_line(_returning(finals, signed), rules))
    return _cut((*line, *newcomers), rules, len(finals))


@dataclass(frozen=True, slots=True)
class Zones:
    """How many of a division are promoted and how many relegated."""

    promoted: int
    relegated: int


def zones(divisions: Divisions, rules: LeagueRules) -> tuple[Zones, ...]:
    """The zones of each division, if everybody comes back."""
    swaps = [
        min(rules.exchanged, len(high) // 2, len(low) // 2) for high, low in pairwise(divisions)
    ]
    return tuple(map(Zones, [0, *swaps][: len(divisions)], [*swaps, 0]))


def _returning(finals: Divisions, signed: Sequence[MemberId]) -> Divisions:
    wanted = frozenset(signed)
    return tuple(tuple(id_ for id_ in final if id_ in wanted) for final in finals)


def _line(back: Divisions, rules: LeagueRules) -> Iterator[Order]:
    """Those who come back, in line. For each division: those who stay, those who come up from the
    next one, then those who go down to it.
    """
    found = zones(back, rules)
    for number, (final, zone) in enumerate(zip(back, found, strict=True)):
        yield final[zone.promoted : len(final) - zone.relegated]
        if zone.relegated:
            yield back[number + 1][: zone.relegated]
            yield final[-zone.relegated :]


def _cut(line: Order, rules: LeagueRules, before: int) -> Divisions:
    """The line cut into divisions: `before` of them, or the nearest number within the limits."""
    possible = [
        count
        for count in range(1, len(line) // rules.size + 2)
        if rules.least <= len(line) - (count - 1) * rules.size <= rules.most
    ]
    if not line:
        return ()
    count = min(possible, key=lambda count: abs(count - before), default=1)
    starts = range(0, count * rules.size, rules.size)
    return (*(line[at : at + rules.size] for at in starts[:-1]), line[starts[-1] :])


def _need_once(members: Sequence[MemberId]) -> None:
    if len(set(members)) != len(members):
        raise CompetitionError("wrong-places")
