"""The ground as a printed board, on a grid while it grows, then with its final coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from games.scene import XY, Board, Disc, Emblem, Glyph, Label, Line, Region, Text
from games.turnier.board import REACH, Ground, Spot, column_name, points_of
from games.turnier.notation import Lay

MARGIN = 0.9
"""The width of the margin with the coordinates."""

ROOM = 2
"""Free points shown above and to the right of a growing ground. To the left and below there is
room for a board's length, since a board is placed by its lower left point."""

TINTS = {f"ground.{number}": ("field", "field.alt")[number % 2] for number in range(1, 9)}
"""The colours of up to eight boards that lie side by side."""

# A point's field, without its corners, which a board's rounded ones would cut off.
_FIELD = (
    *((0.41, 0.29), (0.29, 0.41), (-0.29, 0.41), (-0.41, 0.29)),
    *((-0.41, -0.29), (-0.29, -0.41), (0.29, -0.41), (0.41, -0.29)),
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
    """Where a board's number has room between four points: in the middle, or in the elbow."""
    if board.shape[0] == "S":
        wide, high = (6, 2) if board.shape == "Sh" else (2, 6)
        return board.x + wide / 2, board.y + high / 2
    return board.x + (3 if "e" in board.shape else 1), board.y + (3 if "n" in board.shape else 1)


def _number(number: int) -> Glyph:
    """The badge with a board's number."""
    return (
        Disc((0, 0), 0.94, f"ground.{number}.edge", None),
        Text(str(number), (0, 0), 1.15, f"ground.{number}.edge.ink"),
    )


@lru_cache(maxsize=128)
def picture(ground: Ground, complete: bool) -> Board:
    """The board of a ground. Points have their lattice names (`-3,2`) until it is complete."""
    return _named(ground) if complete else _growing(ground)


def _named(ground: Ground) -> Board:
    """The complete ground: columns have letters, rows numbers, lines join neighbouring points."""
    low_x, high_x, low_y, high_y = ground.box
    width, height = high_x - low_x + 1.0, high_y - low_y + 1.0

    def put(x: float, y: float) -> XY:
        return MARGIN + x - low_x, MARGIN + high_y + 1 - y

    sheet = (width + 2 * MARGIN, height + 2 * MARGIN)
    columns = {x: column_name(x - low_x) for x in range(low_x, high_x + 1)}
    rows = {y: str(y - low_y + 1) for y in range(low_y, high_y + 1)}
    names = dict(zip(ground.places, ground.names, strict=True))
    grid = list(_joints(ground, put))
    labels = _labels(columns, rows, put, sheet)
    return _board(ground, put, sheet=sheet, names=names, grid=grid, labels=labels)


def _growing(ground: Ground) -> Board:
    """The boards laid so far, on a grid with its numbers."""
    low_x, high_x, low_y, high_y = ground.box if ground.boards else (REACH - 1, 4, REACH - 1, 4)
    low_x, low_y = low_x - REACH, low_y - REACH
    high_x, high_y = high_x + ROOM, high_y + ROOM
    width, height = high_x - low_x + 1.0, high_y - low_y + 1.0

    def put(x: float, y: float) -> XY:
        return MARGIN + x - low_x, MARGIN + high_y + 1 - y

    sheet = (width + 2 * MARGIN, height + 2 * MARGIN)
    xs, ys = range(low_x, high_x + 1), range(low_y, high_y + 1)
    names = {(x, y): f"{x},{y}" for x in xs for y in ys}
    grid = [
        *(Line((put(x + 0.5, low_y), put(x + 0.5, high_y + 1)), "panel.edge", 0.02) for x in xs),
        *(Line((put(low_x, y + 0.5), put(high_x + 1, y + 0.5)), "panel.edge", 0.02) for y in ys),
        *_joints(ground, put),
    ]
    labels = _labels({x: str(x) for x in xs}, {y: str(y) for y in ys}, put, sheet)
    return _board(ground, put, sheet=sheet, names=names, grid=grid, labels=labels)


def _board(
    ground: Ground,
    put: Callable[[float, float], XY],
    *,
    sheet: XY,
    names: Mapping[Spot, str],
    grid: list[Line],
    labels: list[Label],
) -> Board:
    """The printed board: a tint, an outline and a number for each board, a field for each point."""
    regions, outlines, emblems = [], [], []
    for number, board in enumerate(ground.boards, start=1):
        tint = f"ground.{number}"
        ring = tuple(put(x, y) for x, y in _rounded(_corners(board), 0.05, 0.3))
        regions.append(Region(ring, tint))
        for x, y in points_of(board):
            field = tuple(put(x + 0.5 + dx, y + 0.5 + dy) for dx, dy in _FIELD)
            regions.append(Region(field, tint, names[x, y]))
        outlines.append(Line((*ring, ring[0]), "outline", 0.06))
        emblems.append(Emblem(_number(number), put(*_middle(board)), 0.27, tint))
    return Board(
        width=sheet[0],
        height=sheet[1],
        regions=tuple(regions),
        lines=(*grid, *outlines),
        labels=tuple(labels),
        spots={name: put(x + 0.5, y + 0.5) for (x, y), name in names.items()},
        spot=0.5,
        emblems=tuple(emblems),
        roles=TINTS,
    )


def _joints(ground: Ground, put: Callable[[float, float], XY]) -> Iterator[Line]:
    """The longest lines through neighbouring points. No board is only one point wide."""
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in ground.board_at:
            if (x - dx, y - dy) in ground.board_at:
                continue
            end = x, y
            while (end[0] + dx, end[1] + dy) in ground.board_at:
                end = end[0] + dx, end[1] + dy
            yield Line((put(x + 0.5, y + 0.5), put(end[0] + 0.5, end[1] + 0.5)), "line", 0.03)


def _labels(
    columns: Mapping[int, str],
    rows: Mapping[int, str],
    put: Callable[[float, float], XY],
    sheet: XY,
) -> list[Label]:
    """Coordinates on all four sides."""
    across, up = (0.5 * MARGIN, sheet[0] - 0.5 * MARGIN), (0.5 * MARGIN, sheet[1] - 0.5 * MARGIN)
    names = [
        Label(name, (put(x + 0.5, 0)[0], y)) for y in reversed(up) for x, name in columns.items()
    ]
    return names + [
        Label(name, (x, put(0, y + 0.5)[1])) for x in across for y, name in rows.items()
    ]
