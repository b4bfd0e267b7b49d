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
    """What makes a format: the next round, how many there are to be, the order so far, the tables
    that points and tie-breaks make, and those rounds that are known from the start.
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

    Pure: the same arguments always have the same answer, which `apply` accepts; `seed` is for what
    is found by a search. The competition must be running. Refused as unfinished while results are
    missing that the next round needs. `apart` are pairs that should not meet: Swiss systems and
    tables see to that as far as somebody can be paired at all, the other formats can't.
    """
    if competition.status != "running":
        raise CompetitionError("not-running")
    return FORMATS[competition.settings.format].next_round(competition, apart, seed)


def planned(competition: Competition) -> int:
    """How many rounds a competition that has begun is to have. Withdrawals may make it fewer."""
    return FORMATS[competition.settings.format].planned(competition)


def coming(competition: Competition) -> tuple[tuple[Pairing, ...], ...]:
    """The rounds of a running competition that are known before they begin, as they will be paired:
    those of a round robin, and of groups.
    """
    if competition.status != "running":
        return ()
    begun, games = len(competition.rounds), competition.settings.games
    known = FORMATS[competition.settings.format].known(competition)[begun:]
    return tuple(Paired(number, one, games).pairings for number, one in enumerate(known, begun + 1))


def order(competition: Competition) -> Places:
    """The order so far, as the format has it. Undecided pairings count nothing."""
    return FORMATS[competition.settings.format].order(competition)


def in_one_table(competition: Competition) -> bool:
    """Whether all entrants stand in one table, in which tie-breaks decide."""
    return FORMATS[competition.settings.format].standings is _one


def all_standings(competition: Competition) -> tuple[Standings, ...]:
    """The tables in which tie-breaks decide: one, or one for each group; none in a knockout, and
    before the start.
    """
    if not competition.seeding:
        return ()
    return FORMATS[competition.settings.format].standings(competition)
