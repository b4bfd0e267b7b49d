"""Marks at points, and the arrows of moves.

Marks of earlier turns (`games.scene.EARLIER`) look like those of the last turn, but fainter.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain, pairwise
from math import ceil, cos, floor, hypot, inf, pi, sin
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

_SIDE = 0.24
"""The width of a line's sides, relative to the line."""

_DOUBLE = 2
"""How many times larger long lines are drawn."""

_BOLD, _THIN = 6.0, 4.0
"""The least width of the frame of the last turn, and of a fainter one, in pixels of a picture of
the usual width."""

ABOVE = ("choice", "reach")
"""The marks that lie above the men. The others lie below them."""


class Place(NamedTuple):
    """Where a mark is painted.

    `spot` is the radius of a place in pixels. `field` is the outline of the point's field relative
    to the point, if it has one. `manned` says whether a man stands there, `tinted` whether the
    field may be tinted. `unit` is the size of one pixel of a picture of the usual width.
    """

    spot: float
    field: Shape | None
    manned: bool
    tinted: bool = True
    unit: float = 1.0


def ordered(roles: Sequence[str], place: Place) -> list[str]:
    """What is seen of the marks of a point, the lowest first: rings lie over frames, and on a tint
    the ring of a capture would be lost.
    """
    if place.manned and place.field is not None and place.tinted and "captured" in roles:
        roles = [role for role in roles if role != "last"]
    return sorted(roles, key=lambda role: _KINDS.get(role, role) not in ("last", "from"))


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
    spot, field, manned, tinted, unit = place
    kind, faint = _KINDS.get(role, role), role in _KINDS
    colour, tint = theme.colour(role), TINTS[role]
    if kind == "captured" and not manned:
        return _cross(spot, colour, theme.colour(f"{role}.ink"), tint)
    if kind == "captured":
        return _ring(1.13 * spot, (0.16 if field else 0.07) * spot, colour, tint)
    if field is None and manned and kind in ("last", "goal"):
        # On bare points men stand close to each other.
        wide = 0.13 if kind == "goal" else 0.06 if faint else 0.1
        return _ring(spot, wide * spot, colour, 1.0)
    if kind == "picked" and not _snug(place):
        return _halo(min(1.18 * spot, 0.96 * _room(place)), colour, tint, 0.12)
    if field is not None and not tinted and kind in ("last", "picked"):
        line, strength = (0.1, 0.5) if faint else (0.18 if kind == "last" else 0.12, 1.0)
        least = (_THIN if faint else _BOLD) * unit
        return _frame(place, field, colour, max(spot * line, least), strength)
    if kind == "goal" and field is not None and tinted and manned:
        return _bold(field, spot, colour, theme.colour(f"{role}.ink"))
    if field is not None and tinted:
        return _tint(field, spot, colour, tint, framed=kind != "from" and not faint)
    if kind == "from":
        return _dots(spot, colour, manned, 0.5 if faint else 1.0)
    if kind == "goal" and field is not None:
        return _halo(min(1.02 * spot, 0.9 * _room(place)), colour, tint, 0.14)
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
        brush.line(closed, spot * 0.28, light)
        brush.line(closed, spot * 0.14, colour)
    elif manned:
        around = min(spot * 0.98, _room(place) - spot * 0.16)
        brush.ring(centre, around, spot * 0.32, light)
        brush.ring(centre, around, spot * 0.15, colour)
    else:
        brush.disc(centre, spot * (size + 0.06), light)
        brush.disc(centre, spot * size, colour)
    return cut(image, -half, -half)


def clear(place: Place, roles: Container[str] = ()) -> float:
    """How far from a man with these marks an arrow ends, relative to the spot: in its field, or
    outside of a ring or a bold frame around it.
    """
    if place.field is None:
        return 1.2 if "captured" in roles else 1.08
    if place.tinted and "goal" in roles:
        return 1.4
    return 0.86 if place.tinted or not _snug(place) else 1.12


def _snug(place: Place) -> bool:
    """Whether men fill their fields, so that a frame suits them better than a ring."""
    field = place.field
    return field is not None and max(map(abs, chain(*field))) < 1.15 * place.spot


def _room(place: Place) -> float:
    """The radius of the largest circle around a place inside its field."""
    if place.field is None:
        return inf
    sides = pairwise((*place.field, place.field[0]))
    return min(abs(x * v - y * u) / hypot(u - x, v - y) for (x, y), (u, v) in sides)


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


def _bold(field: Shape, spot: float, colour: RGB, light: RGB) -> Sprite:
    """A frame that reaches beyond its field, so that it is seen around a man that fills it."""
    half = ceil(max(max(abs(x), abs(y)) for x, y in field) + 0.2 * spot) + 2
    image = sheet(2 * half, 2 * half)
    brush, shape = Brush(image), [(x + half, y + half) for x, y in field]
    closed = [*shape, *shape[:2]]
    brush.line(closed, 0.4 * spot, light)
    brush.polygon(shape, light)
    brush.line(closed, 0.28 * spot, colour)
    return cut(image, -half, -half)


def _frame(place: Place, field: Shape, colour: RGB, width: float, strength: float) -> Sprite:
    """The outline of a field, drawn inside it, or around it where men fill it."""
    snug = _snug(place)
    half = ceil(max(max(abs(x), abs(y)) for x, y in field) + width) + 2
    image = sheet(2 * half, 2 * half, "L")
    left, top, right, bottom = (
        edge(values) + half for edge in (min, max) for values in zip(*field, strict=True)
    )
    middle = (left + right) / 2, (top + bottom) / 2
    more = 1 + (0.9 if snug else -1) * width / max(right - left, bottom - top)
    outline = [
        (middle[0] + (x + half - middle[0]) * more, middle[1] + (y + half - middle[1]) * more)
        for x, y in field
    ]
    Brush(image).line([*outline, outline[0], outline[1]], width, round(255 * strength))
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


def _ring(radius: float, width: float, colour: RGB, strength: float) -> Sprite:
    """A thin ring around a man."""
    half, width = ceil(radius + width) + 2, max(2.5, width)
    image = sheet(2 * half, 2 * half, "L")
    Brush(image).ring((float(half), float(half)), radius, width, round(255 * strength))
    return _veil(image, colour, -half, -half)


def _cross(spot: float, colour: RGB, light: RGB, strength: float) -> Sprite:
    """A cross with a rim, so that it is seen on an arrow."""
    half = ceil(spot * 0.8) + 2
    arm, thick, rim = spot * 0.36, max(3.0, spot * 0.13), max(1.5, spot * 0.06)
    image = sheet(2 * half, 2 * half)
    brush = Brush(image)
    for width, ink in ((thick + 2 * rim, light), (thick, colour)):
        for turn in (1, -1):
            ends = ((half - arm, half - arm * turn), (half + arm, half + arm * turn))
            brush.line(ends, width, ink)
    drawn, x, y = cut(image, -half, -half)
    drawn.putalpha(drawn.getchannel("A").point([round(value * strength) for value in range(256)]))
    return Sprite(drawn, x, y)


def line(places: Sequence[XY], drawn: Line, width: float, theme: Theme) -> Sprite:
    """A line through places of the board's picture, relative to the picture's corner.

    It may be as long as the board, so only its mask is painted enlarged, and less than others.
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
        return _coloured(mask(width), colour, left, top)
    if theme.grey:
        return _coloured(mask(width), edge, left, top)
    whole = Image.new("RGB", (right - left, bottom - top), edge)
    whole.paste(colour, (0, 0), mask(width))
    whole.putalpha(mask(width * (1 + 2 * _SIDE)))
    return trimmed(Sprite(whole, left, top))


def longer(way: Sequence[XY], spot: float) -> Sequence[XY]:
    """The way of an arrow on bare points. Between neighbours it begins earlier, since men and rings
    leave little of it.
    """
    (x, y), end, *more = way
    if more or hypot(end[0] - x, end[1] - y) > 2.8 * spot:
        return way
    ux, uy = _direction((x, y), end)
    return (x - 0.6 * spot * ux, y - 0.6 * spot * uy), end


def arrow(
    places: Sequence[XY],
    role: str,
    spot: float,
    clear: float,
    theme: Theme,
    *,
    rimmed: bool = False,
    men: Sequence[XY] = (),
) -> Sprite:
    """An arrow through places of the board's picture, relative to the picture's corner.

    It ends at a distance of `clear` times the radius of a place, beside a man or a ring. `men` are
    the places of men along it; its head is on the last stretch that they leave free. A line of men
    that have won is bold and has no head. Raises UnknownRoleError.
    """
    if role not in TRAILS:
        raise UnknownRoleError(role, theme.name)
    if role == "goal":
        return _stroke(places, (), 0.4 * spot, role, theme)
    (x0, y0), (x, y) = places[-2:]
    length = hypot(x - x0, y - y0) or 1.0
    short = min(spot * clear, length * (0.6 if clear > 1 else 0.4))
    end = x - short * (x - x0) / length, y - short * (y - y0) / length
    head = min(spot * (0.5 if role == "earlier" else 0.62), length * 0.5)
    tip, (ux, uy) = _tip([*places[:-1], end], men, spot, head)
    neck = tip[0] - ux * head, tip[1] - uy * head
    wing = head * 0.62
    sides = ((neck[0] - uy * wing, neck[1] + ux * wing), (neck[0] + uy * wing, neck[1] - ux * wing))
    thick = max(3.0, spot * (0.12 if role == "earlier" else 0.19))
    rim = max(1.5, spot * 0.06) if rimmed or role == "picked" else 0.0
    shaft = [*places[:-1], neck if tip == end else end]
    return _stroke(shaft, (tip, *sides), thick, role, theme, rim=rim)


def _tip(way: Sequence[XY], men: Sequence[XY], spot: float, head: float) -> tuple[XY, XY]:
    """Where an arrow's tip is, and its direction: at the end of the last stretch of its way that is
    long enough for a head between men, or else at the end of the way.
    """
    for (x, y), (u, v) in reversed([*pairwise(way)]):
        length, (ux, uy) = hypot(u - x, v - y), _direction((x, y), (u, v))
        along = (
            (a - x) * ux + (b - y) * uy
            for a, b in men
            if abs((a - x) * uy - (b - y) * ux) < 0.6 * spot
        )
        high = length
        for middle in (*sorted(along, reverse=True), -spot):
            if high - max(0.0, middle + spot) >= head:
                tip = x + ux * high, y + uy * high
                return way[-1] if (u, v) == way[-1] and high == length else tip, (ux, uy)
            high = min(high, middle - spot)
    return way[-1], _direction(*way[-2:])


def _direction(start: XY, end: XY) -> XY:
    """The direction from one place to another; its length is 1."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _stroke(
    shaft: Sequence[XY],
    head: Sequence[XY],
    thick: float,
    role: str,
    theme: Theme,
    *,
    rim: float = 0.0,
) -> Sprite:
    """A line with a head, if there is one, and with a rim of this width: a dark one, or a light one
    around the dots of what is being picked.
    """
    far = thick + rim
    left, top = (floor(min(values) - far) for values in zip(*shaft, *head, strict=True))
    right, bottom = (ceil(max(values) + far) for values in zip(*shaft, *head, strict=True))

    def mask(grown: float, strength: int) -> Image.Image:
        image = sheet(right - left, bottom - top, "L")
        brush = Brush(image, (left, top))
        if role == "picked":
            brush.dots(shaft, 1.6 * thick + 2 * grown, 2.6 * thick, strength)
        else:
            brush.line(shaft, thick + 2 * grown, strength)
        if head:
            brush.polygon(head, strength)
        if head and grown:
            brush.line([*head, *head[:2]], 2 * grown, strength)
        return image.reduce(FINE)

    strength = TRAILS[role]
    if not rim:
        return _coloured(mask(0.0, round(255 * strength)), theme.colour(role), left, top)
    side = "ink" if role == "picked" else "edge"
    whole = Image.new("RGB", (right - left, bottom - top), theme.colour(f"{role}.{side}"))
    whole.paste(theme.colour(role), (0, 0), mask(0.0, 255))
    whole.putalpha(mask(rim, 255))
    return trimmed(Sprite(whole, left, top))


_KNOWN = {*TINTS, *ABOVE}
