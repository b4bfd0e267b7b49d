"""The hexagon of 37 points, its rays and coordinates: one source for the rules and the picture.

Points are numbered row by row from a1, so ascending numbers are ascending names.
"""

from __future__ import annotations

from games.geometry import SQRT3, polygon
from games.scene import XY, Board, Label, Line, Region

WIDTHS = (4, 5, 6, 7, 6, 5, 4)
PLACES = tuple((row, column) for row, width in enumerate(WIDTHS) for column in range(width))
NAMES = tuple(f"{'abcdefg'[row]}{column + 1}" for row, column in PLACES)
POINT = {name: point for point, name in enumerate(NAMES)}
CENTRE = POINT["d4"]
FREE_AT_START = (1 << len(NAMES)) - 1 - (1 << CENTRE)

# In axial coordinates a direction is the same step everywhere. The rows below the middle one are
# shifted to the right.
_AXIAL = tuple((column + max(0, 3 - row), row) for row, column in PLACES)
_AT = {axial: point for point, axial in enumerate(_AXIAL)}
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def _ray(point: int, direction: tuple[int, int]) -> tuple[int, ...]:
    x, y = _AXIAL[point]
    ray = []
    while (found := _AT.get((x := x + direction[0], y := y + direction[1]))) is not None:
        ray.append(found)
    return tuple(ray)


RAYS = tuple(tuple(_ray(point, way) for way in DIRECTIONS) for point in range(len(NAMES)))
"""For each point and direction, the points along the line, the nearest first."""

REACH = tuple(sum(1 << far for ray in rays for far in ray) for rays in RAYS)
"""For each point, all other points on its lines, as bits."""


def direction(origin: int, target: int) -> int | None:
    """The number of the direction from one point straight to another; None if there is no line."""
    return next((way for way, ray in enumerate(RAYS[origin]) if target in ray), None)


def between(origin: int, target: int) -> tuple[int, ...]:
    """The points strictly between two points on a line, in order from the origin."""
    ray = RAYS[origin][next(way for way, far in enumerate(RAYS[origin]) if target in far)]
    return ray[: ray.index(target)]


def _spot(point: int) -> XY:
    row, column = PLACES[point]
    return 4.2 + column - (WIDTHS[row] - 1) / 2, 3.65 + (3 - row) * SQRT3 / 2


SPOTS = {name: _spot(point) for point, name in enumerate(NAMES)}


def _lines() -> tuple[Line, ...]:
    starts = [(point, way) for point in range(len(NAMES)) for way in range(3)]
    return tuple(
        Line((SPOTS[NAMES[point]], SPOTS[NAMES[RAYS[point][way][-1]]]), "line", 0.025)
        for point, way in starts
        if RAYS[point][way] and not RAYS[point][way + 3]
    )


def _labels() -> tuple[Label, ...]:
    """Row letters on the left, each row's highest number on its right, row a's others below it.

    All are clear of stacks and marks.
    """
    labels = []
    for row, width in enumerate(WIDTHS):
        letter = "abcdefg"[row]
        for name, text, side in (
            (f"{letter}1", letter, -0.78),
            (f"{letter}{width}", str(width), 0.78),
        ):
            labels.append(Label(text, (SPOTS[name][0] + side, SPOTS[name][1]), 0.24))
    for column in range(1, WIDTHS[0]):
        x, y = SPOTS[f"a{column}"]
        labels.append(Label(str(column), (x, y + 0.79), 0.24))
    return tuple(labels)


_MIDDLE = SPOTS["d4"]
BOARD = Board(
    width=8.48,
    height=7.4,
    regions=(
        Region(polygon(6, 4.24, _MIDDLE, 30.0), "board", edge="board.edge"),
        Region(polygon(6, 0.36, _MIDDLE), "barred", "d4"),
    ),
    lines=_lines(),
    labels=_labels(),
    spots=SPOTS,
    spot=0.5,
    stacks=3,
    rimmed=True,
)
