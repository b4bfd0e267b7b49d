"""A pen that writes SVG. Its colours are presentation attributes, because a page may not allow
inline styles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from games.scene import XY
from render.pen import Pen
from render.text import CAP


class Ink(NamedTuple):
    """A colour in SVG's notation, and its opacity."""

    colour: str
    strength: float = 1.0


def number(value: float) -> str:
    """A length, rounded to a tenth of a pixel."""
    said = f"{round(value, 1) + 0.0:g}"
    return said.replace("0.", ".", 1) if said.startswith(("0.", "-0.")) else said


def path(points: Sequence[XY], *, closed: bool = False) -> str:
    """The data of a path through these points, in the shortest form."""
    (x, y), *others = ((round(x * 10), round(y * 10)) for x, y in points)
    written = f"M{number(x / 10)} {number(y / 10)}"
    for u, v in others:
        written += f"l{number((u - x) / 10)} {number((v - y) / 10)}"
        x, y = u, v
    return written.replace(" -", "-") + "Z" * closed


def attributes(**given: object) -> str:
    """Attributes, each preceded by a blank. Those that are None are left out; `_` in a name stands
    for `-`.
    """
    said = ((name.strip("_").replace("_", "-"), value) for name, value in given.items())
    return "".join(
        f' {name}="{escape(number(value) if isinstance(value, float) else str(value))}"'
        for name, value in said
        if value is not None
    )


class Element(NamedTuple):
    """An element; `within` is its content as markup. Without a name it is just that markup."""

    name: str
    given: Mapping[str, object]
    within: str | None = None

    def __str__(self) -> str:
        if not self.name:
            return self.within or ""
        end = "/>" if self.within is None else f">{self.within}</{self.name}>"
        return f"<{self.name}{attributes(**self.given)}{end}"


class Quill(Pen[Ink]):
    """Writes shapes as SVG elements. Lines are round because of `ROUND`, which the whole picture
    has.
    """

    def __init__(self) -> None:
        self._elements: list[Element] = []

    @property
    def markup(self) -> str:
        """Everything that was written."""
        return "".join(map(str, self._elements))

    def element(self, name: str, given: Mapping[str, object], within: str | None = None) -> None:
        """Writes an element with these attributes. It is joined with the one before it if both
        together are shorter and look the same.
        """
        new = Element(name, given, within)
        while self._elements and (both := _joined(self._elements[-1], new)) is not None:
            self._elements.pop()
            new = both
        self._elements.append(new)

    def add(self, markup: str) -> None:
        """Writes markup."""
        self._elements.append(Element("", {}, markup))

    def disc(self, centre: XY, radius: float, fill: Ink) -> None:
        """A filled circle."""
        self.element("circle", {**_circle(centre, radius), **_filled(fill)})

    def ring(self, centre: XY, radius: float, width: float, colour: Ink) -> None:
        """A circle, its line centred on the radius."""
        circle = {**_circle(centre, radius), "fill": "none"}
        self.element("circle", {**circle, **_stroked(colour, width)})

    def polygon(self, points: Sequence[XY], fill: Ink) -> None:
        """A filled polygon."""
        self.element("path", {"d": path(_clockwise(points), closed=True), **_filled(fill)})

    def line(self, points: Sequence[XY], width: float, colour: Ink) -> None:
        """A line with round ends and joints."""
        drawn = {"d": path(points), "fill": "none", **_stroked(colour, width)}
        for more in (1, 2):
            if len(points) > 2 * more and [*points[:more]] == [*points[-more:]]:
                drawn["d"] = path(_clockwise(points[:-more]), closed=True)
                break
        self.element("path", drawn)

    def rounded(self, box: tuple[float, float, float, float], radius: float, fill: Ink) -> None:
        """A filled rectangle with rounded corners."""
        left, top, right, bottom = map(float, box)
        size = {"width": right - left, "height": bottom - top, "rx": float(radius)}
        self.element("rect", {"x": left, "y": top, **size, **_filled(fill)})

    def text(self, text: str, centre: XY, cap: float, colour: Ink) -> None:
        """A text centred on a point, with capitals of this height."""
        place = {"x": float(centre[0]), "y": centre[1] + cap / 2}
        self.element("text", {**place, **bold(cap), **_filled(colour)}, escape(text))

    def dots(self, points: Sequence[XY], width: float, gap: float, colour: Ink) -> None:
        """A dotted line, its round dots about `gap` pixels from centre to centre."""
        for start, end in pairwise(points):
            length = hypot(end[0] - start[0], end[1] - start[1])
            step = length / max(1, round(length / gap))
            drawn = {"d": path((start, end)), "fill": "none", **_stroked(colour, width)}
            self.element("path", {**drawn, "stroke_dasharray": f"0 {step:.3f}"})

    def pillar(self, centre: XY, radius: float, down: float, colour: Ink) -> None:
        """The area that a circle sweeps when moved straight down."""
        (x, y), r = centre, number(radius)
        left, right = number(x - radius), number(x + radius)
        over, below = (f"A{r} {r} 0 0 1 {end}" for end in (f"{right},{number(y)}", left))
        low = number(y + down)
        shape = f"M{left},{number(y)}{over}V{low}{below},{low}Z"
        self.element("path", {"d": shape, **_filled(colour)})

    def extruded(self, points: Sequence[XY], down: float, colour: Ink, width: float) -> None:
        """The area that a polygon with its outline sweeps when moved straight down."""
        shape = path(_swept(points, down), closed=True)
        drawn = {**_filled(colour), **_stroked(colour, width)}
        self.element("path", {"d": shape, **(drawn if width else _filled(colour))})

    walls = extruded


ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}
"""The ends and joints of all lines."""


def bold(cap: float) -> dict[str, object]:
    """The attributes of letters on the board, with capitals of this height."""
    return {"font_size": cap / CAP, "font_weight": 700, "text_anchor": "middle"}


def _circle(centre: XY, radius: float) -> dict[str, object]:
    x, y = (float(value) or None for value in centre)
    return {"cx": x, "cy": y, "r": float(radius)}


def _filled(ink: Ink) -> dict[str, object]:
    return {"fill": ink.colour, "fill_opacity": _opacity(ink)}


def _stroked(ink: Ink, width: float) -> dict[str, object]:
    return {
        "stroke": ink.colour,
        "stroke_width": float(width),
        "stroke_opacity": _opacity(ink),
    }


def _opacity(ink: Ink) -> str | None:
    return None if ink.strength >= 1 else f"{ink.strength:.2g}"


_GEOMETRY = ("d", "cx", "cy", "r")


def _joined(one: Element, other: Element) -> Element | None:
    """Both as one element, if that looks the same: an area with its outline, or opaque paths."""
    if one.name != other.name or one.name not in ("path", "circle"):
        return None
    places = [[each.given.get(name) for name in _GEOMETRY] for each in (one, other)]
    if places[0] == places[1] and "stroke" not in one.given and other.given["fill"] == "none":
        return Element(one.name, {**other.given, **one.given})
    looks = [{**each.given, "d": None} for each in (one, other)]
    veiled = {"fill_opacity", "stroke_opacity"}
    opaque = all(looks[0].get(name) is None for name in veiled)
    if one.name == "circle" or looks[0] != looks[1] or not opaque:
        return None
    return Element("path", {**one.given, "d": f"{one.given['d']}{other.given['d']}"})


def _clockwise(points: Sequence[XY]) -> Sequence[XY]:
    """The polygon in one of its two directions, so that joined polygons are all filled."""
    ends = pairwise((*points, points[0]))
    area = sum(x * v - u * y for (x, y), (u, v) in ends)
    return points if area >= 0 else points[::-1]


def _swept(points: Sequence[XY], down: float) -> Sequence[XY]:
    """The outline of the area that a polygon sweeps when moved straight down: the edges above the
    area stay, those below it are moved. Where the outline crosses itself, everything within is
    swept, too.
    """
    ends = [*pairwise((*points, points[0]))]
    clockwise = sum(x * v - u * y for (x, y), (u, v) in ends) >= 0
    moved = [((u < x) == clockwise) * down if u != x else None for (x, _), (u, _) in ends]
    last = next((by for by in reversed(moved) if by is not None), 0.0)
    found: list[XY] = []
    for (x, y), by in zip(points, moved, strict=True):
        low = last if by is None else by
        found += [(x, y + last)] * (low != last) + [(x, y + low)]
        last = low
    return found
