"""Marks at points and the arrows of moves as plain shapes, which every pen can draw.

Marks of earlier turns (`games.scene.EARLIER`) look like those of the last turn, but fainter.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from itertools import chain, pairwise
from math import cos, hypot, inf, pi, sin
from typing import NamedTuple, TypeAlias, TypeVar

from games.scene import EARLIER, XY
from render.palette import TINTS
from render.pen import Pen

C = TypeVar("C")

Outline: TypeAlias = tuple[XY, ...]

KINDS = {faint: role for role, faint in EARLIER.items()}
"""For each mark of earlier turns, the mark of the last turn with the same look."""

SIDE = 0.24
"""The width of a line's sides, relative to the line."""

_BOLD, _THIN = 6.0, 4.0
"""The least width of the frame of the last turn, and of a fainter one, in pixels of a picture of
the usual width."""

_HEAD, _SHAFT, _RIM = 26.0, 7.5, 2.6
"""The least length of the head of an arrow of the last turn, and the least widths of its shaft and
its rim, in the same pixels."""

ABOVE = ("choice", "reach")
"""The marks that are drawn above the men. The others are drawn below them."""


class Place(NamedTuple):
    """Where a mark is painted.

    `spot` is the radius of a place in pixels. `field` is the outline of the point's field relative
    to the point, if it has one. `manned` says whether a man is there, `tinted` whether the field
    may be tinted. `unit` is the size of one pixel of a picture of the usual width. `size` is that
    of the largest man there, relative to the spot.
    """

    spot: float
    field: Outline | None
    manned: bool
    tinted: bool = True
    unit: float = 1.0
    size: float = 1.0


# Shapes: what is drawn, and with which opacity.


class Dot(NamedTuple):
    """A filled circle."""

    centre: XY
    radius: float
    role: str
    strength: float = 1.0


class Ring(NamedTuple):
    """A circle, its line centred on the radius."""

    radius: float
    width: float
    role: str
    strength: float = 1.0


class Area(NamedTuple):
    """A filled polygon."""

    points: Sequence[XY]
    role: str
    strength: float = 1.0


class Way(NamedTuple):
    """A line with round joints. It is `closed` if it ends where it begins."""

    points: Sequence[XY]
    width: float
    role: str
    strength: float = 1.0
    closed: bool = False


class Shape(NamedTuple):
    """Parts around a point, the lowest first, and how far they reach. `strength` is the opacity of
    them all together.
    """

    parts: Sequence[Dot | Ring | Area | Way]
    reach: float
    strength: float = 1.0

    @property
    def roles(self) -> frozenset[str]:
        """The roles of its colours."""
        return frozenset(part.role for part in self.parts)


CENTRE = (0.0, 0.0)


def draw(shape: Shape, pen: Pen[C], ink: Callable[[str, float], C]) -> None:
    """Draws a shape around the origin. `ink` makes colours of roles and strengths."""
    for part in shape.parts:
        colour = ink(part.role, part.strength)
        match part:
            case Dot(centre, radius):
                pen.disc(centre, radius, colour)
            case Ring(radius, width):
                pen.ring(CENTRE, radius, width, colour)
            case Area(points):
                pen.polygon(points, colour)
            case Way(points, width):
                ends = points[:2] if part.closed else ()
                pen.line([*points, *ends], width, colour)


# Marks


def ordered(roles: Sequence[str], place: Place) -> list[str]:
    """The visible marks of a point, the lowest first: rings lie over frames, and on a tint the ring
    of a capture would not be visible.
    """
    if place.manned and place.field is not None and place.tinted and "captured" in roles:
        roles = [role for role in roles if role != "last"]
    return sorted(roles, key=lambda role: KINDS.get(role, role) not in ("last", "from"))


def beneath(role: str, place: Place) -> Shape:
    """The shape of a mark with this role below the men of its point."""
    spot, field, manned, tinted, unit, _ = place
    kind, faint, tint = KINDS.get(role, role), role in KINDS, TINTS[role]
    if kind == "captured" and not manned:
        return _cross(spot, role, tint)
    if kind == "captured":
        return _ring(1.13 * spot, (0.16 if field else 0.07) * spot, role, tint)
    if field is None and manned and kind in ("last", "goal"):
        # On points without a field, men are close to each other.
        wide = 0.13 if kind == "goal" else 0.06 if faint else 0.1
        return _ring(spot, wide * spot, role, 1.0)
    if kind == "picked" and not _snug(place) and (tinted or field is None):
        return _halo(min(1.18 * spot, 0.96 * _room(place)), role, tint, 0.12)
    if field is not None and not tinted and kind in ("last", "picked"):
        line, strength = (0.1, 0.5) if faint else (0.15 if kind == "last" else 0.12, 1.0)
        least = (_THIN if faint else _BOLD) * unit
        return _frame(place, field, role, max(spot * line, least), strength)
    if kind == "goal" and field is not None and tinted and manned:
        return _bold(field, spot, role)
    if field is not None and tinted:
        return _tint(field, spot, role, tint, framed=kind != "from" and not faint)
    if kind == "from":
        return _dots(spot, role, manned, 0.5 if faint else 1.0)
    if kind == "goal" and field is not None:
        return _halo(min(1.02 * spot, 0.9 * _room(place)), role, tint, 0.14)
    if kind == "goal":
        return _halo(1.08 * spot, role, tint, 0.2)
    return _halo(spot, role, tint, 0.07 if faint else 0.12)


def above(role: str, place: Place) -> Shape:
    """The shape of a mark that lies above the men."""
    spot, field, manned = place.spot, place.field, place.manned
    light, reach = f"{role}.ink", spot * 1.2
    size = 0.23 if role == "reach" else 0.3
    if manned and field is not None and _snug(place):
        inner = [(x * 0.94, y * 0.94) for x, y in field]
        sides = ((spot * 0.28, light), (spot * 0.14, role))
        return Shape([Way(inner, width, ink, closed=True) for width, ink in sides], reach)
    if manned:
        around = min(spot * min(0.98, place.size + 0.18), _room(place) - spot * 0.16)
        return Shape(
            (Ring(around, spot * 0.32, light), Ring(around, spot * 0.15, role)),
            reach,
        )
    return Shape(
        (Dot(CENTRE, spot * (size + 0.06), light), Dot(CENTRE, spot * size, role)),
        reach,
    )


def clear(place: Place, roles: Container[str] = ()) -> float:
    """The distance from a man with these marks to an arrow's end, relative to the spot: inside the
    man's field, or outside a ring or a bold frame around it.
    """
    if place.field is None:
        return 1.2 if "captured" in roles else 1.08
    if place.tinted and "goal" in roles:
        return 1.4
    return 0.86 if place.tinted or not _snug(place) else 1.12


def _snug(place: Place) -> bool:
    """Whether men fill their fields, so that a frame suits them better than a ring does."""
    field = place.field
    return field is not None and _extent(field) < 1.15 * place.spot


def _extent(field: Outline) -> float:
    """The greatest distance that a field reaches from its point, on any side."""
    return max(map(abs, chain(*field)))


def _room(place: Place) -> float:
    """The radius of the largest circle around a place inside its field."""
    if place.field is None:
        return inf
    sides = pairwise((*place.field, place.field[0]))
    return min(abs(x * v - y * u) / hypot(u - x, v - y) for (x, y), (u, v) in sides)


def _tint(field: Outline, spot: float, role: str, strength: float, framed: bool) -> Shape:
    ground = Area(field, role, strength)
    if not framed:
        return Shape((ground,), _extent(field))
    inner = [(x * 0.95, y * 0.95) for x, y in field]
    frame = Way(inner, max(2.0, spot * 0.08), role, 245 / 255, closed=True)
    return Shape((ground, frame), _extent(field))


def _bold(field: Outline, spot: float, role: str) -> Shape:
    """A frame that reaches beyond its field, so that it is visible around a man that fills it."""
    light = f"{role}.ink"
    parts = (
        Way(field, 0.4 * spot, light, closed=True),
        Area(field, light),
        Way(field, 0.28 * spot, role, closed=True),
    )
    return Shape(parts, _extent(field) + 0.2 * spot)


def _frame(place: Place, field: Outline, role: str, width: float, strength: float) -> Shape:
    """The outline of a field, drawn inside it, or around it if men fill it."""
    snug = _snug(place)
    left, top, right, bottom = (
        edge(values) for edge in (min, max) for values in zip(*field, strict=True)
    )
    middle = (left + right) / 2, (top + bottom) / 2
    more = 1 + (0.9 if snug else -1) * width / max(right - left, bottom - top)
    outline = [
        (middle[0] + (x - middle[0]) * more, middle[1] + (y - middle[1]) * more) for x, y in field
    ]
    return Shape((Way(outline, width, role, strength, closed=True),), _extent(field) + width)


def _halo(spot: float, role: str, strength: float, line: float) -> Shape:
    ring = Ring(spot * 0.98, max(2.0, spot * line), role)
    return Shape((Dot(CENTRE, spot, role, strength), ring), spot * 1.15)


def _dots(spot: float, role: str, manned: bool, strength: float) -> Shape:
    radius, count = spot * (0.98 if manned else 0.66), 18 if manned else 12
    angles = (2 * pi * number / count for number in range(count))
    places = ((radius * cos(angle), radius * sin(angle)) for angle in angles)
    size = max(1.5, spot * 0.085)
    return Shape([Dot(place, size, role, strength) for place in places], spot * 1.15)


def _ring(radius: float, width: float, role: str, strength: float) -> Shape:
    """A thin ring around a man."""
    return Shape((Ring(radius, max(2.5, width), role, strength),), radius + width)


def _cross(spot: float, role: str, strength: float) -> Shape:
    """A cross with a rim, so that it is visible on an arrow."""
    arm, thick, rim = spot * 0.36, max(3.0, spot * 0.13), max(1.5, spot * 0.06)
    parts = [
        Way(((-arm, -arm * turn), (arm, arm * turn)), width, ink)
        for width, ink in ((thick + 2 * rim, f"{role}.ink"), (thick, role))
        for turn in (1, -1)
    ]
    return Shape(parts, spot * 0.8, strength)


# Arrows


class Arrow(NamedTuple):
    """A line of this thickness, and the three corners of its head, if it has one. Around both there
    is a rim of this width, if it isn't 0: a dark one, or a light one around the dots of a move that
    is being picked.
    """

    shaft: Sequence[XY]
    head: Sequence[XY]
    thick: float
    rim: float


def longer(way: Sequence[XY], spot: float) -> Sequence[XY]:
    """The way of an arrow between points without fields. Between neighbours it begins earlier,
    because men and rings would hide most of it.
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
    *,
    rimmed: bool = False,
    men: Sequence[XY] = (),
    unit: float = 1.0,
) -> Arrow:
    """An arrow through places of the board's picture. `unit` is the size of one pixel of a picture
    of the usual width.

    It ends at a distance of `clear` times the radius of a place, beside a man or a ring. `men` are
    the places of men along it; its head is on the last stretch between them with enough room. A
    line of men that have won is bold and has no head.
    """
    if role == "goal":
        return Arrow(places, (), 0.4 * spot, 0.0)
    (x0, y0), (x, y) = places[-2:]
    length = hypot(x - x0, y - y0) or 1.0
    short = min(spot * clear, length * (0.6 if clear > 1 else 0.4))
    end = x - short * (x - x0) / length, y - short * (y - y0) / length
    faint = role == "earlier"
    head = min(spot * 0.5 if faint else max(_HEAD * unit, spot * 0.62), length * 0.5)
    if not faint and len(places) == 2:  # Leave some of the shaft visible.
        head = min(head, max(spot * 0.62, 0.7 * (length - short)))
    tip, (ux, uy) = _tip([*places[:-1], end], men, spot, head)
    neck = tip[0] - ux * head, tip[1] - uy * head
    wing = head * 0.62
    sides = ((neck[0] - uy * wing, neck[1] + ux * wing), (neck[0] + uy * wing, neck[1] - ux * wing))
    thick = max(3.0 * unit, spot * 0.12) if faint else max(_SHAFT * unit, spot * 0.19)
    rim = max(_RIM * unit, spot * 0.06) if rimmed or role == "picked" else 0.0
    shaft = [*places[:-1], neck if tip == end else end]
    return Arrow(shaft, (tip, *sides), thick, rim)


def draw_arrow(one: Arrow, role: str, grown: float, pen: Pen[C], colour: C) -> None:
    """Draws an arrow that is wider by `grown` on each side."""
    if role == "picked":
        pen.dots(one.shaft, 1.6 * one.thick + 2 * grown, 2.6 * one.thick, colour)
    else:
        pen.line(one.shaft, one.thick + 2 * grown, colour)
    if one.head:
        pen.polygon(one.head, colour)
    if one.head and grown:
        pen.line([*one.head, *one.head[:2]], 2 * grown, colour)


def rim_of(role: str) -> str:
    """The role of an arrow's rim."""
    return f"{role}.ink" if role == "picked" else f"{role}.edge"


def _tip(way: Sequence[XY], men: Sequence[XY], spot: float, head: float) -> tuple[XY, XY]:
    """The place of an arrow's tip, and its direction: at the end of the last stretch of its way
    between men that is long enough for a head, or else at the end of the way.
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
