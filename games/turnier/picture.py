"""The ground as a printed board, on a grid while it grows, then with its final coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from games.scene import XY, Board, Disc, Emblem, Glyph, Label, Line, Polygon, Region, Text
from games.turnier.board import Ground, Spot, column_name, points_of
from games.turnier.notation import Lay, anchor

MARGIN = 0.7
"""The width of the margin with the coordinates, which stand on the left and below."""

ROOM = 2
"""How far a picture of a growing ground shows what is around it."""

SEAM = 0.05
"""How far a board's outline lies inside its cells."""

TINTS = {f"ground.{number}": ("field", "field.alt")[number % 2] for number in range(1, 9)}
"""The colours of up to eight boards that lie side by side."""

# A point's field, without its corners, which a board's rounded ones would cut off.
_FIELD = (
    *((0.47, 0.27), (0.27, 0.47), (-0.27, 0.47), (-0.47, 0.27)),
    *((-0.47, -0.27), (-0.27, -0.47), (0.27, -0.47), (0.47, -0.27)),
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


def _middle(board: Lay) -> XY:
    """Where a board's number stands between four points: in the middle, or in the elbow."""
    if board.shape[0] == "S":
        wide, high = (6, 2) if board.shape == "Sh" else (2, 6)
        return board.x + wide / 2, board.y + high / 2
    return board.x + (3 if "e" in board.shape else 1), board.y + (3 if "n" in board.shape else 1)


def shape_glyph(shape: str) -> Glyph:
    """A board of this shape in small, with a dot on the point that tells its place."""
    board = Lay(shape, 0, 0)
    corners = _corners(board)
    wide, high = (max(values) for values in zip(*corners, strict=True))
    size, (x, y) = 1.8 / max(wide, high), anchor(board)

    def put(x: float, y: float) -> XY:
        return size * (x - wide / 2), size * (high / 2 - y)

    outline = tuple(put(*corner) for corner in corners)
    return Polygon(outline), Disc(put(x + 0.5, y + 0.5), 0.42 * size, "choice", "choice.ink", 0.06)


def _number(number: int) -> Glyph:
    """A board's number, printed quietly, since men will stand on it."""
    return (Text(str(number), (0, 0), 1.0, f"ground.{number}.side"),)


# Pictures


class _Frame(NamedTuple):
    """The part of the lattice that a picture shows: the least and the greatest x and y."""

    west: int
    east: int
    south: int
    north: int

    def put(self, x: float, y: float) -> XY:
        """A place of the lattice, in cells, as a place of the picture."""
        return MARGIN + x - self.west, self.north + 1.0 - y

    def around(self, *points: Spot) -> _Frame:
        """The smallest frame that holds this one and more points."""
        xs, ys = zip((self.west, self.south), (self.east, self.north), *points, strict=True)
        return _Frame(min(xs), max(xs), min(ys), max(ys))


def _frame(ground: Ground, complete: bool) -> _Frame:
    if complete:
        return _Frame(*ground.box)
    west, east, south, north = ground.box if ground.boards else (1, 4, 1, 4)
    return _Frame(west - ROOM, east + ROOM, south - ROOM, north + ROOM)


@lru_cache(maxsize=128)
def picture(ground: Ground, complete: bool) -> Board:
    """The board of a ground. Points have their lattice names (`-3,2`) until it is complete.

    The complete ground fills its picture. Its columns have letters, its rows numbers.
    """
    frame = _frame(ground, complete)
    xs, ys = range(frame.west, frame.east + 1), range(frame.south, frame.north + 1)
    if not complete:
        step = 1 if max(len(xs), len(ys)) <= 14 else 2
        columns, rows = ({n: str(n) for n in numbers if n % step == 0} for numbers in (xs, ys))
        labels = _labels(columns, rows, frame)
        return _growing(ground, frame, labels)
    labels = _labels(
        {x: column_name(x - frame.west) for x in xs},
        {y: str(y - frame.south + 1) for y in ys},
        frame,
    )
    names = dict(zip(ground.places, ground.names, strict=True))
    return _board(ground, frame, names=names, grid=[], labels=labels)


@lru_cache(maxsize=64)
def aimed(ground: Ground, shape: str) -> Board:
    """The growing ground with all places where a board of this shape can lie."""
    places = [anchor(board) for board in ground.layings if board.shape == shape]
    if not ground.boards or not places:
        return picture(ground, False)
    return _growing(ground, _Frame(*ground.box).around(*places), ())


def _growing(ground: Ground, frame: _Frame, labels: Sequence[Label]) -> Board:
    """The boards laid so far, on a grid."""
    xs, ys = range(frame.west, frame.east + 1), range(frame.south, frame.north + 1)
    put, top, right = frame.put, frame.north + 1, frame.east + 1
    grid = [
        *(Line((put(x + 0.5, frame.south), put(x + 0.5, top)), "panel.edge", 0.02) for x in xs),
        *(Line((put(frame.west, y + 0.5), put(right, y + 0.5)), "panel.edge", 0.02) for y in ys),
    ]
    names = {(x, y): f"{x},{y}" for x in xs for y in ys}
    return _board(ground, frame, names=names, grid=grid, labels=labels)


def _board(
    ground: Ground,
    frame: _Frame,
    *,
    names: Mapping[Spot, str],
    grid: Sequence[Line],
    labels: Sequence[Label],
) -> Board:
    """The printed board: a tint, an outline and a number for each board, a field for each point,
    and lines that join neighbouring points.
    """
    put = frame.put
    regions, outlines, emblems = [], [], []
    for number, board in enumerate(ground.boards, start=1):
        tint = f"ground.{number}"
        ring = tuple(put(x, y) for x, y in _rounded(_corners(board), SEAM, 0.3))
        regions.append(Region(ring, tint))
        for x, y in points_of(board):
            field = tuple(put(x + 0.5 + dx, y + 0.5 + dy) for dx, dy in _FIELD)
            regions.append(Region(field, tint, names[x, y]))
        outlines.append(Line((*ring, ring[0]), "outline", 0.06))
        emblems.append(Emblem(_number(number), put(*_middle(board)), 0.62, tint))
    return Board(
        width=put(frame.east + 1, 0)[0],
        height=put(0, frame.south)[1] + MARGIN,
        regions=tuple(regions),
        lines=(*grid, *_joints(ground, frame), *outlines),
        labels=tuple(labels),
        spots={name: put(x + 0.5, y + 0.5) for (x, y), name in names.items()},
        spot=0.5,
        emblems=tuple(emblems),
        roles=TINTS,
    )


def _joints(ground: Ground, frame: _Frame) -> Iterator[Line]:
    """The longest lines through neighbouring points. No board is only one point wide."""
    put = frame.put
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in ground.board_at:
            if (x - dx, y - dy) in ground.board_at:
                continue
            end = x, y
            while (end[0] + dx, end[1] + dy) in ground.board_at:
                end = end[0] + dx, end[1] + dy
            yield Line((put(x + 0.5, y + 0.5), put(end[0] + 0.5, end[1] + 0.5)), "line", 0.03)


def _labels(columns: Mapping[int, str], rows: Mapping[int, str], frame: _Frame) -> list[Label]:
    """Coordinates below and on the left."""
    below, left = frame.put(0, frame.south)[1] + 0.5 * MARGIN, 0.5 * MARGIN
    return [
        *(Label(name, (frame.put(x + 0.5, 0)[0], below)) for x, name in columns.items()),
        *(Label(name, (left, frame.put(0, y + 0.5)[1])) for y, name in rows.items()),
    ]


@lru_cache(maxsize=1024)
def rim(ground: Ground, complete: bool, lying: int, role: str, width: float) -> Line:
    """A line in a colour along the inner rim of a board, counted from 0."""
    inset, frame = SEAM + 0.03 + width / 2, _frame(ground, complete)
    ring = _rounded(_corners(ground.boards[lying]), inset, 0.3 - width / 2)
    return _closed((frame.put(x, y) for x, y in ring), role, width)


@lru_cache(maxsize=1024)
def surround(ground: Ground, name: str, role: str, width: float) -> Line:
    """A line in a colour around a point of the complete ground."""
    x, y = ground.places[ground.point[name]]
    frame, corners = _frame(ground, True), [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    ring = _rounded([(float(u), float(v)) for u, v in corners], 0.0, 0.28)
    return _closed((frame.put(u, v) for u, v in ring), role, width)


def _closed(ring: Iterable[XY], role: str, width: float) -> Line:
    points = tuple(ring)
    return Line((*points, points[0]), role, width)
