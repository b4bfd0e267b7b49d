"""The standings of an event and its crosstable, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Places
from competitions.model.pairings import Pairing
from competitions.standings.points import RoundKind, Tally, tally
from competitions.standings.tie_breaks import (
    BY_VALUE,
    DEFAULTS,
    Name,
    Working,
    by_direct,
    compared_last,
    direct,
    split,
    wins,
)


@dataclass(frozen=True, slots=True)
class Row:
    """The line of an entrant. Those with the same `rank` are still tied after all tie-breaks; the
    next rank leaves a gap, as in sports. `played` and `wins` count pairings that were not
    forfeited.
    """

    rank: int
    entrant: EntrantId
    points: Fraction
    tie_breaks: tuple[Fraction | None, ...]
    played: int
    wins: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A meeting of two entrants: `share` is 1, ½ or 0, or None while undecided."""

    round: int
    kind: RoundKind
    share: Fraction | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best first. `order` are the tie-breaks as they were applied. `stages` has for each
    of them the groups that were still tied after it. `tied` maps an entrant to everybody with whom
    they were level before the direct encounter, including themselves.
    """

    order: tuple[Name, ...]
    rows: tuple[Row, ...]
    tally: Tally
    tied: Mapping[EntrantId, frozenset[EntrantId]]
    stages: tuple[Places, ...]

    @property
    def places(self) -> Places:
        """The entrants in order; those who share a place are together."""
        shared: dict[int, list[EntrantId]] = {}
        for row in self.rows:
            shared.setdefault(row.rank, []).append(row.entrant)
        return tuple(map(tuple, shared.values()))

    @property
    def ties(self) -> tuple[tuple[Row, ...], ...]:
        """Groups of entrants with equal points, best first."""
        level: dict[Fraction, list[Row]] = {}
        for row in self.rows:
            level.setdefault(row.points, []).append(row)
        return tuple(tuple(rows) for rows in level.values() if len(rows) > 1)

    def apart_by(self, one: EntrantId, other: EntrantId) -> Name | None:
        """The tie-break that separates two entrants with equal points; None if none does."""
        for name, groups in zip(self.order, self.stages, strict=True):
            if not any(one in group and other in group for group in groups):
                return name
        return None

    @property
    def decisive(self) -> Mapping[EntrantId, tuple[Name, ...]]:
        """For entrants with equal points, the tie-breaks that separate some of their group, in
        order. Groups that none separates are left out.
        """
        groups = [
            {id_: number for number, group in enumerate(stage) for id_ in group}
            for stage in self.stages
        ]
        found: dict[EntrantId, tuple[Name, ...]] = {}
        for tie in self.ties:
            ids = [row.entrant for row in tie]
            first = {
                next((at for at, of in enumerate(groups) if of[one] != of[other]), None)
                for one, other in pairwise(ids)
            }
            if names := tuple(name for at, name in enumerate(self.order) if at in first):
                found |= dict.fromkeys(ids, names)
        return found

    def working(
        self, id_: EntrantId, name: Name, among: frozenset[EntrantId] | None = None
    ) -> Working:
        """How a tie-break of an entrant is computed, whether or not it was applied. A direct
        encounter is the first one, of all who were tied then, or one `among` some of them.
        """
        if name != "direct":
            return BY_VALUE[name](self.tally, id_)
        return direct(self.tally, id_, self.tied.get(id_, frozenset()) if among is None else among)

    def value(self, row: Row, name: Name) -> Fraction | None:
        """An entrant's value in a tie-break; None if there was nothing to count: no encounter, no
        opponent with a rating.
        """
        if name == "direct" and not self.working(row.entrant, name).parts:
            return None
        return row.tie_breaks[self.order.index(name)]

    def compared_last(self, one: EntrantId, other: EntrantId) -> frozenset[EntrantId]:
        """Among whom two tied entrants were compared last: the direct encounter is repeated
        among those who stay level in it.
        """
        return compared_last(self.tally, tuple(self.tied[one]), one, other)

    def crosstable(self) -> Mapping[EntrantId, Mapping[EntrantId, tuple[Cell, ...]]]:
        """The meetings of each entrant with each other one, by round. Pairs who never met are left
        out. The entrants are in the order of the table.
        """
        return {row.entrant: self._cells(row.entrant) for row in self.rows}

    def _cells(self, id_: EntrantId) -> Mapping[EntrantId, tuple[Cell, ...]]:
        cells: dict[EntrantId, tuple[Cell, ...]] = {}
        for line in self.tally.lines[id_]:
            shares: Sequence[Fraction | None] = line.shares or [None] * len(line.opponents)
            for other, share in zip(line.opponents, shares, strict=True):
                cells[other] = (*cells.get(other, ()), Cell(line.round, line.kind, share))
        return cells


def standings(
    competition: Competition,
    order: Sequence[Name] | None = None,
    entrants: Sequence[EntrantId] | None = None,
    pairings: Sequence[Pairing] | None = None,
) -> Standings:
    """The table of a competition that has begun; or of some of its entrants and some pairings among
    them, such as a group. Tie-breaks are applied in the `order` given, or in that of the format.

    Those who are still tied after all tie-breaks are in the order of the entrants. Undecided
    pairings count nothing. A whole competition that is over keeps its final order, whatever the
    points say.
    """
    ids = competition.seeding if entrants is None else tuple(entrants)
    played = chain.from_iterable(competition.rounds) if pairings is None else pairings
    counted = tally(competition, ids, played)
    names = DEFAULTS[competition.settings.format] if order is None else tuple(order)
    groups, tied = split(ids, counted.points), dict[EntrantId, frozenset[EntrantId]]()
    values: dict[EntrantId, list[Fraction | None]] = {id_: [] for id_ in ids}
    stages = list[Places]()
    for name in names:
        if name == "direct":
            tied = {id_: inside for inside in map(frozenset, groups) for id_ in inside}
            found = {id_: _encounters(counted, id_, tied[id_]) for id_ in ids}
            groups = [still for group in groups for still in by_direct(counted, group)]
        else:
            found = {id_: BY_VALUE[name](counted, id_).value for id_ in ids}
            groups = [still for group in groups for still in split(group, found)]
        stages.append(tuple(groups))
        for id_ in ids:
            values[id_].append(found[id_])
    whole = entrants is None and pairings is None
    places = competition.places if whole and competition.places else tuple(groups)
    return Standings(names, _rows(places, counted, values), counted, tied, tuple(stages))


def _encounters(counted: Tally, id_: EntrantId, tied: frozenset[EntrantId]) -> Fraction | None:
    """An entrant's result against those with whom they are tied; None if there was no meeting."""
    return direct(counted, id_, tied).value if len(tied) > 1 else None


def _rows(
    places: Places, counted: Tally, values: Mapping[EntrantId, Sequence[Fraction | None]]
) -> tuple[Row, ...]:
    rows = list[Row]()
    for shared in places:
        rank = len(rows) + 1
        for id_ in shared:
            played = sum(line.kind == "played" for line in counted.lines[id_])
            won = len(wins(counted, id_).parts)
            rows.append(Row(rank, id_, counted.points[id_], tuple(values[id_]), played, won))
    return tuple(rows)


def ranking(
    competition: Competition, entrants: tuple[EntrantId, ...], pairings: tuple[Pairing, ...]
) -> Places:
    """The order of some entrants by some pairings among them, using the format's tie-breaks."""
    return standings(competition, None, entrants, pairings).places
