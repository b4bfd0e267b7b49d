"""The letters and numbers of marks, as large as their neighbours allow."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import ceil, floor, hypot
from typing import NamedTuple, TypeVar

from PIL import Image, ImageDraw

from games.scene import XY, Mark
from render import text as letters
from render.brush import Brush, sheet
from render.layout import Box, PlacedLabel
from render.pen import Pen
from render.sprites import Sprite, cut, men
from render.theme import Theme

LARGEST, LEAST = 25.0, 12.0
"""The greatest and the smallest height of capitals, in pixels of a picture of the usual width."""

READABLE = 17.0
"""The smallest height of capitals that can be read on a phone, in the same pixels."""

HIGH = 0.86
"""Half the height of a badge, relative to its capitals."""


C = TypeVar("C")

EVERYWHERE = Box(-1e6, -1e6, 1e6, 1e6)


class Badge(NamedTuple):
    """A text, the role of the mark that gives its colour, and its place in the board's picture."""

    text: str
    role: str
    centre: XY
    tip: XY | None = None
    """Where it points, relative to its place: to its man, if it could be taken for another's."""

    @property
    def wide(self) -> float:
        """Half the badge's width, relative to its capitals."""
        return max(HIGH, letters.width(self.text, 64, "bold") / 128 + 0.42)


def largest(spot: float, unit: float) -> float:
    """The greatest height of capitals on a board whose places have this radius."""
    return max(LEAST * unit, min(LARGEST * unit, 0.62 * spot))


def of(
    marks: Sequence[Mark],
    places: Mapping[str, XY],
    men: Mapping[str, Box],
    cap: float,
    printed: Sequence[Box] = (),
    *,
    cornered: Container[str] = (),
    within: Box = EVERYWHERE,
    spare: Container[str] = (),
    giving: Sequence[Box] = (),
) -> list[Badge]:
    """A badge for each point with a text, on the point or beside the men there.

    If a point has several texts, they share a badge. `men` are the boxes around men by their
    points, `cap` is the greatest height of capitals. `printed` are further areas that badges beside
    men should avoid. The men of `cornered` points fill the corners of their boxes. `within` is
    where badges beside men should stay. A badge beside men is left out if its text is to `spare`,
    and it would lie on other men, on what is printed, or on another badge. Badges avoid what is
    `giving` way, too, but may lie on it.
    """
    found: dict[str, Badge] = {}
    for mark in marks:
        text = letters.printable(mark.text) if mark.text else ""
        known = found.get(mark.point)
        if known is not None and text and text != known.text:
            text = f"{known.text}·{text}"
        if text:
            found[mark.point] = Badge(text, mark.role, places[mark.point])
    taken = [*printed, *(box_of(badge, cap) for point, badge in found.items() if point not in men)]
    left = dict(found)
    for point, badge in found.items():
        if point in men:
            near = _CORNERED if point in cornered else _ROUND
            others = [box for name, box in men.items() if name != point]
            avoided = [*taken, *giving]
            placed = _beside(badge, men[point], others, avoided, cap, near=near, within=within)
            box = box_of(placed, cap)
            if badge.text in spare and _hides(box, (*others, *taken)):
                del left[point]
                continue
            left[point] = placed
            taken.append(box)
    return list(left.values())


_SIDES = ((1, -1), (-1, -1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (0, 1))
"""The sides of a man where a badge may lie, the best first."""

_ROUND, _CORNERED = (0.9, 0.5), (1.0, 1.0)
"""Where a badge begins at a side and at a corner of a man's box. On a round man it lies on the rim,
so that nobody takes it for a neighbour's; men that fill their corners are left alone."""


_FITS, _LOW, _FOOT = 0.8, 0.55, 0.5
"""A badge lies on the foot of a round man if it is at most this wide and this high, relative to the
man's width. That is how far its middle is above the foot, relative to half of its height: above it
are the man's symbol or the height of its stack, below it is no neighbour.
"""


_NEARER = 0.95
"""Whose a badge is is clear if its man is this much nearer than any other."""

_TAIL = 0.75
"""Half of the width with which a badge begins to point, relative to half of its height."""

_EDGE = 0.02
"""How much of a badge may lie on something else: its rounded corners."""

_INTO = 0.1
"""How far a badge points into the box of its man, relative to its width."""


def box_of(badge: Badge, cap: float) -> Box:
    """The area of a badge."""
    (x, y), wide, high = badge.centre, badge.wide * cap, HIGH * cap
    return Box(x - wide, y - high, x + wide, y + high)


def _beside(
    badge: Badge,
    man: Box,
    men: Sequence[Box],
    taken: Sequence[Box],
    cap: float,
    *,
    near: XY,
    within: Box,
) -> Badge:
    """The badge at the side where it covers the least of other men and of what is `taken`, and the
    least of it lies outside `within`. If there are several such sides, one where it need not point
    to its man is preferred. `near` is where it begins at a side and at a corner, relative to the
    man's box.
    """
    wide, high = badge.wide * cap, HIGH * cap
    if near is _ROUND and 2 * wide <= _FITS * man.width and 2 * high <= _LOW * man.width:
        return badge._replace(centre=((man.left + man.right) / 2, man.bottom - _FOOT * high))
    around = man.grown(2 * (wide + high))
    men, taken = ([box for box in boxes if box.meets(around)] for boxes in (men, taken))
    tries = []
    for number, (right, down) in enumerate(_SIDES):
        close = near[bool(right and down)]
        x = (man.left + man.right) / 2 + right * (close * man.width / 2 + wide)
        y = (man.top + man.bottom) / 2 + down * (close * man.height / 2 + high)
        clear = all(_distance(man, x, y) < _NEARER * _distance(other, x, y) for other in men)
        moved = badge._replace(centre=(x, y), tip=None if clear else _tip(man, x, y))
        box = box_of(moved, cap)
        covered = sum(map(partial(_shared, box), (*men, *taken))) - _shared(box, within)
        tries.append((round(covered, 3), not clear, number, moved))
    return min(tries)[-1]


def _distance(man: Box, x: float, y: float) -> float:
    """How far a man's centre is from this place."""
    return hypot((man.left + man.right) / 2 - x, (man.top + man.bottom) / 2 - y)


def _tip(man: Box, x: float, y: float) -> XY:
    """From this place to the edge of a man."""
    inner = man.grown(-_INTO * man.width)
    return min(max(x, inner.left), inner.right) - x, min(max(y, inner.top), inner.bottom) - y


def _hides(box: Box, others: Iterable[Box]) -> bool:
    """Whether a badge hides more of anything than the edge."""
    return any(_shared(box, other) > _EDGE * box.width * box.height for other in others)


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, wide) * max(0.0, high)


def sizes(badges: Sequence[Badge], most: float, unit: float) -> list[float]:
    """The height of each badge's capitals, in steps of half a pixel, so that few overlap."""
    caps = [most] * len(badges)
    seen = [(number, *badge.centre, badge.wide) for number, badge in enumerate(badges)]
    for (one, x, y, wide), (two, u, v, other) in combinations(seen, 2):
        room = max(abs(x - u) / (wide + other), abs(y - v) / (2 * HIGH))
        caps[one], caps[two] = min(caps[one], room), min(caps[two], room)
    return [max(LEAST * unit, floor(cap * 2 - 2) / 2) for cap in caps]


def readable(
    badges: Sequence[Badge], most: float, unit: float, names: Container[str]
) -> Iterator[tuple[Badge, float]]:
    """The badges with the heights of their capitals. If points are so close that one of these names
    can't be read, all names are left out, because the dots and the coordinates suffice.
    """
    told = [*zip(badges, sizes(badges, most, unit), strict=True)]
    crowded = any(badge.text in names and cap < READABLE * unit for badge, cap in told)
    for badge, cap in told:
        if not (crowded and badge.text in names):
            yield badge, cap


def painted(badge: Badge, cap: float, theme: Theme) -> Sprite:
    """The badge, relative to its centre. Cached."""
    key = theme, badge.role, badge.text, cap, badge.tip
    return men.get(key) or men.put(key, _painted(badge, cap, theme))


def _painted(badge: Badge, cap: float, theme: Theme) -> Sprite:
    (x, y), rim = badge.tip or (0.0, 0.0), _rim(cap)
    half = (
        ceil(max(badge.wide * cap, abs(x)) + 2 * rim) + 1,
        ceil(max(HIGH * cap, abs(y)) + 2 * rim) + 1,
    )
    image = sheet(2 * half[0], 2 * half[1])
    brush = Brush(image, (-half[0], -half[1]))
    draw(badge, (0.0, 0.0), cap, brush, theme.colour)
    return cut(image, -half[0], -half[1])


def draw(badge: Badge, centre: XY, cap: float, pen: Pen[C], colour: Callable[[str], C]) -> None:
    """Draws a badge around this place, in the colours of its mark."""
    (x, y), wide, high = centre, badge.wide * cap, HIGH * cap
    ink = colour(f"{badge.role}.ink")
    for grown, fill in ((_rim(cap), ink), (0.0, colour(badge.role))):
        if badge.tip is not None and (far := hypot(*badge.tip)):
            u, v = badge.tip[0] / far, badge.tip[1] / far
            long, half = far + 1.5 * grown, _TAIL * high + grown
            sides = ((u * long, v * long), (-v * half, u * half), (v * half, -u * half))
            pen.polygon([(x + a, y + b) for a, b in sides], fill)
        box = x - wide - grown, y - high - grown, x + wide + grown, y + high + grown
        pen.rounded(box, high + grown, fill)
    pen.text(badge.text, centre, cap, ink)


def _rim(cap: float) -> float:
    return max(1.0, cap * 0.07)


def printed(placed: PlacedLabel, theme: Theme) -> Sprite:
    """A label in the ink of coordinates, in the board's picture."""
    _, (x, y), cap, box = placed
    left, top = floor(box.left) - 2, floor(box.top) - 2
    size = ceil(box.right) + 2 - left, ceil(box.bottom) + 2 - top
    mask, words = Image.new("L", size), letters.printable(placed.label.text)
    at = round(x) - left, round(y + cap / 2) - top
    ImageDraw.Draw(mask).text(at, words, 255, letters.sized(cap, "bold"), anchor="ms")
    image = Image.new("RGBA", size, (*theme.colour("coordinate"), 0))
    image.putalpha(mask)
    return Sprite(image, left, top)
