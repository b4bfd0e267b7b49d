"""Seasons with a hard end: whatever people do, all rounds are played by then."""

from __future__ import annotations

import pytest

from competitions.formats.rounds import FORMATS
from competitions.model.settings import Format
from tests.competitions.season import season

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("format_", FORMATS)
def test_seasons_end_on_their_day(format_: Format, seed: int) -> None:
    """By their clocks alone: no rule has to decide anything, and no round is left out."""
    found = season(format_, seed, most=16)
    assert found.on_its_day
    assert found.now.undecided == ()
    assert len(found.now.rounds) == found.planned
