"""Shapes drawn by a pen on any medium: the painter's enlarged pixels, or a vector picture.

Shapes that are made of simpler shapes are defined here, so that all pens agree on them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import accumulate, cycle, pairwise
from math import dist, hypot
from typing import Generic, TypeVar

from games.scene import XY, Disc, Glyph, Polygon, Polyline, Primitive, Text
from render import text as letters

C = TypeVar("C")


class Pen(ABC, Generic[C]):
    """Draws with colours of one kind. Lengths are pixels of the picture."""

    @abstractmethod
    def disc(self, centre: XY, radius: float, fill: C) -> None:
        """A filled circle."""

    @abstractmethod
    def ring(self, centre: XY, radius: float, width: float, colour: C) -> None:
        """A circle, its line centred on the radius."""

    @abstractmethod
    def polygon(self, points: Sequence[XY], fill: C) -> None:
        """A filled polygon."""

    @abstractmethod
    def line(self, points: Sequence[XY], width: float, colour: C) -> None:
        """A line with round ends and joints."""

    @abstractmethod
    def rounded(self, box: tuple[float, float, float, float], radius: float, fill: C) -> None:
        """A filled rectangle with rounded corners."""

    @abstractmethod
    def text(self, text: str, centre: XY, cap: float, colour: C) -> None:
        """A text centred on a point, with capitals of this height."""

    def dots(self, points: Sequence[XY], width: float, gap: float, colour: C) -> None:
        """A dotted line of round dots, about `gap` pixels from centre to centre."""
        for start, end in pairwise(points):
            length = hypot(end[0] - start[0], end[1] - start[1])
            count = max(1, round(length / gap))
            for step in range(count + 1):
                part = step / count
                x = start[0] + (end[0] - start[0]) * part
                y = start[1] + (end[1] - start[1]) * part
                self.disc((x, y), width / 2, colour)

    def dashes(
        self, points: Sequence[XY], width: float, lengths: Sequence[float], colour: C
    ) -> None:
        """A closed line of dashes and gaps, with these lengths repeated. They are stretched a
        little, so that they come out even. A dash without length is a dot.
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

    def glyph(self, glyph: Glyph, centre: XY, radius: float, paint: Callable[[str], C]) -> None:
        """A glyph. Its square is twice as wide as the radius."""
        for primitive in glyph:
            self._primitive(primitive, centre, radius, paint)

    def _primitive(
        self, shape: Primitive, centre: XY, radius: float, paint: Callable[[str], C]
    ) -> None:
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

    def swept(self, glyph: Glyph, centre: XY, radius: float, down: float, colour: C) -> None:
        """The area that a glyph's filled shapes and their edges sweep when moved straight down."""
        for shape in glyph:
            if isinstance(shape, Disc) and shape.fill is not None:
                size = (shape.radius + (shape.width / 2 if shape.edge else 0)) * radius
                self.pillar(placed(shape.centre, centre, radius), size, down, colour)
            elif isinstance(shape, Polygon) and shape.fill is not None:
                places = [placed(point, centre, radius) for point in shape.points]
                width = shape.width * radius if shape.edge else 0.25
                self.extruded(places, down, colour, width)

    def pillar(self, centre: XY, radius: float, down: float, colour: C) -> None:
        """The area that a circle sweeps when moved straight down."""
        x, y = centre
        self.disc((x, y), radius, colour)
        self.disc((x, y + down), radius, colour)
        left, right = x - radius, x + radius
        self.polygon(((left, y), (right, y), (right, y + down), (left, y + down)), colour)

    def extruded(self, points: Sequence[XY], down: float, colour: C, width: float) -> None:
        """The area that a polygon with its outline sweeps when moved straight down."""
        self.polygon(points, colour)
        self.polygon([(x, y + down) for x, y in points], colour)
        self.walls(points, down, colour, width)

    def walls(self, points: Sequence[XY], down: float, colour: C, width: float) -> None:
        """The same area below a polygon that will be filled, without the part that the polygon will
        hide.
        """
        lowered = [(x, y + down) for x, y in points]
        closed, below = [*points, points[0]], [*lowered, lowered[0]]
        for number in range(len(points)):
            one, two = closed[number : number + 2]
            three, four = below[number : number + 2]
            self.polygon((one, two, four, three), colour)
            self.line((one, three), width, colour)
        self.line(closed, width, colour)
        self.line(below, width, colour)


def placed(point: XY, centre: XY, radius: float) -> XY:
    """A place in a glyph's square, converted to a place in the picture."""
    return centre[0] + point[0] * radius, centre[1] + point[1] * radius
