"""How rounds are found: a first seating, random or by score, and then many small searches.

The rounds of a schedule are searched one after the other, again and again, while the other rounds
stay as they are. All of them cool down together. This anneals the whole schedule, though no single
search is larger than a round.

In seven rounds of 24 entrants at tables for four, opponents meet again 100 times if tables are
drawn, 18 times if rounds are planned one after the other, and 10 times if they are planned
together. In ten rounds of 64 entrants the numbers are 196, 0 and 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.pairing.apart import Enemies, seating
from competitions.pairing.costs import AGAIN, APART, FAR, Costs
from competitions.pairing.layouts import BYE, Layout, splits
from competitions.pairing.rules import Pair, TableRules, Unseatable
from competitions.pairing.search import Problem, anneal
from competitions.pairing.seats import even_out

TRIES = 10
"""How many exchanges are tried per entrant when a round is searched."""
EXCHANGES = 150_000
"""How many exchanges are tried in all, as far as the limits on sweeps allow."""
SWEEPS = (50, 200)
"""How often each round is searched, at least and at most."""
HEAT = (0.5 * AGAIN, 0.01 * AGAIN)
"""The heat of the first and of the last sweep."""


def planned(
    entrants: Iterable[EntrantId],
    rules: TableRules,
    past: Iterable[Pairing],
    *,
    rounds: Sequence[int],
    seed: int,
    scores: Mapping[EntrantId, float],
    apart: Collection[Pair],
) -> tuple[Pairing, ...]:
    """The pairings of these rounds, see `competitions.pairing.tables`."""
    ids = sorted(set(entrants))
    if not ids or not rounds:
        return ()
    index = {one: number for number, one in enumerate(ids)}
    points = [float(scores.get(one, 0.0)) for one in ids]
    enemies = _enemies(index, apart)
    costs = _costs(points, enemies, rules.closeness)
    for pairing in past:
        table = [index.get(one) for one in pairing.seats]
        costs.add(table, rules.partners, pairing.games)
    rng = Random(f"{seed} {rounds[0]}")
    plan = _Plan(rules, len(rounds), rng, costs=costs, enemies=enemies, points=points)
    if not plan.start():
        raise Unseatable(one for one in ids if enemies[index[one]])
    plan.improve()
    found = zip(rounds, plan.seated(), strict=True)
    return tuple(
        Pairing(number, place, tuple(ids[one] for one in table), rules.games)
        for number, seated in found
        for place, table in enumerate(seated, start=1)
    )


def _enemies(index: Mapping[EntrantId, int], apart: Collection[Pair]) -> Enemies:
    enemies: list[set[int]] = [set() for _ in index]
    for pair in apart:
        one, other = sorted(pair)
        if one in index and other in index:
            enemies[index[one]].add(index[other])
            enemies[index[other]].add(index[one])
    return [frozenset(some) for some in enemies]


def _costs(points: Sequence[float], enemies: Enemies, closeness: float) -> Costs:
    """The costs of pairs before they have met. A bye is a table with two of the lowest score."""
    weight, lowest = closeness * AGAIN, min(points)
    base = [[round(weight * (one - other) ** 2) for other in points] for one in points]
    for row, some in zip(base, enemies, strict=True):
        for other in some:
            row[other] += APART
    return Costs(base, [round(2 * weight * (one - lowest) ** 2) for one in points])


class _Plan:
    """Rounds that are being planned: who has which place in each."""

    def __init__(
        self,
        rules: TableRules,
        rounds: int,
        rng: Random,
        *,
        costs: Costs,
        enemies: Enemies,
        points: Sequence[float],
    ) -> None:
        self._rules, self._rounds, self._rng = rules, rounds, rng
        self._costs, self._enemies, self._points = costs, enemies, points
        self._at: list[list[int]] = []
        self._layout = Layout(())
        # The seats of a schedule are evened out afterwards, without moving anybody to another
        # table. Only uneven seats from earlier rounds may need more than that.
        self._paths = rounds > 1 and rules.games == 1
        self._far: int | None = 0
        if not rules.partners:
            spread = max(points) - min(points)
            far = FAR + round(rules.closeness * AGAIN * spread**2)
            fresh = not any(due for dues in costs.dues for due in dues)
            self._far = None if self._paths and fresh else far

    def start(self) -> bool:
        """Seats everybody in each round, keeping apart all pairs that must not meet. False if it
        can't.
        """
        for sizes in splits(len(self._points), self._rules.sizes):
            self._layout = Layout(sizes, self._rules.partners)
            if first := self._fresh():
                for number in range(self._rounds):
                    at = (self._fresh() if number else None) or list(first)
                    self._count(at)
                    self._at.append(at)
                return True
        return False

    def _fresh(self) -> list[int] | None:
        """A first seating of the next round: at random, or by score."""
        count = len(self._points)
        order = self._rng.sample(range(count), count)
        order.sort(key=lambda one: -self._points[one])
        byes = [counts[BYE] for counts in self._costs.sizes]
        return seating(self._layout, order, byes, self._enemies)

    def improve(self) -> None:
        """Makes the rounds cheaper if possible."""
        fewest, most = SWEEPS
        sweeps = EXCHANGES // (TRIES * len(self._points) * self._rounds)
        sweeps = min(max(sweeps, fewest), most)
        warm, cool = HEAT
        cost, best = 0, [list(at) for at in self._at]
        lowest = cost
        for sweep in range(sweeps):
            more = self._sweep(warm * (cool / warm) ** (sweep / (sweeps - 1)))
            if more is None:
                break
            cost += more
            if cost < lowest:
                lowest, best = cost, [list(at) for at in self._at]
        for at, better in zip(self._at, best, strict=True):
            self._count(at, -1)
            at[:] = better
            self._count(at)

    def _sweep(self, heat: float) -> int | None:
        """Searches each round once. Returns the change in cost; None if all were free already."""
        total, perfect = 0, True
        for at in self._at:
            problem = self._without(at)
            if problem.cost(at):
                perfect = False
                total += anneal(problem, at, heat, TRIES * len(at), self._rng)
            self._count(at)
        return None if perfect else total

    def seated(self) -> list[list[tuple[int, ...]]]:
        """The tables of each round, the highest scores first and byes last."""
        rounds = [[list(table) for table in self._layout.seated(at)] for at in self._at]
        if self._paths:
            together = [table for some in rounds for table in some]
            even_out(together, self._costs.dues, self._rules.partners)
        return [sorted(map(tuple, some), key=self._rank) for some in rounds]

    def _rank(self, table: Sequence[int]) -> tuple[bool, float, int]:
        return len(table) == BYE, -max(self._points[one] for one in table), min(table)

    def _count(self, at: Sequence[int], times: int = 1) -> None:
        for table in self._layout.seated(at):
            self._costs.add(table, self._rules.partners, self._rules.games, times)

    def _without(self, at: Sequence[int]) -> Problem:
        """The problem of one round, after taking it out of the costs."""
        self._count(at, -1)
        places = self._costs.places(self._layout.sizes, self._rules.games, self._far)
        return Problem(self._layout, places, self._costs.opponents, self._costs.partners)
