"""Marks at points, and the arrows of moves.

Marks of earlier turns (`games.scene.EARLIER`) look like those of the last turn, but fainter.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import ceil, cos, floor, hypot, pi, sin
from typing import NamedTuple

from PIL import Image

from games.scene import EARLIER, XY, Line
from render.brush import FINE, Brush, sheet, shrunk
from render.palette import TINTS, TRAILS
from render.sprites import Sprite, cut, men, trimmed
from render.theme import RGB, Theme, UnknownRoleError

Shape = tuple[XY, ...]

_KINDS = {faint: role for role, faint in EARLIER.items()}
"""For each mark of earlier turns, the mark of the last turn that it looks like."""

_DOUBLE = 2
"""How many times larger long lines are drawn."""

ABOVE = ("choice", "reach")
"""The marks that lie above the men. The others lie below them."""


class Place(NamedTuple):
    """Where a mark is painted.

    `spot` is the radius of a place in pixels. `field` is the outline of the point's field relative
    to the point, if it has one. `manned` says whether a man stands there, `tinted` whether the
    field may be tinted.
    """

    spot: float
    field: Shape | None
    manned: bool
    tinted: bool = True


def beneath(role: str, place: Place, theme: Theme) -> Sprite | None:
    """What a mark paints below the men of its point. Raises UnknownRoleError."""
    if role not in _KNOWN:
        raise UnknownRoleError(role, theme.name)
    if role in ABOVE:
        return None
    key = theme, role, place
    return men.get(key) or men.put(key, _beneath(role, place, theme))


def above(role: str, place: Place, theme: Theme) -> Sprite | None:
    """What a mark paints above the men of its point."""
    if role not in ABOVE:
        return None
    key = theme, role, place
    return men.get(key) or men.put(key, _above(role, place, theme))


def _beneath(role: str, place: Place, theme: Theme) -> Sprite:
    spot, field, manned, tinted = place
    kind, faint = _KINDS.get(role, role), role in _KINDS
    colour, tint = theme.colour(role), TINTS[role]
    if kind == "captured":
        return _ring(spot, colour, tint) if manned else _cross(spot, colour, tint)
    if kind == "picked" and not _snug(place):
        return _halo(1.18 * spot, colour, tint, 0.12)
    if field is not None and kind == "last" and not tinted:
        return _frame(field, spot, colour, 0.1 if faint else 0.18)
    if field is not None and tinted:
        return _tint(field, spot, colour, tint, framed=kind != "from" and not faint)
    if kind == "from":
        return _dots(spot, colour, manned, 0.5 if faint else 1.0)
    if kind == "goal":
        return _halo(1.08 * spot, colour, tint, 0.2)
    return _halo(spot, colour, tint, 0.07 if faint else 0.12)


def _above(role: str, place: Place, theme: Theme) -> Sprite:
    spot, field, manned = place.spot, place.field, place.manned
    colour, light = theme.colour(role), theme.colour(f"{role}.ink")
    half = ceil(spot * 1.2) + 2
    image = sheet(2 * half, 2 * half)
    brush, centre = Brush(image), (float(half), float(half))
    size = 0.23 if role == "reach" else 0.3
    if manned and field is not None and _snug(place):
        inner = [(x * 0.94 + half, y * 0.94 + half) for x, y in field]
        closed = [*inner, *inner[:2]]
        brush.line(closed, spot * 0.2, light)
        brush.line(closed, spot * 0.12, colour)
    elif manned:
        brush.ring(centre, spot * 0.98, spot * 0.2, light)
        brush.ring(centre, spot * 0.98, spot * 0.12, colour)
    else:
        brush.disc(centre, spot * (size + 0.06), light)
        brush.disc(centre, spot * size, colour)
    return cut(image, -half, -half)


def _snug(place: Place) -> bool:
    """Whether men fill their fields, so that a frame suits them better than a ring."""
    field = place.field
    return field is not None and max(map(abs, chain(*field))) < 1.15 * place.spot


def _veil(image: Image.Image, colour: RGB, x: int, y: int) -> Sprite:
    """An enlarged mask as a veil of colour. The corner of its sheet is at `x`, `y`."""
    small, left, top = shrunk(image)
    return _coloured(small, colour, x + left, y + top)


def _coloured(alpha: Image.Image, colour: RGB, x: int, y: int) -> Sprite:
    veil = Image.new("RGBA", alpha.size, (*colour, 0))
    veil.putalpha(alpha)
    return trimmed(Sprite(veil, x, y))


def _tint(field: Shape, spot: float, colour: RGB, strength: float, framed: bool) -> Sprite:
    half = ceil(max(max(abs(x), abs(y)) for x, y in field)) + 2
    image = sheet(2 * half, 2 * half, "L")
    brush = Brush(image)
    brush.polygon([(x + half, y + half) for x, y in field], round(255 * strength))
    if framed:
        inner = [(x * 0.95 + half, y * 0.95 + half) for x, y in field]
        brush.line([*inner, inner[0], inner[1]], max(2.0, spot * 0.08), 245)
    return _veil(image, colour, -half, -half)


def _frame(field: Shape, spot: float, colour: RGB, line: float) -> Sprite:
    """The outline of a field, drawn inside it."""
    half = ceil(max(max(abs(x), abs(y)) for x, y in field)) + 2
    image, width = sheet(2 * half, 2 * half, "L"), max(2.0, spot * line)
    left, top, right, bottom = (
        edge(values) + half for edge in (min, max) for values in zip(*field, strict=True)
    )
    middle = (left + right) / 2, (top + bottom) / 2
    less = 1 - width / max(right - left, bottom - top)
    inner = [
        (middle[0] + (x + half - middle[0]) * less, middle[1] + (y + half - middle[1]) * less)
        for x, y in field
    ]
    Brush(image).line([*inner, inner[0], inner[1]], width, 255)
    return _veil(image, colour, -half, -half)


def _halo(spot: float, colour: RGB, strength: float, line: float) -> Sprite:
    half = ceil(spot * 1.15) + 2
    image = sheet(2 * half, 2 * half, "L")
    brush, centre = Brush(image), (float(half), float(half))
    brush.disc(centre, spot, round(255 * strength))
    brush.ring(centre, spot * 0.98, max(2.0, spot * line), 255)
    return _veil(image, colour, -half, -half)


def _dots(spot: float, colour: RGB, manned: bool, strength: float) -> Sprite:
    half = ceil(spot * 1.15) + 2
    image = sheet(2 * half, 2 * half, "L")
    brush, radius, count = Brush(image), spot * (0.98 if manned else 0.66), 18 if manned else 12
    for number in range(count):
        angle = 2 * pi * number / count
        place = half + radius * cos(angle), half + radius * sin(angle)
        brush.disc(place, max(1.5, spot * 0.085), round(255 * strength))
    return _veil(image, colour, -half, -half)


def _ring(spot: float, colour: RGB, strength: float) -> Sprite:
    """A thin ring, around that of the last turn."""
    half = ceil(spot * 1.2) + 2
    image = sheet(2 * half, 2 * half, "L")
    width = max(2.5, spot * 0.1)
    Brush(image).ring((float(half), float(half)), spot * 1.13, width, round(255 * strength))
    return _veil(image, colour, -half, -half)


def _cross(spot: float, colour: RGB, strength: float) -> Sprite:
    half = ceil(spot * 0.8) + 2
    image = sheet(2 * half, 2 * half, "L")
    brush, arm = Brush(image), spot * 0.36
    for turn in (1, -1):
        ends = ((half - arm, half - arm * turn), (half + arm, half + arm * turn))
        brush.line(ends, max(3.0, spot * 0.13), round(255 * strength))
    return _veil(image, colour, -half, -half)


def line(places: Sequence[XY], drawn: Line, width: float, theme: Theme) -> Sprite:
    """A line through places of the board's picture, relative to the picture's corner. A broad one
    has a fine edge, as men have.

    It may be as long as the board, so only masks are painted enlarged, and less than others.
    """
    left, top = (floor(min(values) - width) for values in zip(*places, strict=True))
    right, bottom = (ceil(max(values) + width) for values in zip(*places, strict=True))
    size, fine = (right - left, bottom - top), round(0.12 * width)
    whole = Image.new("RGB", size, theme.colour(f"{drawn.role}.edge" if fine else drawn.role))
    mask = _along(places, drawn, width, (left, top), size)
    if fine:
        inner = _along(places, drawn, width - 2 * fine, (left, top), size)
        whole.paste(theme.colour(drawn.role), (0, 0), inner)
    whole.putalpha(mask)
    return Sprite(whole, left, top)


def _along(
    places: Sequence[XY], drawn: Line, width: float, corner: XY, size: tuple[int, int]
) -> Image.Image:
    """The mask of a line."""
    image = Image.new("L", (size[0] * _DOUBLE, size[1] * _DOUBLE))
    brush = Brush(image, corner, _DOUBLE)
    if drawn.dotted:
        brush.dots(places, width, 2.4 * width, 255)
    else:
        brush.line(places, width, 255)
    return image.reduce(_DOUBLE)


def arrow(places: Sequence[XY], role: str, spot: float, manned: bool, theme: Theme) -> Sprite:
    """An arrow through places of the board's picture, relative to the picture's corner.

    At a man it ends beside the man. A line of men that have won is bold and has no head. Raises
    UnknownRoleError.
    """
    if role not in TRAILS:
        raise UnknownRoleError(role, theme.name)
    if role == "goal":
        return _stroke(places, (), 0.6 * spot, role, theme)
    (x0, y0), (x, y) = places[-2:]
    length = hypot(x - x0, y - y0) or 1.0
    ux, uy = (x - x0) / length, (y - y0) / length
    short = min(spot * 0.86 if manned else spot * 0.1, length * 0.4)
    tip = x - ux * short, y - uy * short
    head = min(spot * (0.62 if role == "last" else 0.5), length * 0.5)
    neck = tip[0] - ux * head, tip[1] - uy * head
    wing = head * 0.62
    sides = ((neck[0] - uy * wing, neck[1] + ux * wing), (neck[0] + uy * wing, neck[1] - ux * wing))
    thick = max(3.0, spot * (0.19 if role == "last" else 0.12))
    return _stroke([*places[:-1], neck], (tip, *sides), thick, role, theme)


def _stroke(
    shaft: Sequence[XY], head: Sequence[XY], thick: float, role: str, theme: Theme
) -> Sprite:
    left, top = (floor(min(values) - thick) for values in zip(*shaft, *head, strict=True))
    right, bottom = (ceil(max(values) + thick) for values in zip(*shaft, *head, strict=True))
    image, strength = sheet(right - left, bottom - top, "L"), round(255 * TRAILS[role])
    brush = Brush(image, (left, top))
    brush.line(shaft, thick, strength)
    if head:
        brush.polygon(head, strength)
    return _coloured(image.reduce(FINE), theme.colour(role), left, top)


_KNOWN = {*TINTS, *ABOVE}
