"""The answers that a format can give, and helpers that all formats share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Paired, Places
from competitions.model.pairings import Pairing
from competitions.standings.table import ranking


@dataclass(frozen=True, slots=True)
class Over:
    """There is no further round; `places` is the final order. It is not `complete` if rounds were
    still planned, but those who remain could not be paired.
    """

    places: Places
    complete: bool = True


Step: TypeAlias = Paired | Over
"""What comes next."""

Pair: TypeAlias = tuple[EntrantId, EntrantId]

Apart: TypeAlias = Collection[Pair]
"""Pairs that must not meet, in either order."""


def all_pairings(competition: Competition) -> tuple[Pairing, ...]:
    """All pairings so far, of all rounds."""
    return tuple(chain.from_iterable(competition.rounds))


def by_standings(competition: Competition) -> Places:
    """The order of all entrants after all rounds so far."""
    return ranking(competition, competition.seeding, all_pairings(competition))


def need_decided(competition: Competition) -> None:
    """Raises CompetitionError (unfinished) while games are undecided."""
    if count := len(competition.undecided):
        raise CompetitionError("unfinished", count=count)


def relaxed(competition: Competition, apart: Apart) -> Iterator[Apart]:
    """The pairs to keep apart, then fewer and fewer of them, and none in the end. Whoever is kept
    apart from the most people is the first who has to meet them, so nobody can end a competition by
    blocking.
    """
    here = {*competition.remaining}
    left = [pair for pair in apart if here.issuperset(pair)]
    yield left
    while left:
        times = Counter(chain.from_iterable(left))
        most = max(times, key=lambda id_: (times[id_], -id_))
        left = [pair for pair in left if most not in pair]
        yield left
