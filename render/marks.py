"""Marks at points, the arrows of moves, and lines that come and go, as sprites."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from PIL import Image

from games.scene import XY, Line
from render import shapes
from render.brush import FINE, Brush, sheet, shrunk
from render.palette import TINTS, TRAILS
from render.shapes import ABOVE, Arrow, Place, Shape
from render.sprites import Sprite, coloured, cut, men, trimmed
from render.theme import RGB, Theme, UnknownRoleError

_DOUBLE = 2
"""The factor by which long lines are enlarged while they are drawn."""


def beneath(role: str, place: Place, theme: Theme) -> Sprite | None:
    """What a mark paints below the men of its point. Raises UnknownRoleError."""
    if role not in _KNOWN:
        raise UnknownRoleError(role, theme.name)
    if role in ABOVE:
        return None
    key = theme, role, place
    return men.get(key) or men.put(key, _painted(shapes.beneath(role, place), theme))


def above(role: str, place: Place, theme: Theme) -> Sprite | None:
    """What a mark paints above the men of its point."""
    if role not in ABOVE:
        return None
    key = theme, role, place
    return men.get(key) or men.put(key, _painted(shapes.above(role, place), theme))


def _painted(shape: Shape, theme: Theme) -> Sprite:
    """A shape as a sprite. A shape of a single colour becomes a veil."""
    half = ceil(shape.reach) + 2
    roles = shape.roles
    if len(roles) == 1:
        image = sheet(2 * half, 2 * half, "L")
        brush = Brush(image, (-half, -half))
        shapes.draw(shape, brush, lambda _, strength: round(255 * strength))
        return _veil(image, theme.colour(*roles), -half, -half)
    image = sheet(2 * half, 2 * half)
    shapes.draw(shape, Brush(image, (-half, -half)), lambda role, _: theme.colour(role))
    drawn = cut(image, -half, -half)
    if shape.strength < 1:
        weaker = [round(value * shape.strength) for value in range(256)]
        drawn.image.putalpha(drawn.image.getchannel("A").point(weaker))
    return drawn


def _veil(image: Image.Image, colour: RGB, x: int, y: int) -> Sprite:
    """An enlarged mask as a veil of one colour. The corner of its sheet is at `x`, `y`."""
    small, left, top = shrunk(image)
    return coloured(small, colour, x + left, y + top)


def line(places: Sequence[XY], drawn: Line, width: float, theme: Theme) -> Sprite:
    """A line through places of the board's picture, relative to the picture's corner.

    It may be as long as the board, so only its mask is enlarged, and less than other shapes are.
    """
    left, top = (floor(min(values) - width) for values in zip(*places, strict=True))
    right, bottom = (ceil(max(values) + width) for values in zip(*places, strict=True))

    def mask(wide: float) -> Image.Image:
        image = Image.new("L", ((right - left) * _DOUBLE, (bottom - top) * _DOUBLE))
        brush = Brush(image, (left, top), _DOUBLE)
        if drawn.dotted:
            brush.dots(places, wide, 2.4 * wide, 255)
        elif drawn.dashes and theme.grey:
            brush.dashes(places, wide, [wide * length for length in drawn.dashes], 255)
        else:
            brush.line(places, wide, 255)
        return image.reduce(_DOUBLE)

    colour, edge = theme.colour(drawn.role), theme.colour(f"{drawn.role}.edge")
    if not drawn.lined:
        return coloured(mask(width), colour, left, top)
    if theme.grey:
        return coloured(mask(width), edge, left, top)
    whole = Image.new("RGB", (right - left, bottom - top), edge)
    whole.paste(colour, (0, 0), mask(width))
    whole.putalpha(mask(width * (1 + 2 * shapes.SIDE)))
    return trimmed(Sprite(whole, left, top))


def arrow(one: Arrow, role: str, theme: Theme) -> Sprite:
    """An arrow on the board's picture, relative to the picture's corner. Raises
    UnknownRoleError.
    """
    if role not in TRAILS:
        raise UnknownRoleError(role, theme.name)
    far = one.thick + one.rim
    left, top = (floor(min(values) - far) for values in zip(*one.shaft, *one.head, strict=True))
    right, bottom = (ceil(max(values) + far) for values in zip(*one.shaft, *one.head, strict=True))

    def mask(grown: float, strength: int) -> Image.Image:
        image = sheet(right - left, bottom - top, "L")
        shapes.draw_arrow(one, role, grown, Brush(image, (left, top)), strength)
        return image.reduce(FINE)

    if not one.rim:
        return coloured(mask(0.0, round(255 * TRAILS[role])), theme.colour(role), left, top)
    whole = Image.new("RGB", (right - left, bottom - top), theme.colour(shapes.rim_of(role)))
    whole.paste(theme.colour(role), (0, 0), mask(0.0, 255))
    whole.putalpha(mask(one.rim, 255))
    return trimmed(Sprite(whole, left, top))


_KNOWN = {*TINTS, *ABOVE}
