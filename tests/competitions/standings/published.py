"""A published crosstable with its tie-breaks: FIDE's Technical Commission, *Exercises in
Tie-Breaking* (2024), for C.07 in the edition until March 2026. It contains only facts.
"""

from __future__ import annotations

from fractions import Fraction

from competitions.model.competition import Competition, fold
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.events import (
    Decided,
    Event,
    Excused,
    Joined,
    Opened,
    Paired,
    Started,
    Withdrawn,
)
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from tests.competitions.play import ids

ROUNDS = (
    "1+9 10-2 3=11 12-4 16=8 14+6 5-13 7+15",
    "2+7 13=1 6-3 11-16 15+5 8+14 9-10 4h 12b",
    "1=2 3+8 4+13 16+7 5+11 12F14 10-15 6b 9h",
    "2+16 15-1 4=3 6+10 7=5 8+13 11F9",
    "3=2 1=4 16+15 8-6 5+10 11+7 13-14 9b",
)
"""White's number, the result, Black's; F is a win by forfeit, h a half-point bye, b an allocated
one. Missing numbers were absent: 14 for a round, 12 from round 4 on.
"""

RATINGS = tuple(range(2200, 1400, -50))

POINTS = "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5"
BUCHHOLZ = "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5"
CUT_1 = "11 - 13 11.5 7.5 - 12.5 12 7.5 - 12 9.5 12 9 11 11"
SONNEBORN_BERGER = "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25"
RATING = "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820"
"""By number from 1; a dash where nothing is published. Ratings are rounded."""


def values(text: str) -> dict[EntrantId, Fraction]:
    """Published values, by entrant."""
    return {
        EntrantId(number): Fraction(value)
        for number, value in enumerate(text.split(), 1)
        if value != "-"
    }


def event() -> Competition:
    """The event as our log would describe it."""
    log: list[Event] = [Opened(Settings("swiss", rounds=5))]
    log += [
        Joined(Entrant(EntrantId(number), 1, float(rating)))
        for number, rating in enumerate(RATINGS, 1)
    ]
    log.append(Started(ids(*range(1, 17))))
    for number, told in enumerate(ROUNDS, 1):
        log += _round(number, told.split())
    return fold(log)


def _round(number: int, told: list[str]) -> list[Event]:
    tables, decided = [], list[Event]()
    excused = [Excused(EntrantId(int(one[:-1])), number) for one in told if one.endswith("h")]
    gone = [Withdrawn(EntrantId(12))] if number == 4 else []
    for place, one in enumerate(told, 1):
        sign = next(sign for sign in one if not sign.isdigit())
        seats = [int(part) for part in one.split(sign) if part]
        tables.append(ids(*seats))
        if sign in "+-=F":
            ranks = {"-": (2, 1), "=": (1, 1)}.get(sign, (1, 2))
            outcome = Outcome(ranks, "forfeit" if sign == "F" else "played")
            decided.append(Decided((number, place, 0), outcome))
    return [*gone, *excused, Paired(number, tuple(tables)), *decided]
