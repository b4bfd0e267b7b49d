"""A league: divisions that are played season by season, with promotion and relegation.

Each season's divisions follow from the last one's final orders and from who has signed up for the
next, and from nothing else. All who come back stand in one line, and after them the newcomers. The
line is that of the final orders, division after division, but for exchanges: where two divisions
meet, the best of the lower one stand before the last of the higher one. Then the line is cut into
divisions from above.

So who leaves makes room: first for those who would have been relegated, the best of them first,
then for the next from below, in order. Divisions have `size` members, only the last one may have
fewer or more. If it would have too few, there is one division less; if too many, one more.

Guaranteed, while the rules stay the same: who was promoted plays higher than before; nobody passes
somebody of their own division who stood before them; who was neither promoted nor relegated plays
no lower than before, unless theirs was the last division and is divided; newcomers never stand
before somebody who comes back.
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
"""The members of each division, the highest division first, the strongest in it first."""

BOUNDS = {"size": (2, 64), "least": (2, 64), "most": (2, 128), "exchanged": (0, 16)}
"""The smallest and the greatest value of each number."""


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """How divisions are made. `size` is how many members they have, `least` and `most` are the
    limits of the last one. `exchanged` is how many are relegated from each division, and as many
    promoted from the next: at most half of either. Impossible values are refused: `most` must leave
    room for any number of members that is at least `least`.
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
    """The divisions that a league begins with, of those who have signed up, the strongest first.

    With fewer than `least` of them there is one division, with nobody none.
    """
    _need_once(signed)
    return _cut(tuple(signed), rules, -(-len(signed) // rules.size))


def next_season(finals: Divisions, signed: Sequence[MemberId], rules: LeagueRules) -> Divisions:
    """The divisions of the next season. `finals` are the final orders of the last one, one behind
    the other also those who shared a place. `signed` are those who want to play, the newcomers in
    the order in which they come in; who has played but not signed up falls out.
    """
    _need_once(signed)
    _need_once(tuple(chain.from_iterable(finals)))
    before = frozenset(chain.from_iterable(finals))
    newcomers = tuple(id_ for id_ in signed if id_ not in before)
    line = chain.from_iterable(_line(_returning(finals, signed), rules))
    return _cut((*line, *newcomers), rules, len(finals))


@dataclass(frozen=True, slots=True)
class Zones:
    """How many of a division are `promoted` and `relegated`."""

    promoted: int
    relegated: int


def zones(divisions: Divisions, rules: LeagueRules) -> tuple[Zones, ...]:
    """The zones of each division, if all of these come back."""
    swaps = [
        min(rules.exchanged, len(high) // 2, len(low) // 2) for high, low in pairwise(divisions)
    ]
    return tuple(map(Zones, [0, *swaps][: len(divisions)], [*swaps, 0]))


def _returning(finals: Divisions, signed: Sequence[MemberId]) -> Divisions:
    wanted = frozenset(signed)
    return tuple(tuple(id_ for id_ in final if id_ in wanted) for final in finals)


def _line(back: Divisions, rules: LeagueRules) -> Iterator[Order]:
    """Those who come back, in line: of each division those who stay, then whom it gets from below,
    then whom it gives there.
    """
    found = zones(back, rules)
    for number, (final, zone) in enumerate(zip(back, found, strict=True)):
        yield final[zone.promoted : len(final) - zone.relegated]
        if zone.relegated:
            yield back[number + 1][: zone.relegated]
            yield final[-zone.relegated :]


def _cut(line: Order, rules: LeagueRules, before: int) -> Divisions:
    """The line as divisions: as many as `before`, or the next number that keeps the limits."""
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
