"""Crosstables of real events, with their published tie-breaks. They contain only facts: results and
numbers, in the published order, which numbers the entrants.

World Youth Goe Championship 2006, qualifiers: five rounds by equal scores, among eight players
under 12 and among twelve under 18. In Go, Buchholz is called SOS, and Sonneborn-Berger SODOS.

Candidates Tournament 2020, the first cycle, in which all eight met. Ties were broken by direct
encounter, then by wins, then by Sonneborn-Berger, as in our round robins.
"""

from __future__ import annotations

from dataclasses import dataclass

from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided, Paired
from competitions.model.pairings import Game, Outcome
from competitions.model.settings import Settings
from tests.competitions.play import FIRST, SECOND, SHARED, decide, ids, started


@dataclass(frozen=True)
class Event:
    """Rows with the published values: points, Buchholz (if published), Sonneborn-Berger."""

    name: str
    rows: tuple[str, ...]
    points: str
    sonneborn_berger: str
    buchholz: str = ""
    ranks: str = ""


UNDER_12 = Event(
    "World Youth Goe Championship 2006, under 12",
    (
        *("6+ 5+ 2+ 3+ 4+", "8+ 3+ 1- 5+ 6+", "4+ 2- 5+ 1- 7+", "3- 8+ 6+ 7+ 1-"),
        *("7+ 1- 3- 2- 8+", "1- 7+ 4- 8+ 2-", "5- 6- 8+ 4- 3-", "2- 4- 7- 6- 5-"),
    ),
    points="5 4 3 3 2 2 1 0",
    sonneborn_berger="14 7 6 3 1 1 0 0",
    buchholz="14 12 15 11 13 13 10 12",
    ranks="1 2 3 4 5 5 7 8",
)
"""Numbers 5 and 6 were separated by the tie-breaks of their opponents, which we don't have."""
UNDER_18 = Event(
    "World Youth Goe Championship 2006, under 18",
    (
        *("5+ 4- 8+ 6+ 2+", "9+ 8+ 7+ 3+ 1-", "11+ 7+ 4+ 2- 6+", "12+ 1+ 3- 8+ 7+"),
        *("1- 12+ 6- 11+ 10+", "8- 9+ 5+ 1- 3-", "10+ 3- 2- 9+ 4-", "6+ 2- 1- 4- 11+"),
        *("2- 6- 10+ 7- 12+", "7- 11+ 9- 12+ 5-", "3- 10- 12+ 5- 8-", "4- 5- 11- 10- 9-"),
    ),
    points="4 4 4 4 3 2 2 2 2 2 1 0",
    sonneborn_berger="11 10 9 8 3 5 4 3 2 1 0 0",
    buchholz="15 14 13 12 9 15 16 15 10 8 11 12",
    ranks="1 2 3 4 5 6 7 8 9 10 11 12",
)
CANDIDATES = Event(
    "Candidates Tournament 2020, first cycle",
    (
        "x1====1=",
        "0x=11=1=",
        "==x===01",
        "=0=x===1",
        "=0==x=1=",
        "=====x==",
        "001=0=x=",
        "==00===x",
    ),
    points="4.5 4.5 3.5 3.5 3.5 3.5 2.5 2.5",
    sonneborn_berger="15.25 14.25 12.25 11.25 11.25 12.25 8.25 9.25",
    ranks="1 2 3 4 4 6 7 8",
)


def swiss(event: Event) -> Competition:
    """An event whose rows name an opponent for each round."""
    rows = [row.split() for row in event.rows]
    now = started(Settings("swiss", rounds=len(rows[0])), len(rows))
    for number in range(len(rows[0])):
        column = {one: rows[one - 1][number] for one in range(1, len(rows) + 1)}
        pairs = [(one, int(told[:-1])) for one, told in column.items() if told.endswith("+")]
        for winner, loser in pairs:
            assert column[loser] == f"{winner}-", event.name
        now = now.apply(Paired(number + 1, tuple(ids(*pair) for pair in pairs)))
        now = decide(now, lambda _: FIRST)
    return now


def round_robin(event: Event) -> Competition:
    """An event whose rows name the result against each other."""
    now = started(Settings("round-robin"), len(event.rows))

    def told(one: EntrantId, other: EntrantId) -> str:
        return event.rows[one - 1][other - 1]

    def result(game: Game) -> Outcome:
        one, other = now.pairing(game).seats
        both = told(one, other) + told(other, one)
        return {"10": FIRST, "01": SECOND, "==": SHARED}[both]

    while not isinstance(step := next_round(now), Over):
        now = now.apply(step)
        for game in now.undecided:
            now = now.apply(Decided(game, result(game)))
    return now
