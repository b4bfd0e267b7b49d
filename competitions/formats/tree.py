"""A knockout as a tree, read from its rounds as they were paired."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from competitions.formats import groups
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.model.results import decided, halves, totals, unplayed


@dataclass(frozen=True, slots=True)
class Bout:
    """A pairing of a knockout, or a placeholder for one that is not paired yet.

    The `sides` are in the order of the tree; a side is None while it is unknown. `values` are their
    points once the pairing is decided. `winner` is who has gone on, or will.
    """

    sides: tuple[EntrantId | None, ...]
    values: tuple[Fraction, ...] = ()
    winner: EntrantId | None = None
    bye: bool = False
    forfeit: bool = False

    @property
    def level(self) -> bool:
        """Whether the pairing was tied."""
        return len(set(self.values)) == 1 < len(self.values)


class Knockout:
    """The tree of a knockout whose first round is paired.

    The winners are those who appear in the next round. So the tree shows what was played, whatever
    was corrected later.
    """

    def __init__(self, competition: Competition, paired: tuple[tuple[Pairing, ...], ...]) -> None:
        self._competition, self._paired = competition, paired
        self.rounds = len(paired[0]).bit_length()
        """How many there are to be."""
        self.latest = len(paired) - 1
        """The latest one that is paired, counted from 0."""

    @classmethod
    def of(cls, competition: Competition) -> Knockout | None:
        """The knockout of a competition, if its first round is paired."""
        before = 0
        if competition.settings.format == "groups" and competition.seeding:
            before = len(groups.schedule(competition))
        elif competition.settings.format != "knockout":
            return None
        paired = competition.rounds[before:]
        return cls(competition, paired) if paired else None

    def behind(self, pairing: Pairing) -> int | None:
        """How many rounds come after that of a pairing; None if the pairing isn't in the tree."""
        round_ = pairing.round - self._paired[0][0].round
        return self.rounds - 1 - round_ if round_ >= 0 else None

    def width(self, round_: int) -> int:
        """How many bouts a round has, without the match for place 3."""
        return 1 << (self.rounds - 1 - round_)

    def bout(self, round_: int, number: int) -> Bout:
        """A bout of the tree."""
        if round_ <= self.latest:
            return self._bout(self._paired[round_][number], self._order(round_, number))
        sides = (self._through(round_ - 1, child) for child in (2 * number, 2 * number + 1))
        return Bout(tuple(sides))

    @property
    def third(self) -> Bout | None:
        """The match for place 3."""
        if self.latest < self.rounds - 1 or len(self._paired[-1]) < 2:
            return None
        pairing = self._paired[-1][1]
        return self._bout(pairing, pairing.seats)

    @property
    def champion(self) -> EntrantId | None:
        """Who has won the knockout."""
        return self._through(self.rounds - 1, 0)

    @property
    def open(self) -> int:
        """How many pairings of the latest round are undecided."""
        outcomes = self._competition.outcomes
        return sum(not decided(pairing, outcomes) for pairing in self._paired[-1])

    @property
    def remaining(self) -> tuple[EntrantId, ...]:
        """Those who can still win, in the order of the tree."""
        found: list[EntrantId] = []
        for number in range(self.width(self.latest)):
            bout = self.bout(self.latest, number)
            inside = bout.sides if bout.winner is None else (bout.winner,)
            found += (id_ for id_ in inside if id_ is not None)
        return tuple(found)

    def last_bout(self, entrant: EntrantId | None) -> tuple[int, int]:
        """The round and number of an entrant's last bout; for somebody who is in none, those of the
        first bout of the latest round.
        """
        for round_ in range(self.latest, -1, -1):
            for number in range(self.width(round_)):
                if entrant in self._paired[round_][number].seats:
                    return round_, number
        return self.latest, 0

    def medal(self, bout: Bout, entrant: EntrantId) -> int:
        """The place from 1 to 3 that an entrant has by a bout; 0 for none."""
        if bout.winner is None:
            return 0
        if bout == self.third:
            return 3 if bout.winner == entrant else 0
        if bout == self.bout(self.rounds - 1, 0):
            return 1 if bout.winner == entrant else 2
        return 0

    def _through(self, round_: int, number: int) -> EntrantId | None:
        """Who comes out of a bout."""
        if round_ > self.latest:
            return None
        return self.bout(round_, number).winner

    def _order(self, round_: int, number: int) -> tuple[EntrantId, ...]:
        """The two of a pairing in the order of the tree: in the first round the better seed first,
        later whoever comes from the upper bout.
        """
        seats = self._paired[round_][number].seats
        seeding = self._competition.seeding
        if not round_:
            return tuple(sorted(seats, key=seeding.index))
        above = self._paired[round_ - 1][2 * number].seats
        return tuple(sorted(seats, key=lambda id_: id_ not in above))

    def _bout(self, pairing: Pairing, order: tuple[EntrantId, ...]) -> Bout:
        outcomes = self._competition.outcomes
        if pairing.bye:
            return Bout(order, winner=order[0], bye=True)
        if not decided(pairing, outcomes):
            return Bout(order)
        counted = totals if pairing.games > 1 else halves
        points = dict(zip(pairing.seats, counted(pairing, outcomes), strict=True))
        values = tuple(Fraction(points[id_], 2) for id_ in order)
        return Bout(order, values, self._winner(pairing), forfeit=unplayed(pairing, outcomes))

    def _winner(self, pairing: Pairing) -> EntrantId | None:
        """Who goes on, or is placed first; None while only the format's rule for ties can tell."""
        now, round_ = self._competition, pairing.round - self._paired[0][0].round
        if round_ < self.latest:
            inside = self._paired[round_ + 1][: self.width(round_ + 1)]
            later = {id_ for found in inside for id_ in found.seats}
            return next((id_ for id_ in pairing.seats if id_ in later), None)
        placed = [id_ for shared in now.places for id_ in shared]
        if placed:
            return min(pairing.seats, key=placed.index)
        points = dict(zip(pairing.seats, halves(pairing, now.outcomes), strict=True))
        best = [id_ for id_ in pairing.seats if points[id_] == max(points.values())]
        return best[0] if len(best) == 1 else None
