"""Line charts, such as of ratings over time. They don't depend on what the numbers mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from PIL import Image

from games.scene import XY
from render import png
from render import text as letters
from render.brush import FINE, Brush, sheet
from render.painter import Picture
from render.theme import RGB, Theme
from render.themes import THEMES

SIZE = (900, 520)
"""The size of a chart in pixels."""

MOST = 4
"""The most curves in a chart."""

_COLOURS = ("seat.blue", "seat.red", "seat.green", "seat.violet")
_BOX = (96.0, 28.0, 868.0, 430.0)
"""Left, top, right and bottom of the field for the curves. The legend takes some of it."""
_ROW = 34.0
"""The height of a line of the legend in pixels."""
_CAP = 17.0
_LINES = 6
"""The approximate maximum number of horizontal lines."""
_ABOVE = 26.0
"""The height in pixels of the words above the field, if there are any."""
_NO_MOMENTS: Mapping[float, str] = MappingProxyType({})
_MARKED = 40
"""Curves with at most this many points show each of them."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A label, and points from left to right: x in any unit, y as numbers that are written out."""

    label: str
    points: tuple[XY, ...]


def chart(
    curves: Sequence[Curve],
    *,
    ends: tuple[str, str] = ("", ""),
    theme: str = "light",
    span: tuple[float, float] | None = None,
    moments: Mapping[float, str] = _NO_MOMENTS,
) -> Picture:
    """The curves in one field, told apart by colour and by the shape of their marks.

    `ends` are the texts under the left and the right end of the field. `span` holds the lowest and
    the highest possible y, if known. `moments` are values of x at which something happened, each
    with a short word that is written above it. Curves without points, and those after the fourth,
    are left out. Raises KeyError for an unknown theme.
    """
    shown = [curve for curve in curves if curve.points][:MOST]
    image = sheet(*SIZE, "RGB")
    colours = THEMES[theme]
    image.paste(colours.colour("background"), (0, 0, *image.size))
    _Chart(image, colours, shown, span, moments).draw(ends)
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
        """The place of a point in the picture. A single moment is in the middle."""
        left, top, right, bottom = self.box
        length = self.last - self.first
        part = (point[0] - self.first) / length if length else 0.5
        height = (point[1] - self.low) / (self.high - self.low)
        return left + part * (right - left), bottom - height * (bottom - top)

    def draw(self, ends: tuple[str, str]) -> None:
        """Draws everything from back to front."""
        left, top, right, bottom = self.box
        theme, brush = self.theme, self.brush
        brush.rounded((left - 14, top - 14, right + 14, bottom + 14), 12, theme.colour("panel"))
        value = self.low
        while value <= self.high:
            y = self.place((self.first, value))[1]
            brush.line(((left, y), (right, y)), 1.0, theme.colour("panel.edge"))
            self.write(f"{value:g}", (left - 24, y), 1.0)
            value += self.step
        self.write(ends[0], (left - 14, bottom + 36), 0.0)
        self.write(ends[1], (right + 14, bottom + 36), 1.0)
        for moment, word in self.moments.items():
            x = self.place((moment, self.low))[0]
            brush.line(((x, top - 8), (x, bottom)), 2.5, theme.colour("accent"))
            self.write(word, (x, top - 26), 0.5, soft=False)
        for number, curve in reversed(list(enumerate(self.curves))):
            self.curve(number, curve)
        self.legend()

    def curve(self, number: int, curve: Curve) -> None:
        """A line through all points with marks on them. The last mark is larger."""
        colour = self.theme.colour(_COLOURS[number])
        places = [self.place(point) for point in curve.points]
        if len(places) > 1:
            self.brush.line(places, 3.0, colour)
        for place in places if len(places) <= _MARKED else ():
            self.mark(number, place, 4.5)
        self.mark(number, places[-1], 8.0)

    def mark(self, number: int, centre: XY, size: float) -> None:
        """A mark, whose shape identifies the curve without colours."""
        colour = self.theme.colour(_COLOURS[number])
        rim = self.theme.colour("panel")
        for grown, fill in ((size + 1.5, rim), (size, colour)):
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
        """The labels of the curves, one below the other under the field."""
        left, _, right, bottom = self.box
        for number, curve in enumerate(self.curves):
            y = bottom + 36 + (number + 0.9) * _ROW
            self.mark(number, (left, y), 8.0)
            room = right - left - 40
            label = letters.fitted(letters.printable(curve.label), _CAP, room, "bold")
            self.write(label, (left + 20, y), 0.0, soft=False)

    def write(self, words: str, at: XY, align: float, *, soft: bool = True) -> None:
        """A text at a place. With `align` 0 it begins there, with 1 it ends there."""
        ink = self.theme.colour("ink.soft" if soft else "ink")
        half = letters.width(words, _CAP, "bold") / 2
        self.brush.text(words, (at[0] + half * (1 - 2 * align), at[1]), _CAP, ink)


def _step(span: float) -> float:
    """A round distance between lines."""
    for step in (20, 50, 100, 200, 500):
        if span <= step * _LINES:
            return step
    return 1000.0 * max(1, round(span / _LINES / 1000))
