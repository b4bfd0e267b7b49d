"""A first seating of a round that keeps apart everybody who must not meet.

With a hundred such pairs among 64 entrants, tables of four that are drawn put between five and six
of them together; this puts none. The search is exact as long as its `STEPS` suffice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from competitions.pairing.layouts import BYE, Layout

STEPS = 20_000
"""How often the search seats somebody as a trial before it gives up."""

Enemies = Sequence[frozenset[int]]
"""Whom each entrant must not meet."""


def seating(
    layout: Layout, order: Sequence[int], byes: Sequence[int], enemies: Enemies
) -> list[int] | None:
    """Who has which place. Neighbours in the `order` sit together if they may. Byes go to the last
    of those who have had the fewest, unless enemies can't be kept apart that way.

    None if there is no such seating, or if `STEPS` were not enough to find one.
    """
    last_first = list(reversed(order))
    resting = sorted(last_first, key=lambda one: byes[one])[: layout.sizes.count(BYE)]
    at = [one for one in order if one not in resting] + resting
    if not any(enemies[one].intersection(table) for table in layout.seated(at) for one in table):
        return at
    last = max((byes[one] for one in resting), default=0)
    must = {one for one in order if resting and byes[one] < last}
    may = {one for one in order if byes[one] <= last}
    fair = _Hall(layout, order, enemies, must, may).filled()
    return fair or (_Hall(layout, order, enemies, set(), set(order)).filled() if resting else None)


@dataclass
class _Hall:
    """The tables while they are being filled, beginning with entrants who have enemies. Byes go to
    all who `must` have one, and only to those who `may`.
    """

    layout: Layout
    order: Sequence[int]
    enemies: Enemies
    must: set[int]
    may: set[int]
    tables: list[list[int]] = field(init=False)
    steps: int = 0

    def filled(self) -> list[int] | None:
        """Who has which place at the end; None if the search fails."""
        self.tables = [[] for _ in self.layout.sizes]
        bound = [one for one in self.order if self.enemies[one]]
        bound.sort(key=lambda one: (one not in self.must, -len(self.enemies[one])))
        return self._seated(bound) if bound else self._others()

    def _seated(self, bound: Sequence[int]) -> list[int] | None:
        """Seats these, one after the other, and then the others; None if the search fails. It is a
        loop, since there may be more of them than calls can be nested.
        """
        joined, left = list[list[int]](), [self._open(bound[0])]
        while left:
            if len(joined) == len(left):  # Where they were seated last led nowhere.
                joined.pop().pop()
            table = next(left[-1], None)
            if table is None:
                left.pop()
                continue
            self.steps += 1
            if self.steps > STEPS:
                return None
            table.append(bound[len(joined)])
            joined.append(table)
            if len(joined) < len(bound):
                left.append(self._open(bound[len(joined)]))
            elif at := self._others():
                return at
        return None

    def _open(self, one: int) -> Iterator[list[int]]:
        """The tables that an entrant can join. Empty tables of one size are all alike, so only one
        is tried.
        """
        empty = set[int]()
        for table, size in zip(self.tables, self.layout.sizes, strict=True):
            resting = size == BYE
            if (one in self.must and not resting) or (resting and one not in self.may):
                continue
            if len(table) < size and size not in empty and not self.enemies[one] & set(table):
                if not table:
                    empty.add(size)
                yield table

    def _others(self) -> list[int] | None:
        """Seats entrants without enemies, who can sit anywhere."""
        free = [one for one in self.order if not self.enemies[one]]
        sized = list(zip(self.tables, self.layout.sizes, strict=True))
        rooms = sum(size == BYE and not table for table, size in sized)
        fit = [one for one in reversed(free) if one in self.may]
        resting = sorted(fit, key=lambda one: one not in self.must)[:rooms]
        if len(resting) < rooms or self.must.intersection(free) - set(resting):
            return None
        # Tables for byes come last.
        rest = iter([*(one for one in free if one not in resting), *resting])
        at = list[int]()
        for table, size in sized:
            at += [*table, *islice(rest, size - len(table))]
        return at
