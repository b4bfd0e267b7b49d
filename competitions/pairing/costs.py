"""What it costs to seat entrants together and in a seat, given their rounds so far.

By weight, heaviest first:

1. Pairs that must not meet sit together (`APART`).
2. An entrant has a bye who has had more byes than others (`REST`).
3. An entrant's seats are more than one from even (`FAR`). A game at a table for three is worth a
   third to each of its seats; seats are even if each was had as often as it was worth. Where
   partners are drawn this has no weight of its own, since it would often rule out the partners
   that are due: four people, each of whom plays once with each, can't also have even seats.
4. Opponents meet again (`AGAIN`), or partners play together again (`TOGETHER`): once for each
   time that they have met. Entrants of different scores meet (`closeness`): the difference
   squared.
5. An entrant sits at larger or smaller tables more often than others (`SIZE`); seats are less
   even than they could be where tables have several sizes (`UNEVEN`).

All of these grow with the square of the number, so that the lowest sum is the most even one. All
are whole numbers, so their sums don't depend on the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from competitions.pairing.layouts import BYE, KINDS, SEATS, kind

APART = 10**15
REST = 10**12
FAR = 40
AGAIN = 120
TOGETHER = 360
SIZE = 60
UNEVEN = 1

GAME = 12
"""One game. It is divisible by every table size, so that a seat's share of it is a whole number."""

Table = Sequence[int | None]
"""The entrants at a table, in the order of seats; None is somebody who has left."""


Counted = tuple[tuple[int, ...], tuple[int, ...], int]
"""What is known of an entrant: the seats due, the sizes of tables, and the cost of a first bye."""


class Costs:
    """The costs of places and pairs in the next round.

    `opponents[one][other]` is the cost if these two meet, `partners` the cost if they play
    together.
    """

    def __init__(self, base: Sequence[Sequence[int]], rest: Sequence[int]) -> None:
        """`base` is the cost of each pair before they have ever met, and `rest` the cost of each
        entrant's first bye.
        """
        self._rest = rest
        self.opponents = [list(row) for row in base]
        self.partners = [list(row) for row in base]
        self.sizes = [[0] * (SEATS + 1) for _ in base]
        """How often each entrant sat at tables of each size."""
        self.dues = [[0] * SEATS for _ in base]
        """By how much each entrant had each seat more often than was due, in parts of a game."""

    def add(self, table: Table, partners: bool, games: int = 1, times: int = 1) -> None:
        """Counts a table of another round. With `times` -1 it is taken out again."""
        for seat, one in enumerate(table):
            if one is None:
                continue
            self.sizes[one][len(table)] += times
            if len(table) != BYE:
                moved = _moved(len(table), seat, games)
                dues = self.dues[one]
                self.dues[one] = [due + times * by for due, by in zip(dues, moved, strict=True)]
            for other_seat, other in enumerate(table):
                if other is not None and other != one:
                    if partners and len(table) == SEATS and abs(seat - other_seat) == 2:
                        self.partners[one][other] += TOGETHER * times
                    else:
                        self.opponents[one][other] += AGAIN * times

    def places(self, sizes: Sequence[int], games: int, far: int | None) -> list[tuple[int, ...]]:
        """For each entrant, the cost of each kind of place at tables of these sizes, less the cost
        of their cheapest one. `far` is the weight of seats that are more than one from even; if it
        is None, all seats of a table cost the same.
        """
        several = tuple(sorted(set(sizes)))
        counted = zip(map(tuple, self.dues), map(tuple, self.sizes), self._rest, strict=True)
        return [_row(one, several, games, far) for one in counted]


@lru_cache(maxsize=4096)
def _row(one: Counted, sizes: tuple[int, ...], games: int, far: int | None) -> tuple[int, ...]:
    """The costs of places for one entrant. Cached: in the search for a schedule most have often had
    the same.
    """
    dues, sat, rest = one
    row, mixed = [0] * KINDS, len(set(sizes) - {BYE}) > 1
    for size in sizes:
        if size == BYE:
            row[kind(size, 0)] = REST * sat[size] + rest
            continue
        for seat in range(size):
            row[kind(size, seat)] = SIZE * mixed * sat[size]
            if far is not None:
                moved = zip(dues, _moved(size, seat, games), strict=True)
                row[kind(size, seat)] += sum(uneven(due + by, far) for due, by in moved)
    least = min(row[kind(size, seat)] for size in sizes for seat in range(size))
    return tuple(cost - least for cost in row)


@cache
def _moved(size: int, seat: int, games: int) -> tuple[int, ...]:
    """How games at a table change what is due. Seats move on by one from game to game."""
    moved = [-games * GAME // size if other < size else 0 for other in range(SEATS)]
    for game in range(games):
        moved[(seat - game) % size] += GAME
    return tuple(moved)


def uneven(due: int, far: int = FAR) -> int:
    """The cost of a seat had more or less often than was due, by `due` parts of a game."""
    off = abs(due)
    return UNEVEN * off * off + (far * (off - GAME // 2) ** 2 if off >= GAME else 0)
