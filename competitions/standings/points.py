"""The points of an event, and what each round was worth to each entrant.

A table of n seats gives each rank a point for every opponent beaten and half a point for every one
level; see `model.results`. Where an event has tables of several sizes, points are scaled so that a
win is always worth as much as at the largest table. In an event for up to four seats that is 3, so
a table of three gives 3, 1½, 0. With partners who are drawn each round a win is worth 2, for the
two opponents beaten. Points are exact fractions.

A bye is worth a win, half of one if the entrant was excused, and nothing if they had withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Literal, TypeAlias

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing, against
from competitions.model.results import (
    DRAW,
    LOSS,
    WIN,
    compared,
    decided,
    halves,
    totals,
    unplayed,
)
from competitions.model.settings import EXCUSING, Settings

RoundKind: TypeAlias = Literal["played", "forfeit", "bye", "away", "open"]
"""What a round was for an entrant: they played somebody · the pairing was decided by forfeits alone
· there was no opponent · they were excused, had withdrawn, or were not paired · it is undecided.
"""

ZERO, ONE = Fraction(0), Fraction(1)

_SHARES = {LOSS: ZERO, DRAW: Fraction(1, 2), WIN: ONE}


@dataclass(frozen=True, slots=True)
class Line:
    """A round of an entrant. `shares` are their results against each of the `opponents`: 1 for
    beating them, ½ for being level. `games` are the points of all games of the round added up; a
    bye counts as that many games.
    """

    round: int
    kind: RoundKind
    points: Fraction = ZERO
    games: Fraction = ZERO
    opponents: tuple[EntrantId, ...] = ()
    shares: tuple[Fraction, ...] = ()

    @property
    def voluntary(self) -> bool:
        """Whether the entrant chose not to play (C.07, 16.1.2): requested byes, forfeits."""
        return self.kind == "away" or (self.kind == "forfeit" and not self.points)


@dataclass(frozen=True, slots=True)
class Tally:
    """The points and rounds of some entrants, from some pairings among them.

    `win` is what a win is worth. `scheduled` says that everybody's opponents are fixed in advance,
    as in round robins: then tie-breaks count forfeits as games, and ignore free rounds (C.07, 15).
    `adjusted` are the points with which entrants count in their opponents' tie-breaks.
    """

    win: Fraction
    scheduled: bool
    points: Mapping[EntrantId, Fraction]
    adjusted: Mapping[EntrantId, Fraction]
    lines: Mapping[EntrantId, tuple[Line, ...]]
    ratings: Mapping[EntrantId, float | None]

    def met(self, line: Line) -> bool:
        """Whether the opponents of a round count as met in tie-breaks."""
        return line.kind == "played" or (line.kind == "forfeit" and self.scheduled)


@cache
def worth(halves_: int, opponents: int, most: int) -> Fraction:
    """The points for half points scored against `opponents`, in an event in which an entrant has up
    to `most` opponents at a table.
    """
    return Fraction(halves_ * most, 2 * opponents)


def total(values: Sequence[Fraction]) -> Fraction:
    """The sum, making one fraction at the end instead of one at each step."""
    common = lcm(*(value.denominator for value in values))
    return Fraction(
        sum(value.numerator * (common // value.denominator) for value in values), common
    )


def tally(
    competition: Competition, entrants: Iterable[EntrantId], pairings: Iterable[Pairing]
) -> Tally:
    """The tally of some entrants, from pairings among them. Undecided pairings count nothing."""
    settings = competition.settings
    scheduled = settings.format not in EXCUSING
    lines: dict[EntrantId, list[Line]] = {id_: [] for id_ in entrants}
    rounds: dict[int, set[EntrantId]] = {}
    for pairing in sorted(pairings, key=lambda pairing: pairing.round):
        rounds.setdefault(pairing.round, set()).update(pairing.seats)
        for id_, line in zip(pairing.seats, _lines(competition, pairing), strict=True):
            lines[id_].append(line)
    if not scheduled:
        for number, paired in rounds.items():
            for id_ in lines.keys() - paired:
                lines[id_].append(Line(number, "away"))
    win = worth(WIN, 1, _most(settings))
    ordered = {id_: tuple(sorted(found, key=_round)) for id_, found in lines.items()}
    points = {id_: total([line.points for line in found]) for id_, found in ordered.items()}
    return Tally(
        win=win,
        scheduled=scheduled,
        points=points,
        adjusted=points
        if scheduled
        else {id_: points[id_] + _drawn(found, win) for id_, found in ordered.items()},
        lines=ordered,
        ratings={entrant.id: entrant.rating for entrant in competition.entrants},
    )


def _round(line: Line) -> int:
    return line.round


def _drawn(lines: tuple[Line, ...], win: Fraction) -> Fraction:
    """How many points are missing to a draw in the requested byes at the end, after which an
    entrant never came back: for their opponents these count as draws (C.07, 16.2.5 and 16.3.2).
    """
    missing = ZERO
    for line in reversed(lines):
        if not line.voluntary:
            break
        if line.kind == "away":
            missing += win / 2 - line.points
    return missing


def _most(settings: Settings) -> int:
    """How many opponents an entrant has at the largest table."""
    return len(against(0, settings.seats, partners=settings.partners))


def _lines(competition: Competition, pairing: Pairing) -> Iterable[Line]:
    """What a pairing was for each of its entrants."""
    settings, outcomes = competition.settings, competition.outcomes
    most = _most(settings)
    if not decided(pairing, outcomes):
        return [
            Line(pairing.round, "open", opponents=pairing.opponents(id_)) for id_ in pairing.seats
        ]
    if pairing.bye:
        how = outcomes[pairing.round, pairing.number, 0].how
        points = worth(halves(pairing, outcomes)[0], 1, most)
        asked = how in ("excused", "forfeit")
        return [Line(pairing.round, "away" if asked else "bye", points, settings.games * points)]
    kind: RoundKind = "forfeit" if unplayed(pairing, outcomes) else "played"
    sums = totals(pairing, outcomes)
    against_each = compared(sums, partners=pairing.partners)
    return [
        Line(
            round=pairing.round,
            kind=kind,
            points=worth(sum(shares), len(shares), most),
            games=worth(games, len(shares), most),
            opponents=pairing.opponents(id_),
            shares=tuple(_SHARES[share] for share in shares),
        )
        for id_, games, shares in zip(pairing.seats, sums, against_each, strict=True)
    ]
