"""How a number is measured: side by side with its floor, in rounds, by the median."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

Work = Callable[[], int]
"""Does some work and returns how many units it was."""


@dataclass(frozen=True)
class Rates:
    """Units per second of processor time for each contestant, by round."""

    seen: Mapping[str, Sequence[float]]

    def __getitem__(self, name: str) -> float:
        """The median of a contestant's rounds."""
        return median(self.seen[name])

    def ratio(self, one: str, other: str) -> float:
        """The median of the rounds' ratios. Neighbouring runs see the same machine conditions."""
        pairs = zip(self.seen[one], self.seen[other], strict=True)
        return median(first / second for first, second in pairs)


def rates(contestants: Mapping[str, Work], rounds: int, seconds: float) -> Rates:
    """How fast the contestants are. They take turns within a round, each for this many seconds."""
    seen: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, work in contestants.items():
            done, start = 0, process_time()
            while (spent := process_time() - start) < seconds:
                done += work()
            seen[name].append(done / spent)
    return Rates(seen)
