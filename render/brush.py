"""Smooth shapes: everything is drawn four times as large, then shrunk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from PIL import Image, ImageDraw

from games.scene import XY
from render import text as letters
from render.pen import Pen
from render.theme import RGB

FINE = 4
"""The factor by which shapes are enlarged while they are drawn, in each direction."""

Paint = Callable[[str], RGB]


class Brush(Pen["RGB | int"]):
    """Draws on an enlarged image. Lengths are pixels of the shrunk one, measured from `origin`.

    The image is `fine` times as large as the shrunk one.
    """

    def __init__(self, image: Image.Image, origin: XY = (0.0, 0.0), fine: int = FINE) -> None:
        self._draw = ImageDraw.Draw(image)
        self._fine = fine
        self._origin = origin

    def _at(self, point: XY) -> XY:
        x, y = self._origin
        return (point[0] - x) * self._fine - 0.5, (point[1] - y) * self._fine - 0.5

    def disc(self, centre: XY, radius: float, fill: RGB | int) -> None:
        """A filled circle."""
        x, y = self._at(centre)
        size = radius * self._fine
        self._draw.ellipse((x - size, y - size, x + size, y + size), fill)

    def ring(self, centre: XY, radius: float, width: float, colour: RGB | int) -> None:
        """A circle, its line centred on the radius."""
        x, y = self._at(centre)
        size = (radius + width / 2) * self._fine
        box = (x - size, y - size, x + size, y + size)
        self._draw.ellipse(box, outline=colour, width=max(1, round(width * self._fine)))

    def polygon(self, points: Sequence[XY], fill: RGB | int) -> None:
        """A filled polygon."""
        self._draw.polygon([self._at(point) for point in points], fill)

    def line(self, points: Sequence[XY], width: float, colour: RGB | int) -> None:
        """A line with round ends and joints."""
        thick = max(1, round(width * self._fine))
        places = [self._at(point) for point in points]
        self._draw.line(places, colour, thick)
        for x, y in places if thick > 2 else ():
            half = thick / 2 - 0.5
            self._draw.ellipse((x - half, y - half, x + half, y + half), colour)

    def rounded(
        self, box: tuple[float, float, float, float], radius: float, fill: RGB | int
    ) -> None:
        """A filled rectangle with rounded corners."""
        left, top = self._at(box[:2])
        right, bottom = self._at(box[2:])
        self._draw.rounded_rectangle((left, top, right, bottom), radius * self._fine, fill)

    def text(self, text: str, centre: XY, cap: float, colour: RGB | int) -> None:
        """A text centred on a point, with capitals of this height."""
        x, y = self._at(centre)
        font = letters.sized(cap * self._fine, "bold")
        self._draw.text((x, y + cap * self._fine / 2), text, colour, font, anchor="ms")


def sheet(width: int, height: int, mode: str = "RGBa") -> Image.Image:
    """An empty image, enlarged for a brush. "RGBa" is RGBA that can be shrunk without halos."""
    return Image.new(mode, (width * FINE, height * FINE))


def shrunk(image: Image.Image) -> tuple[Image.Image, int, int]:
    """The drawing on a sheet in its final size, without empty margins, and the place of its upper
    left corner.
    """
    left, top, right, bottom = image.getbbox() or (0, 0, 1, 1)
    x, y = left // FINE, top // FINE
    box = x * FINE, y * FINE, ceil(right / FINE) * FINE, ceil(bottom / FINE) * FINE
    small = image.reduce(FINE, box)
    return small.convert("RGBA") if small.mode == "RGBa" else small, x, y
