"""Attangle's stacks: whose they are is seen first, their height second."""

from __future__ import annotations

import pytest

from games.attangle.scene import ROLES, TOPS
from render.sprites import flat
from render.theme import contrast
from render.themes import THEMES


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("seat", [1, 2])
def test_stacks_keep_their_colour(seat: int, theme: str) -> None:
    """Of the face of a stack's uppermost piece, at most a third is in the ink of its height."""
    colours, role = THEMES[theme], ROLES[seat - 1]
    face, ink = colours.colour(role), colours.colour(f"{role}.ink")
    assert contrast(face, ink) >= 7
    for tops in TOPS:
        piece = flat(tops[seat - 1], role, 44.0, colours).image.convert("RGB")
        middle = piece.resize((40, 40), box=(14, 14, piece.width - 14, piece.height - 14))
        inked = 0
        for count, seen in middle.getcolors(1600) or ():
            assert isinstance(seen, tuple)
            shade = seen[0], seen[1], seen[2]
            inked += count * (contrast(shade, ink) < contrast(shade, face))
        assert 0 < inked < 1600 / 3
