"""A board in its picture: its scale, and its labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from games.scene import XY, Board, Label, rotate
from render import text as letters
from render.sprites import LEVEL

WIDTH = 1000
"""The usual width of a picture, for which all other lengths are given. They scale with the
picture.
"""

SMALL, APART = "coordinate.small", 2
"""The role of small labels, and how far they are from those that must be readable, in pixels."""

RIM, THIN = 10, 4
"""The room around a board and its labels, and the same for boards with small men."""

CAP, LARGE_CAP = 24, 31
"""The height of a coordinate's capitals: the smallest one, and one at which small letters are as
readable as capitals of the smallest height. The second is used if there is room.
"""

MOST_SPOT = 84
"""The largest radius of a place, so that tiny boards are not enlarged too much."""

ENOUGH = 34
"""The radius of a place whose men are large enough on a phone, if they fill it."""


class Box(NamedTuple):
    """A rectangle of pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The extent from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The extent from top to bottom."""
        return self.bottom - self.top

    def union(self, *others: Box) -> Box:
        """The smallest rectangle around this one and others."""
        lefts, tops, rights, bottoms = zip(self, *others, strict=True)
        return Box(min(lefts), min(tops), max(rights), max(bottoms))

    def grown(self, by: float) -> Box:
        """The rectangle with a margin on all sides."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def widened(self, by: float) -> Box:
        """The rectangle with a margin on the left and right."""
        return Box(self.left - by, self.top, self.right + by, self.bottom)

    def moved(self, right: float, down: float) -> Box:
        """The rectangle moved right and down."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def meets(self, other: Box) -> bool:
        """Whether the two overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def around(points: Iterable[XY]) -> Box:
    """The smallest rectangle around the points. At least one point is required."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


class PlacedLabel(NamedTuple):
    """A label with its centre and its size in pixels."""

    label: Label
    centre: XY
    cap: float
    box: Box


@dataclass(frozen=True, slots=True)
class View:
    """A board in pixels: turned, scaled, and with its labels placed."""

    size: tuple[int, int]
    scale: float
    turned: float
    origin: XY
    labels: tuple[PlacedLabel, ...]
    spot: float
    """The radius of a place in pixels."""

    def place(self, point: XY) -> XY:
        """The place of a point of the board in its picture."""
        x, y = rotate(point, self.turned)
        return x * self.scale - self.origin[0], y * self.scale - self.origin[1]

    def shape(self, points: Sequence[XY]) -> list[XY]:
        """A polygon of the board, in its picture."""
        if self.turned:
            return [self.place(point) for point in points]
        scale, (left, top) = self.scale, self.origin
        return [(x * scale - left, y * scale - top) for x, y in points]


_AROUND = tuple((cos(pi * step / 4), sin(pi * step / 4)) for step in range(8))


def _geometry(board: Board) -> Iterator[XY]:
    for region in board.regions:
        yield from region.polygon
    for line in board.lines:
        yield from line.points
    for x, y in board.spots.values():
        yield from ((x + board.spot * dx, y + board.spot * dy) for dx, dy in _AROUND)


@lru_cache(maxsize=64)
def extent(board: Board, turned: float) -> Box:
    """The area of the board without its labels."""
    points = [*_geometry(board)] or [(0.0, 0.0), (board.width, board.height)]
    return around(rotate(point, turned) for point in points)


def _outwards(at: float, half: float, wanted: float, span: XY, gap: float) -> float:
    """The centre of an enlarged label along one axis. Labels outside `span` move outwards.

    `half` is half the label's extent, `wanted` half the extent for which its place was chosen.
    """
    low, high = span
    if at < low:
        return min(at - max(0.0, half - wanted), low - half - gap)
    if at > high:
        return max(at + max(0.0, half - wanted), high + half + gap)
    return at


def _columns(board: Board, turned: float, scale: float) -> list[tuple[float, Box]]:
    """The y of each place and the area that a stack on it may cover; empty without stacks."""
    if board.stacks < 2:
        return []
    spot = board.spot * scale
    tall = spot * (1.02 + LEVEL * 0.8 * (board.stacks - 1))
    centres = [rotate(place, turned) for place in board.spots.values()]
    return [
        (
            y * scale,
            Box(x * scale, y * scale - tall, x * scale, y * scale + spot).widened(spot * 0.7),
        )
        for x, y in centres
    ]


def _clear(box: Box, columns: Sequence[tuple[float, Box]]) -> float:
    """How far a label must move up (negative) or down to stay clear of stacks."""
    moved = 0.0
    for middle, column in columns:
        if column.meets(box):
            if (box.top + box.bottom) / 2 < middle:
                moved = min(moved, column.top - box.bottom)
            else:
                moved = max(moved, column.bottom - box.top)
    return moved


def _side(label: Label, turned: float) -> XY:
    """The place of a label on the turned board: of its two places, the one further left, or
    lower.
    """
    places = [rotate(at, turned) for at in (label.at, label.opposite) if at is not None]
    return max(places, key=lambda place: place[1] - place[0])


@lru_cache(maxsize=1024)
def _descends(text: str) -> bool:
    """Whether the text has letters that reach below the line."""
    return not set("gjpqy,;").isdisjoint(text)


def _labels(
    board: Board, turned: float, scale: float, content: Box, least: float
) -> list[PlacedLabel]:
    """The labels in pixels, before the corner of the picture is known."""
    placed = []
    columns = _columns(board, turned, scale)
    low_x, low_y, high_x, high_y = (value * scale for value in content)
    for label in board.labels:
        wanted = label.size * scale
        cap = wanted if label.role == SMALL else max(least, wanted)
        x, y = (value * scale for value in _side(label, turned))
        half = letters.width(label.text, cap, "bold") / 2
        gap = cap * 0.3
        x = _outwards(x, half, half * wanted / cap, (low_x, high_x), gap)
        y = _outwards(y, cap / 2, wanted / 2, (low_y, high_y), gap)
        if columns:
            y += _clear(Box(x - half, y - cap / 2, x + half, y + cap / 2), columns)
        below = cap * 0.3 if _descends(label.text) else 0.0
        box = Box(x - half, y - cap / 2, x + half, y + cap / 2 + below)
        placed.append(PlacedLabel(label, (x, y), cap, box))
    return placed


def _apart(labels: Sequence[PlacedLabel], distance: float) -> list[PlacedLabel]:
    """The labels without those that would overlap: in each line every second, third … is kept."""
    lines: dict[tuple[str, int], list[PlacedLabel]] = {}
    for axis in (1, 0):
        for label in labels:
            lines.setdefault(("xy"[axis], round(label.centre[axis])), []).append(label)
    hidden: set[int] = set()
    for line in lines.values():
        shown = [label for label in line if id(label) not in hidden]
        step = _step([label.box.grown(distance / 2) for label in shown])
        hidden |= {id(label) for number, label in enumerate(shown) if number % step}
    return [label for label in labels if id(label) not in hidden]


def _step(boxes: Sequence[Box]) -> int:
    """The smallest step at which no two boxes of a line overlap."""
    for step in range(1, len(boxes)):
        taken = boxes[::step]
        if not any(one.meets(other) for one, other in pairwise(taken)):
            return step
    return max(1, len(boxes))


def _aside(labels: Sequence[PlacedLabel], gap: float) -> Iterator[PlacedLabel]:
    """The labels, with small ones moved sideways out of the way of those that must be readable."""
    large = [label.box for label in labels if label.label.role == "coordinate"]
    for label in labels:
        small = label.label.role == SMALL
        near = next(filter(label.box.meets, large), None) if small else None
        if near is None:
            yield label
        else:
            (x, y), box = label.centre, label.box
            right = 2 * x > near.left + near.right
            by = near.right + gap - box.left if right else near.left - gap - box.right
            yield label._replace(centre=(x + by, y), box=box.moved(by, 0.0))


def _crowded(labels: Sequence[PlacedLabel], distance: float) -> bool:
    """Whether labels overlap, or those that must be readable are too close to small ones."""
    small = [label.box.grown(distance) for label in labels if label.label.role != "coordinate"]
    large = [label.box for label in labels if label.label.role == "coordinate"]
    near = any(one.meets(other) for one in small for other in large)
    return near or len(_apart(labels, distance)) < len(labels)


def _fit(
    board: Board, turned: float, room: XY, least: XY, unit: float
) -> tuple[float, Box, list[PlacedLabel]]:
    """The largest scale at which the board and its labels fit, with their extent and the labels.

    `least` holds the least height of capitals and the room around everything, at the usual width.
    """
    cap, rim = (length * unit for length in least)
    content = extent(board, turned)

    def at(scale: float) -> tuple[Box, list[PlacedLabel]]:
        labels = _labels(board, turned, scale, content, cap)
        whole = Box(*(value * scale for value in content))
        whole = whole.union(*(label.box for label in labels))
        return whole.grown(rim), labels

    low, high = 0.0, min(room[0] / max(content.width, 1e-6), room[1] / max(content.height, 1e-6))
    if turned == 0.0:
        high = min(high, room[0] / board.width, room[1] / board.height)
    if board.spots:
        high = min(high, MOST_SPOT * unit / board.spot)
    for _ in range(16):
        middle = (low + high) / 2
        whole, _ = at(middle)
        fits = whole.width <= room[0] and whole.height <= room[1]
        low, high = (middle, high) if fits else (low, middle)
    return low, *at(low)


def view(board: Board, turned: float, room: XY, unit: float) -> View:
    """The board, as large as fits into the room (width and height in pixels).

    Unless turned, it is never larger than its whole sheet would be, even if parts of the sheet are
    unused. `unit` is the size of one pixel of a picture of the usual width.
    """
    distance = 4 * unit
    scale, whole, labels = _fit(board, turned, room, (LARGE_CAP, RIM), unit)
    small = board.wide and scale * board.spot < ENOUGH * unit
    if small or _crowded(labels, distance):
        least = CAP, THIN if small else RIM
        scale, whole, labels = _fit(board, turned, room, least, unit)
        labels = _apart(labels, distance)
    left, top = whole.left, whole.top
    moved = tuple(
        PlacedLabel(
            label,
            (x - left, y - top),
            cap,
            box.moved(-left, -top),
        )
        for label, (x, y), cap, box in _aside(labels, APART * unit)
    )
    size = max(1, round(whole.width)), max(1, round(whole.height))
    return View(size, scale, turned, (left, top), moved, board.spot * scale)
