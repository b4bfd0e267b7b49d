"""Signs for success: medals, and arrows up and down. Their shapes distinguish them, too."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from games.scene import Disc, Glyph, Polygon, Text

Sign: TypeAlias = tuple[Glyph, str]
"""A glyph and the role of its colour."""

UP: Glyph = (
    Polygon(
        (
            (0.0, -0.9), (0.85, 0.05), (0.34, 0.05), (0.34, 0.9),
            (-0.34, 0.9), (-0.34, 0.05), (-0.85, 0.05),
        ),
        "owner",
        None,
    ),
)  # fmt: skip
DOWN: Glyph = (
    Polygon(
        (
            (0.0, 0.9), (0.85, -0.05), (0.34, -0.05), (0.34, -0.9),
            (-0.34, -0.9), (-0.34, -0.05), (-0.85, -0.05),
        ),
        "owner",
        None,
    ),
)  # fmt: skip

_RIBBONS = tuple(
    Polygon(
        ((side * 0.82, -1.0), (side * 0.3, -1.0), (side * -0.2, -0.2), (side * 0.34, -0.2)),
        "accent",
        "accent.edge",
        0.05,
    )
    for side in (1, -1)
)
ROLES = ("medal.gold", "medal.silver", "medal.bronze")
"""The colours of medals, the best first."""


@lru_cache
def medal(place: int) -> Glyph:
    """A medal on a ribbon, with the place on it."""
    at = (0.0, 0.3)
    return (
        *_RIBBONS,
        Disc(at, 0.7, "owner", "owner.edge", 0.09),
        Text(str(place), at, 0.68),
    )
