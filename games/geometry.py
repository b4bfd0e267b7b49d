"""Shapes that several boards share. Lengths are board units, y points down."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from games.scene import XY

SQRT3 = sqrt(3.0)


def polygon(
    sides: int, radius: float, centre: XY = (0.0, 0.0), turned: float = 0.0
) -> tuple[XY, ...]:
    """The corners of a regular polygon, clockwise. With `turned` 0 one corner is at the top."""
    angles = (turned / 180.0 * pi + 2.0 * pi * corner / sides for corner in range(sides))
    return tuple((centre[0] + radius * sin(a), centre[1] - radius * cos(a)) for a in angles)


def box(x: float, y: float, width: float, height: float) -> tuple[XY, ...]:
    """The corners of a rectangle, clockwise from its upper left corner (x, y)."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def bits(mask: int) -> list[int]:
    """The positions of the bits that are set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
