"""Tie-breaks, each with its working: the parts that make up its value.

They follow FIDE's handbook, C.07, in the edition until March 2026, whose published exercises are in
the tests. Each names its paragraph. Where tables have more than two seats, a round weighs the same
whatever the size of its table: the opponents share it evenly. With two seats that changes nothing.

How unplayed rounds count in Buchholz and Sonneborn-Berger (16): for their opponents, an entrant
counts with their own points, except that requested byes after which they never came back are draws
(16.3). For the entrant, an unplayed round is a game against somebody with as many points as they
have themselves, and with the result that they were given (16.4). Where opponents are fixed in
advance, forfeits are games (15). An undecided round counts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from competitions.model.entrants import EntrantId
from competitions.model.settings import Format
from competitions.standings.points import ONE, ZERO, Line, Tally, total

Name: TypeAlias = Literal[
    "direct",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-median",
    "sonneborn-berger",
    "wins",
    "games",
    "rating",
]
"""Direct encounter among those who are still tied · the opponents' points, without the lowest,
without the lowest and the highest · the points of opponents beaten, and half of those level · the
number of pairings won · the points of all games · the mean rating of the opponents.
"""

DEFAULTS: Mapping[Format, tuple[Name, ...]] = {
    "round-robin": ("direct", "wins", "sonneborn-berger", "games"),
    "groups": ("direct", "wins", "sonneborn-berger", "games"),
    "swiss": ("buchholz-cut-1", "buchholz", "sonneborn-berger", "direct", "games"),
    "knockout": ("wins", "games"),
    "tables": ("wins", "direct", "rating"),
}
"""The default tie-breaks of each format, in order."""


class Part(NamedTuple):
    """One round, or one opponent in it, as a term of a tie-break: a `share` of a `basis`.

    In a `dummy` the basis is the entrant's own points, since nobody was met. A part that is `cut`
    does not count.
    """

    round: int
    opponents: tuple[EntrantId, ...]
    basis: Fraction
    share: Fraction = ONE
    dummy: bool = False
    voluntary: bool = False
    cut: bool = False

    @property
    def worth(self) -> Fraction:
        """What the part adds."""
        if self.cut or not self.share:
            return ZERO
        return self.basis if self.share == 1 else self.basis * self.share


@dataclass(frozen=True, slots=True)
class Working:
    """A tie-break of an entrant: the sum or the mean of its parts. The value is None if there is
    nothing to compute it from; any other value ranks ahead of that.
    """

    value: Fraction | None
    parts: tuple[Part, ...]


def _summed(parts: tuple[Part, ...]) -> Working:
    return Working(total([part.worth for part in parts]), parts)


def _mean(values: list[Fraction]) -> Fraction:
    return values[0] if len(values) == 1 else total(values) / len(values)


def _meetings(tally: Tally, id_: EntrantId) -> Iterator[tuple[Line, EntrantId, Fraction]]:
    """The opponents whom an entrant has met, with their share against each."""
    for line in tally.lines[id_]:
        if tally.met(line):
            for other, share in zip(line.opponents, line.shares, strict=True):
                yield line, other, share


def _dummies(tally: Tally, id_: EntrantId) -> list[Part]:
    """The unplayed rounds of an entrant as games against somebody like themselves (16.4)."""
    own = tally.points[id_]
    return [
        Part(line.round, line.opponents, own, line.points / tally.win, True, line.voluntary)
        for line in tally.lines[id_]
        if not (tally.scheduled or line.kind == "open" or tally.met(line))
    ]


def buchholz(tally: Tally, id_: EntrantId) -> Working:
    """The sum of the opponents' points (8.1)."""
    met = [
        Part(line.round, line.opponents, _mean([tally.adjusted[id_] for id_ in line.opponents]))
        for line in tally.lines[id_]
        if tally.met(line)
    ]
    unmet = [part._replace(share=ONE) for part in _dummies(tally, id_)]
    return _summed(tuple(sorted(met + unmet, key=_in_time)))


def _in_time(part: Part) -> int:
    return part.round


def buchholz_cut_1(tally: Tally, id_: EntrantId) -> Working:
    """Buchholz without the lowest part (14.1). Rounds that the entrant chose not to play are cut
    before all others (16.5).
    """
    return _summed(_without(buchholz(tally, id_).parts, _lowest))


def buchholz_median(tally: Tally, id_: EntrantId) -> Working:
    """Buchholz without the lowest part, as in cut 1, and without the highest of the rest (14.3)."""
    return _summed(_without(_without(buchholz(tally, id_).parts, _lowest), _highest))


def _lowest(part: Part) -> tuple[bool, Fraction]:
    return not part.voluntary, part.worth


def _highest(part: Part) -> tuple[bool, Fraction]:
    return True, -part.worth


def _without(
    parts: tuple[Part, ...], key: Callable[[Part], tuple[bool, Fraction]]
) -> tuple[Part, ...]:
    """The parts, with the first by `key` cut; among equals that of the earliest round."""
    left = [place for place, part in enumerate(parts) if not part.cut]
    first = min(left, key=lambda place: key(parts[place]), default=None)
    return tuple(
        part._replace(cut=True) if place == first else part for place, part in enumerate(parts)
    )


def sonneborn_berger(tally: Tally, id_: EntrantId) -> Working:
    """The points of the opponents beaten, and half of those level (9.1)."""
    met = [
        Part(line.round, (other,), tally.adjusted[other] / len(line.opponents), share)
        for line, other, share in _meetings(tally, id_)
    ]
    return _summed(tuple(sorted(met + _dummies(tally, id_), key=_in_time)))


def wins(tally: Tally, id_: EntrantId) -> Working:
    """How many pairings were won, at larger tables against everybody (7.2). Byes and forfeits don't
    count as wins.
    """
    return _summed(
        tuple(
            Part(line.round, line.opponents, ONE)
            for line in tally.lines[id_]
            if line.kind == "played" and line.points == tally.win
        )
    )


def games(tally: Tally, id_: EntrantId) -> Working:
    """The points of all games: a pairing of two games won 2 : 0 counts more than one won 1½ : ½.
    FIDE has this only as game points in team events.
    """
    return _summed(
        tuple(
            Part(line.round, line.opponents, line.games)
            for line in tally.lines[id_]
            if line.kind != "open"
        )
    )


def rating(tally: Tally, id_: EntrantId) -> Working:
    """The mean rating of the opponents, counted as often as they were met at the board (10.1). It
    is not rounded, since ratings need not be whole numbers. Opponents without a rating are left
    out.
    """
    parts = tuple(
        Part(line.round, (other,), Fraction(known))
        for line, other, _ in _meetings(tally, id_)
        if line.kind == "played" and (known := tally.ratings[other]) is not None
    )
    return Working(_mean([part.worth for part in parts]) if parts else None, parts)


def direct(tally: Tally, id_: EntrantId, tied: frozenset[EntrantId]) -> Working:
    """An entrant's results against the others who are tied: for each, the mean of their meetings
    (6). Unplayed rounds count only where opponents are fixed in advance.
    """
    found: dict[EntrantId, list[tuple[Line, Fraction]]] = {}
    for line, other, share in _meetings(tally, id_):
        if other in tied:
            found.setdefault(other, []).append((line, share))
    return _summed(
        tuple(
            Part(met[-1][0].round, (other,), ONE, _mean([share for _, share in met]))
            for other, met in found.items()
        )
    )


def by_direct(tally: Tally, tied: tuple[EntrantId, ...]) -> list[tuple[EntrantId, ...]]:
    """The order of tied entrants by their encounters, best first. Those who stay level are compared
    again among themselves.
    """
    groups = _compared(tally, tied)
    if len(groups) == 1:
        return groups
    return [still for group in groups for still in by_direct(tally, group)]


def compared_last(
    tally: Tally, tied: tuple[EntrantId, ...], one: EntrantId, other: EntrantId
) -> frozenset[EntrantId]:
    """The entrants among whom `by_direct` compares two of the tied for the last time. That
    comparison separates them, or leaves them level.
    """
    for group in _compared(tally, tied):
        if group != tied and one in group and other in group:
            return compared_last(tally, group, one, other)
    return frozenset(tied)


def _compared(tally: Tally, tied: tuple[EntrantId, ...]) -> list[tuple[EntrantId, ...]]:
    """The order by one comparison. If all have met, the sum of their results against each other
    decides (6.1). If not, somebody is first who would be first alone however the missing games
    ended (6.2).
    """
    inside = frozenset(tied)
    found = {id_: direct(tally, id_, inside) for id_ in tied}
    sums = {id_: working.value or ZERO for id_, working in found.items()}
    missing = {id_: len(tied) - 1 - len(found[id_].parts) for id_ in tied}
    if not any(missing.values()):
        return split(tied, sums)
    first = max(tied, key=lambda id_: sums[id_])
    others = tuple(id_ for id_ in tied if id_ != first)
    if sums[first] <= max(sums[id_] + missing[id_] for id_ in others):
        return [tied]
    return [(first,), others]


def split(
    tied: tuple[EntrantId, ...], values: Mapping[EntrantId, Fraction | None]
) -> list[tuple[EntrantId, ...]]:
    """The tied entrants, separated by their values: the highest first, those without one last."""
    groups: dict[Fraction | None, list[EntrantId]] = {}
    for id_ in tied:
        groups.setdefault(values[id_], []).append(id_)
    ordered = sorted(groups, key=lambda value: (value is not None, value or ZERO), reverse=True)
    return [tuple(groups[value]) for value in ordered]


BY_VALUE: Mapping[Name, Callable[[Tally, EntrantId], Working]] = {
    "buchholz": buchholz,
    "buchholz-cut-1": buchholz_cut_1,
    "buchholz-median": buchholz_median,
    "sonneborn-berger": sonneborn_berger,
    "wins": wins,
    "games": games,
    "rating": rating,
}
"""The tie-breaks that don't depend on who is tied: all but the direct encounter."""
