"""What the first of two seats is worth: how it is estimated from rated matches.

`docs/ratings.md` explains the choices that were made here.
"""

from __future__ import annotations

from collections.abc import Sequence

from matches.model.match import Listing
from matches.model.ratings import Skill, expected_score, outcome, seated_at
from storage.checks import MOST
from storage.ratings import Change

SEATS = 2
"""The number of seats of the matches from which it is estimated."""

STEP = 0.1
"""How far a match that comes as a complete surprise moves it, in units of skill."""


def is_seated(match: Listing) -> bool:
    """Whether the seats of a match may be of different worth."""
    return match.setup.seats == SEATS


def moved(advantage: float, match: Listing, changes: Sequence[Change]) -> float:
    """The advantage after a match that was rated with it: a little more if the first seat did
    better than expected, else a little less. Never beyond MOST.
    """
    assert match.ending is not None
    before = [Skill(one.before_mu, one.before_sigma) for one in changes if one.holder == 0]
    expected = expected_score(*seated_at(before, advantage))
    sides = match.game.sides(match.setup)
    scored = (1 + outcome(sides, match.ending.ranks, 1)) / 2
    return max(-MOST, min(advantage + STEP * (scored - expected), MOST))
