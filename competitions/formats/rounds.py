"""The next round of a competition, whatever its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from competitions.formats import groups, knockout, round_robin, swiss, tables
from competitions.formats.steps import Apart, Step
from competitions.model.competition import Competition
from competitions.model.errors import CompetitionError
from competitions.model.events import Places
from competitions.model.settings import Format


@dataclass(frozen=True, slots=True)
class Rules:
    """What makes a format: the next round, how many there are to be, and the order so far."""

    next_round: Callable[[Competition, Apart, int], Step]
    planned: Callable[[Competition], int]
    order: Callable[[Competition], Places]


FORMATS: Mapping[Format, Rules] = {
    "round-robin": Rules(round_robin.next_round, round_robin.planned, round_robin.order),
    "swiss": Rules(swiss.next_round, swiss.planned, swiss.order),
    "knockout": Rules(knockout.next_round, knockout.planned, knockout.order),
    "groups": Rules(groups.next_round, groups.planned, groups.order),
    "tables": Rules(tables.next_round, tables.planned, tables.order),
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


def order(competition: Competition) -> Places:
    """The order so far, as the format has it. Undecided pairings count nothing."""
    return FORMATS[competition.settings.format].order(competition)
