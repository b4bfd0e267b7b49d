"""Smooth shapes: everything is drawn four times as large, then shrunk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, cycle, pairwise
from math import ceil, dist, hypot

from PIL import Image, ImageDraw

from games.scene import XY, Disc, Glyph, Polygon, Polyline, Primitive, Text
from render import text as letters
from render.theme import RGB

FINE = 4
"""How many times larger shapes are drawn, in either direction."""

Paint = Callable[[str], RGB]


class Brush:
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

    def dots(self, points: Sequence[XY], width: float, gap: float, colour: RGB | int) -> None:
        """A dotted line, its round dots about `gap` pixels from centre to centre."""
        for start, end in pairwise(points):
            length = hypot(end[0] - start[0], end[1] - start[1])
            count = max(1, round(length / gap))
            for step in range(count + 1):
                part = step / count
                x = start[0] + (end[0] - start[0]) * part
                y = start[1] + (end[1] - start[1]) * part
                self.disc((x, y), width / 2, colour)

    def dashes(
        self, points: Sequence[XY], width: float, lengths: Sequence[float], colour: RGB | int
    ) -> None:
        """A closed line of dashes and gaps, whose lengths follow each other again and again. They
        are stretched a little, so that they come out even. A dash without length is a dot.
        """
        whole = sum(dist(*ends) for ends in pairwise(points))
        stretch = whole / sum(lengths) / max(1, round(whole / sum(lengths)))
        ends = accumulate(length * stretch for length in cycle(lengths))
        dash, left, drawn = [points[0]], next(ends), True
        gone = 0.0
        for start, end in pairwise(points):
            length = dist(start, end)
            while left < gone + length - 1e-6:
                part = (left - gone) / length
                place = start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
                if drawn:
                    self.line([*dash, place], width, colour)
                dash, left, drawn = [place], next(ends), not drawn
            dash.append(end)
            gone += length
        if drawn:
            self.line(dash, width, colour)

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

    def glyph(self, glyph: Glyph, centre: XY, radius: float, paint: Paint) -> None:
        """A glyph, its square twice as wide as the radius."""
        for primitive in glyph:
            self._primitive(primitive, centre, radius, paint)

    def _primitive(self, shape: Primitive, centre: XY, radius: float, paint: Paint) -> None:
        match shape:
            case Disc(at, size, fill, edge, width):
                place = placed(at, centre, radius)
                if fill is not None:
                    self.disc(place, size * radius, paint(fill))
                if edge is not None:
                    self.ring(place, size * radius, width * radius, paint(edge))
            case Polygon(points, fill, edge, width):
                places = [placed(point, centre, radius) for point in points]
                if fill is not None:
                    self.polygon(places, paint(fill))
                if edge is not None:
                    self.line([*places, places[0]], width * radius, paint(edge))
            case Polyline(points, edge, width):
                places = [placed(point, centre, radius) for point in points]
                self.line(places, width * radius, paint(edge))
            case Text(text, at, size, ink):
                words = letters.printable(text)
                self.text(words, placed(at, centre, radius), size * radius, paint(ink))

    def swept(self, glyph: Glyph, centre: XY, radius: float, down: float, colour: RGB) -> None:
        """The area that a glyph's filled shapes and their edges sweep when moved straight down."""
        for shape in glyph:
            if isinstance(shape, Disc) and shape.fill is not None:
                size = (shape.radius + (shape.width / 2 if shape.edge else 0)) * radius
                x, y = placed(shape.centre, centre, radius)
                self.disc((x, y), size, colour)
                self.disc((x, y + down), size, colour)
                sides = ((x - size, y), (x + size, y), (x + size, y + down), (x - size, y + down))
                self.polygon(sides, colour)
            elif isinstance(shape, Polygon) and shape.fill is not None:
                places = [placed(point, centre, radius) for point in shape.points]
                width = shape.width * radius if shape.edge else 0.25
                self.extruded(places, down, colour, width)

    def extruded(self, points: Sequence[XY], down: float, colour: RGB | int, width: float) -> None:
        """The area that a polygon with its outline sweeps when moved straight down."""
        lowered = [(x, y + down) for x, y in points]
        self.polygon(points, colour)
        self.polygon(lowered, colour)
        closed, below = [*points, points[0]], [*lowered, lowered[0]]
        for number in range(len(points)):
            one, two = closed[number : number + 2]
            three, four = below[number : number + 2]
            self.polygon((one, two, four, three), colour)
            self.line((one, three), width, colour)
        self.line(closed, width, colour)
        self.line(below, width, colour)


def placed(point: XY, centre: XY, radius: float) -> XY:
    """A place in a glyph's square, as a place in the picture."""
    return centre[0] + point[0] * radius, centre[1] + point[1] * radius


def sheet(width: int, height: int, mode: str = "RGBa") -> Image.Image:
    """An empty image, enlarged for a brush. "RGBa" is RGBA that can be shrunk without halos."""
    return Image.new(mode, (width * FINE, height * FINE))


def shrunk(image: Image.Image) -> tuple[Image.Image, int, int]:
    """What was drawn on an empty sheet, in its final size, and where its upper left corner is."""
    left, top, right, bottom = image.getbbox() or (0, 0, 1, 1)
    x, y = left // FINE, top // FINE
    box = x * FINE, y * FINE, ceil(right / FINE) * FINE, ceil(bottom / FINE) * FINE
    small = image.reduce(FINE, box)
    return small.convert("RGBA") if small.mode == "RGBa" else small, x, y
