"""Seasons with a hard end: whatever people do, all rounds are played by then. Ladders have no end:
there, nobody waits longer than the rules say.
"""

from __future__ import annotations

from itertools import chain, groupby

import pytest

from competitions.formats.rounds import FORMATS
from tests.competitions.climb import climb
from tests.competitions.season import KINDS, Season, league_seasons, season

pytestmark = pytest.mark.untraced


def _is_complete(found: Season) -> bool:
    """Whether the clocks were enough: no rule had to decide anything, and no round is left out."""
    everything = found.now.undecided == () and len(found.now.rounds) == found.planned
    return everything and found.on_its_day


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_seasons_end_on_their_day(kind: str, seed: int) -> None:
    """With everything played."""
    assert _is_complete(season(kind, seed, most=16))


def test_every_format_is_simulated() -> None:
    """None is forgotten."""
    assert {season(kind, 0, most=8).now.settings.format for kind in KINDS} == FORMATS.keys()


@pytest.mark.parametrize("seed", range(8))
def test_seasons_of_leagues_end_on_their_day(seed: int) -> None:
    """All divisions of a season end on the same day, and the next season begins in time. Nobody
    plays in two.
    """
    found = [*league_seasons(seed, most=24)]
    assert all(map(_is_complete, found))
    days = [day for day, _ in groupby(found, key=lambda one: one.ends_at)]
    assert len(days) == 2


@pytest.mark.parametrize("seed", range(8))
def test_nobody_waits_longer_than_a_ladder_says(seed: int) -> None:
    """Challenges lapse on their day, idle members drop on theirs, and everybody has a place of
    their own.
    """
    found = climb(seed, most=16)
    assert found.overdue == 0
    assert found.played > 0
    assert len({*found.ladder.places}) == len(found.ladder.places) > 1
    assert {*chain(*(one.members for one in found.ladder.challenges.values()))} <= {
        *found.ladder.places
    }
