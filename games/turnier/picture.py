"""The ground as a printed board: on a grid while it grows, then with its final coordinates."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import NamedTuple

from games.geometry import box
from games.scene import XY, Board, Disc, Emblem, Glyph, Label, Line, Polygon, Region, Text
from games.turnier.board import Ground, Spot, column_name, points_of
from games.turnier.notation import Lay, anchor

MARGIN = 0.5
"""The width of the margin with the coordinates, which stand on the left and below."""

WIDEST = 14
"""The most columns at which fighters are large enough on a phone. A ground with more columns, and
with fewer rows than columns, is turned by a quarter once it is complete, because phones are higher
than wide.
"""

COLUMNS = 10
"""The columns of a growing ground up to which boards that are left are drawn as large as fields."""

ROOM = 2
"""How far the picture of a growing ground extends beyond it."""

MOST_NUMBERS = 14
"""The most columns or rows that are all numbered. On a larger grid every second one is, or less."""

SHELF = 1.3
"""The height of the row above a growing ground in which the boards that are left lie."""

OUTLINE, CORNER = 0.03, 0.18
"""The width of a board's outline, which neighbours share, and the radius of its corners."""

STOCK = "stock"
"""The colour of boards that are left."""

NUMBER = 0.5
"""The height of a board's number."""

TINTS = {f"ground.{number}": ("field", "field.alt")[number % 2] for number in range(1, 9)}
"""The colours of up to eight boards that lie side by side."""

# A point's field, without its corners, which the rounded corners of a board would cut off.
_FIELD = (
    *((0.5, 0.4), (0.4, 0.5), (-0.4, 0.5), (-0.5, 0.4)),
    *((-0.5, -0.4), (-0.4, -0.5), (0.4, -0.5), (0.5, -0.4)),
)

_ELBOW = ((0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4))


def _corners(board: Lay) -> list[XY]:
    """The outline of a board, anticlockwise, in cells of the lattice, y up."""
    if board.shape[0] == "S":
        wide, high = (6, 2) if board.shape == "Sh" else (2, 6)
        outline = [(0, 0), (wide, 0), (wide, high), (0, high)]
    else:
        east, north = "e" in board.shape, "n" in board.shape
        outline = [(4 - x if east else x, 4 - y if north else y) for x, y in _ELBOW]
        if east != north:
            outline.reverse()
    return [(board.x + x, board.y + y) for x, y in outline]


def _rounded(corners: list[XY], inset: float, radius: float) -> Iterator[XY]:
    """A right-angled anticlockwise outline, shrunk by `inset`, with its corners rounded."""
    ring = [*corners, *corners[:2]]
    for (before, here), (_, after) in pairwise(pairwise(ring)):
        (in_x, in_y), (out_x, out_y) = _way(before, here), _way(here, after)
        x = here[0] - inset * (in_y + out_y)
        y = here[1] + inset * (in_x + out_x)
        for step in range(5):
            back, on = 1 - sin(pi * step / 8), 1 - cos(pi * step / 8)
            yield (
                x + radius * (on * out_x - back * in_x),
                y + radius * (on * out_y - back * in_y),
            )


def _way(start: XY, end: XY) -> XY:
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


STRAIGHT: Glyph = (Polygon(box(-0.85, -0.3, 1.7, 0.6)),)
BENT: Glyph = (Polygon(((-0.8, -0.8), (0, -0.8), (0, 0), (0.8, 0), (0.8, 0.8), (-0.8, 0.8))),)


def shape_glyph(shape: str) -> Glyph:
    """A small board of this shape, with a dot on the point that gives its place."""
    board = Lay(shape, 0, 0)
    corners = _corners(board)
    wide, high = (max(values) for values in zip(*corners, strict=True))
    size, (x, y) = 1.8 / max(wide, high), anchor(board)

    def put(x: float, y: float) -> XY:
        return size * (x - wide / 2), size * (high / 2 - y)

    outline = tuple(put(*corner) for corner in corners)
    return Polygon(outline), Disc(put(x + 0.5, y + 0.5), 0.42 * size, "choice", "choice.ink", 0.06)


# A board's number, on a disc that hides the lines behind it.
_NUMBERS: tuple[Glyph, ...] = tuple(
    (Disc((0, 0), 0.8, "owner", None), Text(str(number), (0, 0), 1.0, "outline"))
    for number in range(1, 9)
)


# Pictures


class _Frame(NamedTuple):
    """The part of the lattice that a picture shows: the smallest and the largest x and y. In a
    turned picture, x points down and y to the right.
    """

    west: int
    east: int
    south: int
    north: int
    turned: bool = False
    shelf: float = 0.0
    """The height of the row above it."""

    def put(self, x: float, y: float) -> XY:
        """A place of the lattice, in cells, as a place in the picture."""
        if self.turned:
            return MARGIN + y - self.south, x - self.west
        return MARGIN + x - self.west, self.shelf + self.north + 1.0 - y

    @property
    def size(self) -> tuple[int, int]:
        """The number of points side by side, and one below another."""
        across, up = self.east - self.west + 1, self.north - self.south + 1
        return (up, across) if self.turned else (across, up)

    def around(self, *points: Spot) -> _Frame:
        """The smallest frame that holds this one and more points."""
        xs, ys = zip((self.west, self.south), (self.east, self.north), *points, strict=True)
        return _Frame(min(xs), max(xs), min(ys), max(ys))


def _frame(ground: Ground, complete: bool) -> _Frame:
    if complete:
        frame = _Frame(*ground.box)
        columns, rows = frame.size
        return frame._replace(turned=columns > max(rows, WIDEST))
    west, east, south, north = ground.box if ground.boards else (1, 4, 1, 4)
    frame = _Frame(west - ROOM, east + ROOM, south - ROOM, north + ROOM)
    return frame._replace(shelf=SHELF * _enlarged(frame))


def _enlarged(frame: _Frame) -> float:
    """How much larger than a field the boards are drawn that are left, so that they are seen."""
    return max(1.0, frame.size[0] / COLUMNS)


def _shelf(frame: _Frame) -> Iterator[Region]:
    """What the boards that are left lie on."""
    if frame.shelf:
        shelf = box(MARGIN, 0.0, frame.size[0], 0.85 * frame.shelf)
        yield Region(shelf, "panel", edge="panel.edge")


def supply(ground: Ground) -> Iterator[Emblem]:
    """The boards that are left for everybody, in a row above a growing ground."""
    frame = _frame(ground, False)
    large = _enlarged(frame)
    kinds = [(glyph, ground.left(kind)) for glyph, kind in ((STRAIGHT, "S"), (BENT, "C"))]
    places = [glyph for glyph, count in kinds for _ in range(count)]
    middle = MARGIN + frame.size[0] / 2
    for number, glyph in enumerate(places):
        x = middle + (number - (len(places) - 1) / 2) * large
        yield Emblem(glyph, (x, 0.425 * frame.shelf), 0.42 * large, STOCK)


@lru_cache(maxsize=128)
def picture(ground: Ground, complete: bool) -> Board:
    """The board of a ground. Points have their lattice names (`-3,2`) until it is complete.

    The complete ground fills its picture, with letters for columns and numbers for rows.
    """
    frame = _frame(ground, complete)
    if not complete:
        return _growing(ground, frame)
    xs, ys = range(frame.west, frame.east + 1), range(frame.south, frame.north + 1)
    columns = {x: column_name(x - frame.west) for x in xs}
    labels = _labels(columns, {y: str(y - frame.south + 1) for y in ys}, frame)
    names = dict(zip(ground.places, ground.names, strict=True))
    return _board(ground, frame, names=names, grid=[], labels=labels)


@lru_cache(maxsize=64)
def aimed(ground: Ground, shape: str) -> Board:
    """The growing ground with all places where a board of this shape can lie."""
    places = [anchor(board) for board in ground.layings if board.shape == shape]
    if not ground.boards or not places:
        return picture(ground, False)
    return _growing(ground, _Frame(*ground.box).around(*places))


def _growing(ground: Ground, frame: _Frame) -> Board:
    """The boards laid so far, on a grid with the numbers of its columns and rows."""
    xs, ys = range(frame.west, frame.east + 1), range(frame.south, frame.north + 1)
    step = -(-max(len(xs), len(ys)) // MOST_NUMBERS)
    columns, rows = ({n: str(n) for n in numbers if n % step == 0} for numbers in (xs, ys))
    labels = _labels(columns, rows, frame)
    put, names = frame.put, {(x, y): f"{x},{y}" for x in xs for y in ys}
    free = names.keys() - ground.board_at.keys()
    grid = [
        Line((put(*one), put(*other)), "panel.edge", 0.02, behind=True)
        for one, other in _rows(free, 0.5)
    ]
    return _board(ground, frame, names=names, grid=grid, labels=labels)


def _board(
    ground: Ground,
    frame: _Frame,
    *,
    names: Mapping[Spot, str],
    grid: Sequence[Line],
    labels: Sequence[Label],
) -> Board:
    """The printed board: a tint and an outline for each board, a field for each point, and lines
    that join neighbouring points.
    """
    put = frame.put
    regions, outlines = [*_shelf(frame)], []
    for tint, board in zip(TINTS, ground.boards, strict=False):
        ring = tuple(put(x, y) for x, y in _rounded(_corners(board), 0.0, CORNER))
        regions.append(Region(ring, tint))
        for x, y in points_of(board):
            field = tuple(put(x + 0.5 + dx, y + 0.5 + dy) for dx, dy in _FIELD)
            regions.append(Region(field, tint, names[x, y], bare=True))
        outlines.append(Line((*ring, ring[0]), "outline", OUTLINE))
    joints = (Line((put(*one), put(*other)), "line", 0.03) for one, other in _rows(ground.board_at))
    return Board(
        width=frame.size[0] + MARGIN,
        height=frame.shelf + frame.size[1] + MARGIN,
        regions=tuple(regions),
        lines=(*grid, *joints, *outlines),
        labels=tuple(labels),
        spots={name: put(x + 0.5, y + 0.5) for (x, y), name in names.items()},
        spot=0.5,
        tinted=False,
        rimmed=True,
        wide=not grid,
        roles=TINTS,
    )


def _rows(points: Collection[Spot], over: float = 0.0) -> Iterator[tuple[XY, XY]]:
    """The ends of the longest horizontal and vertical lines through neighbouring points, in cells.
    They extend by `over` beyond the outermost points.
    """
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in points:
            if (x - dx, y - dy) in points:
                continue
            u, v = x, y
            while (u + dx, v + dy) in points:
                u, v = u + dx, v + dy
            right, up = over * dx, over * dy
            yield (x + 0.5 - right, y + 0.5 - up), (u + 0.5 + right, v + 0.5 + up)


def _labels(columns: Mapping[int, str], rows: Mapping[int, str], frame: _Frame) -> list[Label]:
    """Coordinates below and on the left."""
    below, left = frame.shelf + frame.size[1] + 0.5 * MARGIN, 0.5 * MARGIN
    named = (
        *((name, frame.put(x + 0.5, frame.south), frame.turned) for x, name in columns.items()),
        *((name, frame.put(frame.west, y + 0.5), not frame.turned) for y, name in rows.items()),
    )
    return [Label(name, (left, at[1]) if beside else (at[0], below)) for name, at, beside in named]


def size(ground: Ground) -> tuple[int, int]:
    """The number of points in a complete ground's picture side by side, and one below another."""
    return _frame(ground, True).size


def is_turned(ground: Ground) -> bool:
    """Whether a complete ground's picture is turned by a quarter."""
    return _frame(ground, True).turned


@lru_cache(maxsize=1024)
def rim(
    ground: Ground,
    complete: bool,
    lying: int,
    role: str,
    width: float,
    *,
    dashes: tuple[float, ...] | None = None,
) -> Line:
    """A line in a colour along the inner rim of a board, counted from 0. It has sides if it may
    have dashes.
    """
    inset, frame = (OUTLINE + width) / 2, _frame(ground, complete)
    ring = _rounded(_corners(ground.boards[lying]), inset, CORNER - inset)
    points = tuple(frame.put(x, y) for x, y in ring)
    closed = *points, points[0]
    return Line(closed, role, width, lined=dashes is not None, dashes=dashes or ())


def numbers(ground: Ground, complete: bool, taken: Container[Spot]) -> Iterator[Emblem]:
    """The number of each board, at a place where none of these points is. A full board has no
    number.
    """
    put = _frame(ground, complete).put
    for glyph, tint, board in zip(_NUMBERS, TINTS, ground.boards, strict=False):
        for place, around in _clearings(board):
            if not any(spot in taken for spot in around):
                yield Emblem(glyph, put(*place), NUMBER, tint)
                break


@lru_cache(maxsize=64)
def _clearings(board: Lay) -> tuple[tuple[XY, tuple[Spot, ...]], ...]:
    """The places where a board's number may stand, each with the points around it: between four
    points, or else on a point, as near to the middle as possible.
    """
    points, middle = points_of(board), _middle(board)
    found: list[tuple[XY, tuple[Spot, ...]]] = [((x + 0.5, y + 0.5), ((x, y),)) for x, y in points]
    for x, y in points:
        square = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
        if {*square} <= {*points}:
            found.append(((x + 1.0, y + 1.0), square))
    return tuple(sorted(found, key=lambda place: (-len(place[1]), dist(place[0], middle))))


def _middle(board: Lay) -> XY:
    """The place between the four points in a board's middle, or in its elbow."""
    if board.shape[0] == "S":
        wide, high = (6, 2) if board.shape == "Sh" else (2, 6)
        return board.x + wide / 2, board.y + high / 2
    return board.x + (3 if "e" in board.shape else 1), board.y + (3 if "n" in board.shape else 1)
