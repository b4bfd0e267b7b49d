"""Curves over time, such as a rating's: a picture of numbers, whatever they stand for."""

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
"""Pixels of a picture."""

MOST = 4
"""The most curves of a picture."""

_COLOURS = ("seat.blue", "seat.red", "seat.green", "seat.violet")
_BOX = (96.0, 28.0, 868.0, 430.0)
"""Left, top, right and bottom of the field in which the curves run; the legend takes from it."""
_ROW = 34.0
"""Pixels from one line of the legend to the next."""
_CAP = 17.0
_LINES = 6
"""About as many horizontal lines as there shall be at most."""
_ABOVE = 26.0
"""Pixels for the words above the field, where there are any."""
_NO_MOMENTS: Mapping[float, str] = MappingProxyType({})
_MARKED = 40
"""A curve of at most so many points shows each of them."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A label, and points from left to right: x in any unit, y a number that is written."""

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

    `ends` is written under the left and the right end of the field. `span` are the lowest and the
    highest y that there can be, where that is known. `moments` are values of x at which something
    happened, each with a short word that is written above it. Curves without points and those
    after the fourth are left out. Raises KeyError for an unknown theme.
    """
    shown = [curve for curve in curves if curve.points][:MOST]
    image = sheet(*SIZE, "RGB")
    colours = THEMES[theme]
    image.paste(colours.colour("background"), (0, 0, *image.size))
    _Chart(image, colours, shown, span, moments).draw(ends)
    small = image.reduce(FINE)
    return Picture(png.encode(small.quantize(128, Image.Quantize.MEDIANCUT)), SIZE)


def png_of(curves: Sequence[Curve], **more: Any) -> bytes:
    """The same as a PNG file."""
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
        """Where a point is in the picture; a single moment stands in the middle."""
        left, top, right, bottom = self.box
        length = self.last - self.first
        part = (point[0] - self.first) / length if length else 0.5
        height = (point[1] - self.low) / (self.high - self.low)
        return left + part * (right - left), bottom - height * (bottom - top)

    def draw(self, ends: tuple[str, str]) -> None:
        """Everything from the back to the front."""
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
        """A line through all points, with marks on them, on the last one a large one."""
        colour = self.theme.colour(_COLOURS[number])
        places = [self.place(point) for point in curve.points]
        if len(places) > 1:
            self.brush.line(places, 3.0, colour)
        for place in places if len(places) <= _MARKED else ():
            self.mark(number, place, 4.5)
        self.mark(number, places[-1], 8.0)

    def mark(self, number: int, centre: XY, size: float) -> None:
        """The shape by which a curve is known without its colour."""
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
        """What each curve is, one below the other under the field."""
        left, _, right, bottom = self.box
        for number, curve in enumerate(self.curves):
            y = bottom + 36 + (number + 0.9) * _ROW
            self.mark(number, (left, y), 8.0)
            room = right - left - 40
            label = letters.fitted(letters.printable(curve.label), _CAP, room, "bold")
            self.write(label, (left + 20, y), 0.0, soft=False)

    def write(self, words: str, at: XY, align: float, *, soft: bool = True) -> None:
        """A text at a place: 0 begins there, 1 ends there."""
        ink = self.theme.colour("ink.soft" if soft else "ink")
        half = letters.width(words, _CAP, "bold") / 2
        self.brush.text(words, (at[0] + half * (1 - 2 * align), at[1]), _CAP, ink)


def _step(span: float) -> float:
    """A round distance between lines."""
    for step in (20, 50, 100, 200, 500):
        if span <= step * _LINES:
            return step
    return 1000.0 * max(1, round(span / _LINES / 1000))
