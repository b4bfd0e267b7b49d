"""The arithmetic of ratings: who rises, who falls, and by how much."""

from __future__ import annotations

import pytest

from matches.model.ratings import (
    CAUTION,
    NEW,
    SCALE,
    Skill,
    outcome,
    points_of,
    rate,
)


def test_new_players_and_the_scale() -> None:
    """A new player has 1200 points. Between well-known players 400 points are odds of ten to
    one.
    """
    assert points_of(NEW) == 1200
    better = Skill(NEW.mu + 400 / SCALE, NEW.sigma)
    assert points_of(better) == 1600
    assert points_of(Skill(NEW.mu, 0.0)) == round(1200 + SCALE * CAUTION * NEW.sigma)
    assert points_of(Skill(0.0, NEW.sigma)) == 463
    assert points_of(Skill(-50.0, NEW.sigma)) == 100


@pytest.mark.parametrize("gap", [0, 3, 15])
@pytest.mark.parametrize("sigma", [1.0, 4.0, NEW.sigma])
def test_winners_rise_and_losers_fall(gap: float, sigma: float) -> None:
    """Winning never costs points, and losing never gains any."""
    sides = ((1,), (2,))
    for ranks in ((1, 2), (2, 1)):
        before = [Skill(25.0, NEW.sigma), Skill(25.0 + gap, sigma)]
        after = rate(sides, ranks, before)
        for rank, was, now in zip(ranks, before, after, strict=True):
            gain = points_of(now) - points_of(was)
            assert gain >= 0 if rank == 1 else gain <= 0


def test_a_draw_brings_players_together() -> None:
    """Equal players keep their mean, the weaker gains on the stronger, and order does not
    matter.
    """
    sides = ((1,), (2,))
    one, other = rate(sides, (1, 1), (NEW, NEW))
    assert one.mu == other.mu == pytest.approx(NEW.mu)
    weak, strong = rate(sides, (1, 1), (NEW, Skill(30.0, 2.0)))
    assert weak.mu > NEW.mu
    assert strong.mu < 30.0
    assert rate(sides, (1, 1), (Skill(30.0, 2.0), NEW)) == [strong, weak]


def test_several_ranks() -> None:
    """Among many players a better rank gains more, and shared ranks gain the same."""
    sides = ((1,), (2,), (3,), (4,))
    skills = [one.mu for one in rate(sides, (2, 1, 4, 3), (NEW,) * 4)]
    assert skills[1] > skills[0] > skills[3] > skills[2]
    first, second, third, fourth = rate(sides, (1, 1, 1, 4), (NEW,) * 4)
    assert first.mu == pytest.approx(second.mu) == pytest.approx(third.mu)
    assert fourth.mu < NEW.mu < first.mu


def test_partners_are_a_team() -> None:
    """Partners win and lose together. Players who abandon their partner lose even if their side
    wins.
    """
    sides = ((1, 3), (2, 4))
    won, lost, also_won, also_lost = rate(sides, (1, 2, 1, 2), (NEW,) * 4)
    assert won == also_won
    assert lost == also_lost
    assert lost.mu < NEW.mu < won.mu
    stayed, beaten, gone, _ = rate(sides, (1, 2, 3, 2), (NEW,) * 4)
    assert (stayed, beaten) == (won, lost)
    assert gone == lost
    assert [outcome(sides, (1, 2, 3, 2), seat) for seat in (1, 2, 3, 4)] == [1, -1, -1, -1]
    assert [outcome(sides, (1, 1, 1, 3), seat) for seat in (1, 2, 3, 4)] == [0, 0, 0, -1]
