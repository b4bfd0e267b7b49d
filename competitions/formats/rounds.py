"""The next round of a competition, whatever its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from competitions.formats import groups, knockout, round_robin, swiss, tables
from competitions.formats.steps import Apart, Step
from competitions.model.competition import Competition
from competitions.model.errors import CompetitionError
from competitions.model.events import Paired, Places, Tables
from competitions.model.pairings import Pairing
from competitions.model.settings import Format
from competitions.standings.table import Standings, standings


@dataclass(frozen=True, slots=True)
class Rules:
    """What makes up a format: the next round, the number of rounds, the current order, the tables
    that points and tie-breaks make, and the rounds that are known from the start.
    """

    next_round: Callable[[Competition, Apart, int], Step]
    planned: Callable[[Competition], int]
    order: Callable[[Competition], Places]
    standings: Callable[[Competition], tuple[Standings, ...]]
    known: Callable[[Competition], tuple[Tables, ...]] = lambda _: ()


def _one(competition: Competition) -> tuple[Standings, ...]:
    return (standings(competition),)


def _none(competition: Competition) -> tuple[Standings, ...]:
    return ()


FORMATS: Mapping[Format, Rules] = {
    "round-robin": Rules(
        round_robin.next_round,
        round_robin.planned,
        round_robin.order,
        _one,
        known=round_robin.all_rounds,
    ),
    "swiss": Rules(swiss.next_round, swiss.planned, swiss.order, _one),
    "knockout": Rules(knockout.next_round, knockout.planned, knockout.order, _none),
    "groups": Rules(
        groups.next_round, groups.planned, groups.order, groups.tables, known=groups.schedule
    ),
    "tables": Rules(tables.next_round, tables.planned, tables.order, _one),
}


def next_round(competition: Competition, apart: Apart = (), seed: int = 0) -> Step:
    """The pairings of the next round, or the final order if there is none.

    Pure: the same arguments always give the same answer, and `apply` accepts it. `seed` is for
    formats that search for pairings. The competition must be running. Refused as unfinished while
    results are missing that the next round needs. `apart` are pairs that should not meet: Swiss
    systems and tables keep them apart as long as everybody can still be paired; the other formats
    can't.
    """
    if competition.status != "running":
        raise CompetitionError("not-running")
    return FORMATS[competition.settings.format].next_round(competition, apart, seed)


def planned(competition: Competition) -> int:
    """How many rounds are planned for a competition that has begun. Withdrawals may reduce it."""
    return FORMATS[competition.settings.format].planned(competition)


def coming(competition: Competition) -> tuple[tuple[Pairing, ...], ...]:
    """The rounds of a running competition that are known in advance, as they will be paired: those
    of a round robin, and those of groups.
    """
    if competition.status != "running":
        return ()
    begun, games = len(competition.rounds), competition.settings.games
    known = FORMATS[competition.settings.format].known(competition)[begun:]
    return tuple(Paired(number, one, games).pairings for number, one in enumerate(known, begun + 1))


def order(competition: Competition) -> Places:
    """The current order, as the format defines it. Undecided pairings don't count."""
    return FORMATS[competition.settings.format].order(competition)


def in_one_table(competition: Competition) -> bool:
    """Whether all entrants are in one table, in which tie-breaks decide."""
    return FORMATS[competition.settings.format].standings is _one


def all_standings(competition: Competition) -> tuple[Standings, ...]:
    """The tables in which tie-breaks decide: one, or one for each group. Empty in a knockout, and
    before the start.
    """
    if not competition.seeding:
        return ()
    return FORMATS[competition.settings.format].standings(competition)
