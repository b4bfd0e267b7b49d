"""Balanced tables for three and four, paired round by round, by points and by who has met whom.

`competitions.pairing` makes the tables: opponents, seats and byes are as even as possible, and
people with similar points sit together. If the number of entrants requires it and the settings say
`mixed`, some tables have one seat fewer. Where `partners` are drawn each round, four play two
against two.

Entrants who have withdrawn are no longer seated. Those who are excused from a round have a bye
worth half its points. If too few are present to fill a table, they have a bye, too. Pairings that
nobody played don't count as meetings.
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
"""The weight of people with different points meeting; `TableRules` gives figures."""


def rules(settings: Settings) -> TableRules:
    """How these settings seat entrants."""
    sizes = (settings.seats, settings.seats - 1) if settings.mixed else (settings.seats,)
    return TableRules(sizes, settings.partners, settings.games, CLOSENESS)


def planned(competition: Competition) -> int:
    """How many rounds are planned: as chosen in the settings, or as many as a Swiss system has."""
    return competition.settings.rounds or (len(competition.seeding) - 1).bit_length() + 1


order = by_standings


def next_round(competition: Competition, apart: Apart = (), seed: int = 0) -> Step:
    """The next round, or the order: after the last round, or if too few remain to fill a table."""
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
    """The tables of those who play. With nobody to keep apart, this always succeeds."""
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
