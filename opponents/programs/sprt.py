"""Which of two players is stronger: a sequential test, and an estimate.

What counts is the score of a group: the games of one opening with every seating, of which a player
takes a share from 0 to 1. Games of one opening are alike, but groups are independent, so groups are
tested (the pentanomial model, if groups are pairs).

The test is the generalized sequential probability ratio test with the logistic model of Elo. For
both hypotheses it takes the likeliest distribution of the scores seen that has the hypothesis' mean
(M. Van den Bergh, "A practical introduction to the GSPRT"), and stops when the logarithm of the
ratio of their likelihoods leaves Wald's bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Literal

Verdict = Literal["stronger", "not stronger", "open"]

_PRIOR = 1e-3
"""The frequency that is assumed for a possible score that has not occurred."""
_STEPS = 100
"""The number of bisections, more than enough for any number."""
_CERTAIN = 1.959964
"""The number of standard errors of a 95 % interval on either side."""


def score(elo: float) -> float:
    """The expected share of a player who is stronger by this much Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo(share: float) -> float:
    """The inverse of `score`; infinite for a share of 0 or 1."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1)


def log_likelihood_ratio(seen: Mapping[float, float], low: float, high: float) -> float:
    """The logarithm of how much more likely the scores are if their mean is `high` than if it is
    `low`.

    `seen` has the frequency of every possible score, including the smallest and the largest.
    """
    counts = {one: many or _PRIOR for one, many in seen.items()}
    first, second = _multiplier(counts, low), _multiplier(counts, high)
    return sum(
        many * log((1 + first * (one - low)) / (1 + second * (one - high)))
        for one, many in counts.items()
    )


def _multiplier(counts: Mapping[float, float], mean: float) -> float:
    """Lagrange's multiplier: with it `many / (1 + multiplier * (one - mean))` is in proportion to
    the likeliest distribution that has this mean.
    """
    low, high = -1 / (max(counts) - mean), -1 / (min(counts) - mean)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        left = sum(
            many * (one - mean) / (1 + middle * (one - mean)) for one, many in counts.items()
        )
        low, high = (middle, high) if left > 0 else (low, middle)
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class Sprt:
    """The question whether a player is stronger by `elo1` rather than by `elo0`.

    `alpha` is the risk of accepting `elo1` if `elo0` is true, and `beta` the risk of the opposite
    error.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds at which the test ends: at or below the first it accepts `elo0`, at or above
        the second `elo1`.
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, groups: Sequence[float], parts: int) -> float:
        """The logarithm of the likelihood ratio after these scores; 0 before any.

        `parts` is the number of equal steps from 0 to 1 that a score can take.
        """
        if not groups:
            return 0.0
        steps = Counter(round(one * parts) for one in groups)
        seen = {step / parts: float(steps[step]) for step in range(parts + 1)}
        return log_likelihood_ratio(seen, score(self.elo0), score(self.elo1))

    def verdict(self, ratio: float) -> Verdict:
        """The test's verdict at this ratio."""
        low, high = self.bounds
        return "stronger" if ratio >= high else "not stronger" if ratio <= low else "open"


def interval(groups: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean score, from the spread between groups.

    As Agresti and Coull do, it adds one group that was won and one that was lost. So few groups, or
    groups that all ended the same way, do not look certain.
    """
    assumed = [*groups, 0.0, 1.0]
    number = len(assumed)
    mean = sum(assumed) / number
    spread = sum((one - mean) ** 2 for one in assumed) / (number - 1)
    error = _CERTAIN * sqrt(spread / number)
    return max(0.0, mean - error), min(1.0, mean + error)
