"""Finds a cheaper seating of a round by exchanging two places at a time: simulated annealing.

An exchange that makes the round dearer is accepted less often the dearer it is and the cooler the
search has become. The search ends after a number of exchanges, not of seconds, so that slow and
fast machines find the same seating. `competitions.pairing.plan` has figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from competitions.pairing.layouts import Layout

Matrix = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Problem:
    """The places of a round, and what an entrant at a place costs: for its kind, for each opponent,
    and for a partner. The cost of a pair is the same both ways.
    """

    layout: Layout
    places: Matrix
    opponents: Matrix
    partners: Matrix

    def cost(self, at: Sequence[int]) -> int:
        """What the round costs; never negative."""
        layout, single, double = self.layout, 0, 0
        for place, one in enumerate(at):
            single += self.places[one][layout.kinds[place]]
            double += sum(self.opponents[one][at[other]] for other in layout.rivals[place])
            double += sum(self.partners[one][at[other]] for other in layout.partner[place])
        return single + double // 2

    def more(self, at: Sequence[int], here: int, there: int) -> int:
        """How much dearer the round gets if the entrants at two places change places."""
        layout, one, other = self.layout, at[here], at[there]
        near, far = layout.kinds[here], layout.kinds[there]
        first, second = self.places[one], self.places[other]
        more = first[far] - first[near] + second[near] - second[far]
        # Two at the same table still meet afterwards; the sums below leave them out.
        first, second = self.opponents[one], self.opponents[other]
        for place in layout.rivals[here]:
            more += second[at[place]] - first[at[place]] if place != there else 0
        for place in layout.rivals[there]:
            more += first[at[place]] - second[at[place]] if place != here else 0
        if layout.partners:
            first, second = self.partners[one], self.partners[other]
            for place in layout.partner[here]:
                more += second[at[place]] - first[at[place]] if place != there else 0
            for place in layout.partner[there]:
                more += first[at[place]] - second[at[place]] if place != here else 0
        return more


def anneal(problem: Problem, at: list[int], heat: float, tries: int, rng: Random) -> int:
    """Tries a number of exchanges at this heat. Returns by how much the cost has changed."""
    random, count, total = rng.random, len(at), 0
    for _ in range(tries):
        here, there = int(random() * count), int(random() * count)
        if here != there:
            more = problem.more(at, here, there)
            if more <= 0 or random() < exp(-more / heat):
                at[here], at[there] = at[there], at[here]
                total += more
    return total
