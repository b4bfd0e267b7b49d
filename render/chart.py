"""Line charts, such as of ratings over time. They don't depend on the meaning of the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from PIL import Image

from games.scene import XY
from render import png
from render import text as letters
from render.brush import FINE, Brush, sheet
from render.painter import Picture
from render.theme import RGB, Theme, contrast
from render.themes import THEMES

SIZE = (900, 640)
"""The size of a chart in pixels."""

MOST = 4
"""The most curves in a chart."""

_COLOURS = ("seat.blue", "seat.red", "seat.green", "seat.violet")
_BOX = (116.0, 72.0, 866.0, 536.0)
"""Left, top, right and bottom of the field for the curves. The legend takes some of it."""
_ROW = 42.0
"""The height of a line of the legend in pixels."""
_CAP = 20.0
_LINES = 5
"""The approximate maximum number of horizontal lines."""
_ABOVE = 36.0
"""The height in pixels of the words for moments above the field, if there are any."""
_NO_MOMENTS: Mapping[float, str] = MappingProxyType({})
_MARKED = 12
"""Curves with at most this many points show a mark on each of them; others show about this many
marks.
"""
_FAINT = 1.8
"""A curve with less contrast than this gets an outline."""
_LINE, _RIM = 4.0, 2.2
"""The width of a curve, and the width of its outline on each side."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A label, and points from left to right: x in any unit, y as numbers that are written out.

    `value` is written before the label, and never cut off. `role` is the colour; by default each
    curve has a different one.
    """

    label: str
    points: tuple[XY, ...]
    value: str = ""
    role: str | None = None


def chart(
    curves: Sequence[Curve],
    *,
    ends: tuple[str, str] = ("", ""),
    theme: str = "light",
    title: str = "",
    unit: str = "",
    span: tuple[float, float] | None = None,
    moments: Mapping[float, str] = _NO_MOMENTS,
) -> Picture:
    """The curves in one field, distinguished by colour and by the shape of their marks.

    `ends` are the texts under the left and the right end of the field. `title` says what y is, and
    `unit` follows its numbers. `span` holds the lowest and the highest possible y, if known.
    `moments` are values of x at which something happened, each with a short word that is written
    above it. Curves without points, and curves after the fourth, are left out. Raises KeyError for
    an unknown theme, and UnknownRoleError.
    """
    shown = [curve for curve in curves if curve.points][:MOST]
    image = sheet(*SIZE, "RGB")
    colours = THEMES[theme]
    image.paste(colours.colour("background"), (0, 0, *image.size))
    _Chart(image, colours, shown, span, moments).draw(ends, title, unit)
    small = image.reduce(FINE)
    return Picture(png.encode(small.quantize(128, Image.Quantize.MEDIANCUT)), SIZE)


def png_of(curves: Sequence[Curve], **more: Any) -> bytes:
    """The chart as a PNG file."""
    return chart(curves, **more).png


class _Chart:
    """A chart while it is painted."""

    def __init__(
        self,
        image: Image.Image,
        theme: Theme,
        curves: Sequence[Curve],
        span: tuple[float, float] | None,
        moments: Mapping[float, str],
    ) -> None:
        self.brush = Brush(image)
        self.theme = theme
        self.curves = curves
        self.moments = moments
        left, top, right, bottom = _BOX
        top += _ABOVE if moments else 0.0
        self.box = (left, top, right, bottom - _ROW * max(0, len(curves) - 1))
        xs = [x for curve in curves for x, _ in curve.points] or [0.0]
        ys = [*(span or ()), *(y for curve in curves for _, y in curve.points)] or [0.0]
        self.step = _step(max(ys) - min(ys))
        self.low = (min(ys) // self.step) * self.step
        self.high = max(self.low + 2 * self.step, -(-max(ys) // self.step) * self.step)
        self.first, self.last = min(xs), max(xs)

    def place(self, point: XY) -> XY:
        """The place of a point in the picture. If all points have the same x, it is in the
        middle.
        """
        left, top, right, bottom = self.box
        length = self.last - self.first
        part = (point[0] - self.first) / length if length else 0.5
        height = (point[1] - self.low) / (self.high - self.low)
        return left + part * (right - left), bottom - height * (bottom - top)

    def draw(self, ends: tuple[str, str], title: str, unit: str) -> None:
        """Draws everything from back to front."""
        left, top, right, bottom = self.box
        theme, brush = self.theme, self.brush
        brush.rounded((left - 14, top - 14, right + 14, bottom + 14), 12, theme.colour("panel"))
        value = self.low
        while value <= self.high:
            y = self.place((self.first, value))[1]
            brush.line(((left, y), (right, y)), 1.0, theme.colour("panel.edge"))
            self.write(f"{value:g}{unit}".replace("-", "−"), (left - 24, y), 1.0)
            value += self.step
        self.write(title, (left - 14, _BOX[1] - 40), 0.0, soft=False)
        self.write(ends[0], (left - 14, bottom + 38), 0.0)
        self.write(ends[1], (right + 14, bottom + 38), 1.0)
        self.occasions()
        for number, curve in reversed(list(enumerate(self.curves))):
            self.curve(number, curve)
        self.legend()

    def occasions(self) -> None:
        """Dotted lines at the moments, and their words, which don't overlap."""
        left, top, right, bottom = self.box
        accent = self.theme.colour("accent")
        at = [self.place((moment, self.low))[0] for moment in sorted(self.moments)]
        words = [self.moments[moment] for moment in sorted(self.moments)]
        rooms = [_width(word) + 12 for word in words]
        for x, there, word in zip(at, spread(at, rooms, left - 14, right + 14), words, strict=True):
            self.brush.line(((there, top - 20), (x, top - 2)), 1.5, accent)
            self.brush.dots(((x, top), (x, bottom)), 2.5, 8.0, accent)
            self.write(word, (there, top - 38), 0.5, soft=False)

    def role(self, number: int) -> str:
        """The colour of a curve."""
        return self.curves[number].role or _COLOURS[number]

    def outline(self, number: int) -> RGB | None:
        """The colour around a curve that would hardly be visible on its ground: the edge of its
        role, or soft ink if that is more visible.
        """
        role, panel = self.role(number), self.theme.colour("panel")
        if contrast(self.theme.colour(role), panel) >= _FAINT:
            return None
        around = self.theme.colour(f"{role}.edge"), self.theme.colour("ink.soft")
        return max(around, key=lambda colour: contrast(colour, panel))

    def curve(self, number: int, curve: Curve) -> None:
        """A line through all points, with marks on some of them. The last mark is larger."""
        places = [self.place(point) for point in curve.points]
        outline = self.outline(number)
        if len(places) > 1:
            if outline is not None:
                self.brush.line(places, _LINE + 2 * _RIM, outline)
            self.brush.line(places, _LINE, self.theme.colour(self.role(number)))
        stride = -(-len(places) // _MARKED)
        for place in places[number * stride // MOST :: stride]:
            self.mark(number, place, 6.0)
        self.mark(number, places[-1], 9.0)

    def mark(self, number: int, centre: XY, size: float) -> None:
        """A mark, whose shape identifies the curve without colours."""
        outline = self.outline(number)
        rim = (1.5, self.theme.colour("panel")) if outline is None else (_RIM, outline)
        for grown, fill in ((size + rim[0], rim[1]), (size, self.theme.colour(self.role(number)))):
            self.shape(number, centre, grown, fill)

    def shape(self, number: int, centre: XY, size: float, fill: RGB) -> None:
        """A disc, a square, a triangle or a diamond."""
        x, y = centre
        if number == 0:
            self.brush.disc(centre, size, fill)
        elif number == 1:
            half = size * 0.88
            self.brush.rounded((x - half, y - half, x + half, y + half), 0, fill)
        elif number == 2:
            half, down = size * 1.1, size * 0.85
            self.brush.polygon(
                ((x, y - size * 1.15), (x + half, y + down), (x - half, y + down)), fill
            )
        else:
            half = size * 1.25
            self.brush.polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), fill)

    def legend(self) -> None:
        """The labels of the curves, one below another under the field."""
        bottom, start = self.box[3], 50.0
        values = [curve.value for curve in self.curves if curve.value]
        wide = max((_width(value) + 18 for value in values), default=0.0)
        for number, curve in enumerate(self.curves):
            y = bottom + 40 + (number + 0.9) * _ROW
            self.mark(number, (start - 22, y), 9.0)
            self.write(curve.value, (start + wide - 18, y), 1.0, soft=False)
            room = SIZE[0] - 20 - start - wide
            label = letters.fitted(letters.printable(curve.label), _CAP, room, "bold")
            self.write(label, (start + wide, y), 0.0, soft=False)

    def write(self, words: str, at: XY, align: float, *, soft: bool = True) -> None:
        """A text at a place. With `align` 0 it begins there, with 1 it ends there."""
        ink = self.theme.colour("ink.soft" if soft else "ink")
        half = _width(words) / 2
        self.brush.text(words, (at[0] + half * (1 - 2 * align), at[1]), _CAP, ink)


def _width(words: str) -> float:
    """The width of a text as it is painted."""
    return letters.width(words, _CAP * FINE, "bold") / FINE


def spread(
    wanted: Sequence[float], rooms: Sequence[float], low: float, high: float
) -> Iterator[float]:
    """Places for words as close as possible to the wanted ones, which ascend, without overlaps.

    Words that would overlap are put side by side, around the middle of their wanted places.
    """
    groups: list[tuple[float, list[float]]] = []
    for place, room in zip(wanted, rooms, strict=True):
        group = place, [room]
        while groups and _left(groups[-1]) + sum(groups[-1][1]) > _left(group):
            before, others = groups.pop()
            here = group[1]
            middle = (before * len(others) + group[0] * len(here)) / (len(others) + len(here))
            group = middle, [*others, *here]
        groups.append(group)
    for group in groups:
        x = max(low, min(_left(group), high - sum(group[1])))
        for room in group[1]:
            yield x + room / 2
            x += room


def _left(group: tuple[float, list[float]]) -> float:
    return group[0] - sum(group[1]) / 2


def _step(span: float) -> float:
    """A round distance between lines."""
    for step in (20, 50, 100, 200, 500):
        if span <= step * _LINES:
            return step
    return 1000.0 * max(1, round(span / _LINES / 1000))
