"""Balanced tables for three and four: one round after the other, by points and by who met whom.

The tables are those of `competitions.pairing`: opponents, seats and byes as even as can be, and
people with about the same points together. If the numbers ask for it, some tables may have one seat
fewer, where the settings say `mixed`. Where `partners` are drawn anew, four play two against two.

Entrants who have withdrawn are not seated any more; those who are excused from a round have a bye
for half its points. If too few are there for a table, they rest with a bye, too. Pairings that
nobody played are no meetings.
"""

from __future__ import annotations

from collections.abc import Sequence

from competitions.formats.steps import (
    Apart,
    Over,
    Step,
    all_pairings,
    by_standings,
    need_decided,
    relaxed,
)
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Paired, Tables
from competitions.model.results import decided, unplayed
from competitions.model.settings import Settings
from competitions.pairing.rules import TableRules, Unseatable
from competitions.pairing.tables import tables
from competitions.standings.points import tally

CLOSENESS = 0.05
"""How much it weighs that people with different points meet; `TableRules` has figures."""


def rules(settings: Settings) -> TableRules:
    """How these settings seat people."""
    sizes = (settings.seats, settings.seats - 1) if settings.mixed else (settings.seats,)
    return TableRules(sizes, settings.partners, settings.games, CLOSENESS)


def planned(competition: Competition) -> int:
    """How many rounds there are to be: as the settings say, or as many as a Swiss system has."""
    return competition.settings.rounds or (len(competition.seeding) - 1).bit_length() + 1


order = by_standings


def next_round(competition: Competition, apart: Apart = (), seed: int = 0) -> Step:
    """The next round. After the last one, or if too few remain for a table, the order."""
    need_decided(competition)
    number, last = len(competition.rounds) + 1, planned(competition)
    smallest = min(rules(competition.settings).sizes)
    if number > last or len(competition.remaining) < smallest:
        return Over(order(competition), complete=number > last)
    excused = [id_ for id_ in competition.remaining if (number, id_) in competition.excused]
    playing = [id_ for id_ in competition.remaining if id_ not in excused]
    seated: Tables = tuple((id_,) for id_ in playing)
    if len(playing) >= smallest:
        seated = _seated(competition, playing, apart, seed)
    byes = tuple((id_,) for id_ in excused)
    return Paired(number, seated + byes, competition.settings.games)


def _seated(
    competition: Competition, playing: Sequence[EntrantId], apart: Apart, seed: int
) -> Tables:
    """The tables of those who play. Without anybody to keep apart there always are some."""
    past = all_pairings(competition)
    points = tally(competition, competition.seeding, past).points
    outcomes = competition.outcomes
    met = [
        one for one in past if one.bye or not (decided(one, outcomes) and unplayed(one, outcomes))
    ]
    for pairs in relaxed(competition, apart):
        try:
            found = tables(
                playing,
                rules(competition.settings),
                met,
                number=len(competition.rounds) + 1,
                seed=seed,
                scores={id_: float(points[id_]) for id_ in playing},
                apart=[frozenset(pair) for pair in pairs],
            )
        except Unseatable:
            continue
        return tuple(pairing.seats for pairing in found)
    raise AssertionError("tables without anybody to keep apart")
