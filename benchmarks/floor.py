"""How a number is measured: side by side with its floor, in rounds, by the median."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time

Work = Callable[[], int]
"""Does a piece of work and says how many units it was."""


def rates(contestants: Mapping[str, Work], rounds: int, seconds: float) -> dict[str, float]:
    """Units per second of CPU time for each contestant: the median of the rounds.

    The contestants take turns within a round, so that what disturbs the machine disturbs all.
    """
    seen: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, work in contestants.items():
            done, start = 0, process_time()
            while (spent := process_time() - start) < seconds:
                done += work()
            seen[name].append(done / spent)
    return {name: median(values) for name, values in seen.items()}
