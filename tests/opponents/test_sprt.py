"""The sequential test against published and hand-computed numbers."""

from __future__ import annotations

from math import inf, log
from random import Random

import pytest

from opponents.programs.sprt import Sprt, elo, interval, log_likelihood_ratio, score


def ratio(cells: tuple[float, ...], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio for so many groups of each score, from nothing to all."""
    steps = len(cells) - 1
    seen = {number / steps: float(many) for number, many in enumerate(cells)}
    return log_likelihood_ratio(seen, score(elo0), score(elo1))


@pytest.mark.parametrize(
    ("cells", "elo0", "elo1", "published"),
    [
        # Wins and losses counted in pairs of games; numbers of Fishtest's LLR_logistic.
        ((3, 20, 50, 22, 5), 0, 20, 0.04032037241670679),
        ((3, 20, 50, 22, 5), 0, 5, 0.17838022438188125),
        ((3, 20, 50, 22, 5), -10, 10, 0.9344729113889829),
        ((0, 10, 30, 12, 0), 0, 20, -0.27041453628885204),
        ((0, 10, 30, 12, 0), 0, 5, 0.085226848211516),
        ((12, 40, 60, 30, 8), 0, 20, -2.9973011351582723),
        ((12, 40, 60, 30, 8), -10, 10, -2.0579732004260216),
    ],
)
def test_pairs_as_fishtest_counts_them(
    cells: tuple[float, ...], elo0: float, elo1: float, published: float
) -> None:
    """The pentanomial test agrees with the program that made it popular."""
    assert ratio(cells, elo0, elo1) == pytest.approx(published, abs=1e-9)


@pytest.mark.parametrize(
    ("cells", "elo0", "elo1", "published"),
    [
        # Of the tests of fastchess: single games, then pairs.
        ((21184, 40708, 21404), 0.5, 2.5, -1.57),
        ((57030, 106593, 57433), 0, 2, -2.59),
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, -4.98),
    ],
)
def test_large_matches_as_published(
    cells: tuple[float, ...], elo0: float, elo1: float, published: float
) -> None:
    """Matches of chess programs have the ratios that another program found for them."""
    assert ratio(cells, elo0, elo1) == pytest.approx(published, abs=0.006)


def test_without_draws_it_is_walds_test() -> None:
    """With two outcomes the distributions are known, and the ratio can be done by hand."""
    better = score(100)
    by_hand = 6 * log(better / 0.5) + 4 * log((1 - better) / 0.5)
    assert ratio((4, 6), 0, 100) == pytest.approx(by_hand)
    assert by_hand == pytest.approx(0.167, abs=0.001)


def test_it_is_fair() -> None:
    """Who is measured against whom only changes the sign."""
    assert ratio((5, 9, 30, 4, 2), -8, 30) == pytest.approx(-ratio((2, 4, 30, 9, 5), -30, 8))


def test_bounds_and_verdicts() -> None:
    """Wald's bounds for 5 % each are ±ln 19."""
    sprt = Sprt(0, 50)
    assert sprt.bounds == pytest.approx((-log(19), log(19)))
    assert [sprt.verdict(one) for one in (-2.95, -2.94, 0.0, 2.94, 2.95)] == [
        "not stronger",
        *("open",) * 3,
        "stronger",
    ]
    assert Sprt(0, 50, alpha=0.01, beta=0.1).bounds == pytest.approx((log(0.1 / 0.99), log(90)))
    assert sprt.ratio([], 4) == 0


def test_errors_are_as_rare_as_promised() -> None:
    """In matches between players whose strength is known, wrong verdicts are about as rare as was
    asked for, and right ones come in time.
    """
    sprt, rng = Sprt(0, 100), Random(1)
    for strength, right in ((0, "not stronger"), (100, "stronger")):
        wrong = 0
        for _ in range(100):
            groups: list[float] = []
            while (verdict := sprt.verdict(sprt.ratio(groups, 4))) == "open":
                won = [rng.random() < score(strength) for _ in range(2)]
                groups.append(sum(won) / 2)
                assert len(groups) < 500
            wrong += verdict != right
        assert wrong <= 12


def test_elo_and_shares() -> None:
    """Elo is a matter of the expected share."""
    assert score(0) == 0.5
    assert score(400) == pytest.approx(10 / 11)
    assert elo(score(123)) == pytest.approx(123)
    assert (elo(1.0), elo(0.0)) == (inf, -inf)


def test_intervals() -> None:
    """Few groups say little, even if they all ended alike; many say much."""
    assert interval([]) == (0.0, 1.0)
    low, high = interval([1.0] * 4)
    assert 0.3 < low < 0.7
    assert high == 1.0
    low, high = interval([0.25, 0.75] * 200)
    assert (round(low, 3), round(high, 3)) == (0.475, 0.525)
