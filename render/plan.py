"""The layout of a picture: the board and the strips of the seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.scene import XY, Board, Scene, rotate
from render.layout import ENOUGH, WIDTH, extent
from render.trays import SLIM

MOST_HEIGHT, TALL, LEAST_HEIGHT = 1400, 1900, 500
"""The greatest height of a picture, the same if the men would otherwise be too small, and the least
height.
"""
MARGIN, GAP = 20, 14
STRIP, TALL_STRIP, SLIM_STRIP = 88, 132, 196
"""The heights of a strip: as wide as the whole picture; sharing its row with others; and so narrow
that the name is below the badge.
"""
COLUMN, SLIMMEST = 473, 220
"""The width of a column of strips if there is room, and its least width."""
COORDINATES = 64
"""Roughly the room that coordinates take beside a board whose men are small."""
WORTH = 1.1
"""Strips go beside the board, where names are shorter, if strips above and below would make the
picture this many times as high.
"""


class Strip(NamedTuple):
    """The place of a seat's strip in the picture."""

    tray: int
    """The index of the seat's tray in the scene."""
    left: int
    top: int
    width: int
    height: int


class Plan(NamedTuple):
    """The size of the picture, the corner of the board, and the strips."""

    size: tuple[int, int]
    board: tuple[int, int]
    strips: tuple[Strip, ...]


@lru_cache(maxsize=64)
def _centre(board: Board) -> XY:
    whole = extent(board, 0.0)
    return (whole.left + whole.right) / 2, (whole.top + whole.bottom) / 2


def rows(scene: Scene) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The indices of the trays above and below the board, each row from the left.

    A tray goes to the side of the board where its seat sits. If the trays don't say where that is,
    the seats sit around the board clockwise. The first seat is at the bottom or, with four or more
    seats, at the bottom left.
    """
    centre = _centre(scene.board)
    count = len(scene.trays)
    ahead = 0.0 if count < 4 else 180.0 / count
    seen = []
    for index, tray in enumerate(scene.trays):
        usual = rotate((centre[0], centre[1] + 1), ahead + 360.0 * index / count, centre)
        seen.append(rotate(tray.at or usual, scene.turned, centre))
    order = sorted(range(count), key=lambda index: round(seen[index][0], 6))
    above = tuple(index for index in order if seen[index][1] < centre[1] - 1e-6)
    return above, tuple(index for index in order if index not in above)


def _row_height(row: Sequence[int]) -> int:
    """The height of a row of strips and its gap to the board, at the usual width."""
    return 0 if not row else (STRIP if len(row) == 1 else TALL_STRIP) + GAP


class _Room(NamedTuple):
    """The room for a board at the usual width, and whether the strips are beside it."""

    width: float
    height: float
    beside: bool = False


def _room(scene: Scene) -> _Room:
    taken = sum(map(_row_height, rows(scene))) + 2 * MARGIN
    if scene.board.wide:
        return _for_small_men(scene.board, scene.turned, taken, len(scene.trays))
    return _Room(WIDTH - 2 * MARGIN, MOST_HEIGHT - taken)


@lru_cache(maxsize=64)
def _for_small_men(board: Board, turned: float, taken: int, seats: int) -> _Room:
    """The room for a board whose men are small. The picture becomes higher than usual until they
    are large enough, and the strips go beside the board if that helps.
    """
    usual = _Room(WIDTH, MOST_HEIGHT - taken)
    whole, enough = extent(board, turned), ENOUGH / board.spot

    def scale(width: float, height: float) -> float:
        across, down = (width - COORDINATES) / whole.width, (height - COORDINATES) / whole.height
        return min(across, down, enough)

    def needed(at: float) -> float:
        return at * whole.height + COORDINATES

    stacked = scale(WIDTH, TALL - taken)
    if not seats or scale(usual.width, usual.height) >= enough:
        return usual
    narrow = WIDTH - SLIMMEST - GAP - MARGIN
    beside = scale(narrow, TALL - 2 * MARGIN)
    higher = needed(stacked) + taken > WORTH * (needed(beside) + 2 * MARGIN)
    if beside > stacked * 1.02 or (beside >= stacked and higher):
        return _Room(narrow, needed(beside), beside=True)
    return _Room(WIDTH, max(usual.height, needed(stacked)))


def room(scene: Scene, width: int) -> tuple[int, int]:
    """The room for the board of a scene, in a picture of this width."""
    unit, found = width / WIDTH, _room(scene)
    return width - round((WIDTH - found.width) / 2 * unit) * 2, round(found.height * unit)


def plan(scene: Scene, board: tuple[int, int], width: int) -> Plan:
    """The layout of a scene's picture, given the size of its board in pixels."""
    if _room(scene).beside:
        return _beside(scene, board, width)
    unit = width / WIDTH
    above, below = rows(scene)
    margin, gap = round(MARGIN * unit), round(GAP * unit)
    top_row, bottom_row = (round(_row_height(row) * unit) for row in (above, below))
    needed = 2 * margin + top_row + bottom_row + board[1]
    height = max(round(LEAST_HEIGHT * unit), needed)
    y = margin + top_row + (height - needed) // 2
    strips = (
        *_strips(above, margin, top_row - gap, width),
        *_strips(below, height - margin - bottom_row + gap, bottom_row - gap, width),
    )
    return Plan((width, height), ((width - board[0]) // 2, y), strips)


def _strips(row: Sequence[int], top: int, height: int, width: int) -> Iterator[Strip]:
    margin, gap = (round(length * width / WIDTH) for length in (MARGIN, GAP))
    if row:
        each = (width - 2 * margin - gap * (len(row) - 1)) // len(row)
        for number, tray in enumerate(row):
            yield Strip(tray, margin + number * (each + gap), top, each, height)


def _beside(scene: Scene, board: tuple[int, int], width: int) -> Plan:
    """The strips in a column on the right of the board, in turn order."""
    unit, count = width / WIDTH, len(scene.trays)
    margin, gap = round(MARGIN * unit), round(GAP * unit)
    column = min(width - board[0] - gap - margin, round(COLUMN * unit))
    each = round((SLIM_STRIP if column < SLIM * unit else TALL_STRIP) * unit)
    whole = count * (each + gap) - gap
    height = 2 * margin + max(board[1], whole)
    left = (width - board[0] - gap - column - margin) // 2
    top = (height - whole) // 2
    strips = tuple(
        Strip(tray, left + board[0] + gap, top + tray * (each + gap), column, each)
        for tray in range(count)
    )
    return Plan((width, height), (left, (height - board[1]) // 2), strips)
