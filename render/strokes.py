"""The printed parts of a board, stroke by stroke, so that any part of the picture can be painted by
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, floor
from operator import methodcaller
from typing import Any, NamedTuple

from PIL import Image

from games.scene import XY, Board, Line, Region
from render.brush import FINE, Brush, sheet
from render.layout import Box, View, around
from render.pen import Pen

THICK = 6
"""The thickness of a board, in pixels of a picture of the usual width."""


def side_of(role: str) -> str:
    """The role of the side wall of a region."""
    return "board.edge" if role == "board" else f"{role}.side"


class Stroke(NamedTuple):
    """Something to draw, and the part of the picture that it may change."""

    box: Box
    draw: Callable[[Pen[Any]], None]
    """Draws it with a pen whose colours are of the requested kind."""


def strokes(
    board: Board, view: View, unit: float, colour: Callable[[str], object]
) -> Iterator[Stroke]:
    """Lines behind, sides, regions and lines, in drawing order. `unit` is the size of one pixel of
    a picture of the usual width, `colour` makes colours of roles.
    """
    for line in board.lines:
        if line.behind:
            yield _line(line, view, unit, colour(line.role))
    yield from above(board, view, unit, colour)


def above(
    board: Board, view: View, unit: float, colour: Callable[[str], object]
) -> Iterator[Stroke]:
    """The same, without the lines behind the board."""
    thick = THICK * unit
    for region in bases(board):
        shape, side = view.shape(region.polygon), colour(side_of(region.role))
        yield _stroke(shape, thick + 1, methodcaller("walls", shape, thick, side, 1.0))
    yield from _prints(board.regions, board.lines, view, unit, colour)


def on_fields(
    board: Board, view: View, unit: float, colour: Callable[[str], object]
) -> Iterator[Stroke]:
    """The visible parts of fields that lie on the base and have outlines: fields and lines."""
    fields = [region for region in board.regions if region.point is not None]
    yield from _prints(fields, board.lines, view, unit, colour)


def _prints(
    regions: Iterable[Region],
    lines: Iterable[Line],
    view: View,
    unit: float,
    colour: Callable[[str], object],
) -> Iterator[Stroke]:
    for region in regions:
        if region.bare:
            continue
        shape = view.shape(region.polygon)
        yield _stroke(shape, 0, methodcaller("polygon", shape, colour(region.role)))
        if region.edge is not None:
            closed, width = [*shape, shape[0], shape[1]], 2.2 * unit
            drawn = methodcaller("line", closed, width, colour(region.edge))
            yield _stroke(shape, width, drawn)
    for line in lines:
        if not line.behind:
            yield _line(line, view, unit, colour(line.role))


def bases(board: Board) -> Sequence[Region]:
    """The regions on which others lie: those that are not the field of a point, or else all."""
    return [region for region in board.regions if region.point is None] or board.regions


def draw(strokes: Iterable[Stroke], image: Image.Image, top: int, bottom: int) -> None:
    """Draws the strokes on a picture, between two of its rows."""
    row = Box(0, top, image.width, bottom)
    seen = [stroke for stroke in strokes if stroke.box.meets(row)]
    if not seen:
        return
    whole = seen[0].box.union(*(stroke.box for stroke in seen))
    left, right = max(0, floor(whole.left)), min(image.width, ceil(whole.right))
    top, bottom = max(top, floor(whole.top)), min(bottom, ceil(whole.bottom))
    part = drawn(seen, sheet(right - left, bottom - top), left, top)
    image.paste(part, (left, top), part)


def drawn(strokes: Sequence[Stroke], large: Image.Image, left: int, top: int) -> Image.Image:
    """The same strokes on an enlarged part, in its final size."""
    part = Box(left, top, left + large.width / FINE, top + large.height / FINE)
    brush = Brush(large, (float(left), float(top)))
    for stroke in strokes:
        if stroke.box.meets(part):
            stroke.draw(brush)
    return large.reduce(FINE)


def _stroke(shape: Sequence[XY], reach: float, draw: Callable[[Pen[Any]], None]) -> Stroke:
    return Stroke(around(shape).grown(reach + 1), draw)


def width_of(line: Line, view: View, unit: float) -> float:
    """The width of a line in the picture."""
    return max(2.0 * unit, line.width * view.scale)


def _line(line: Line, view: View, unit: float, colour: object) -> Stroke:
    shape, width = view.shape(line.points), width_of(line, view, unit)
    if line.dotted:
        dot = max(3.0 * unit, width)
        return _stroke(shape, dot, methodcaller("dots", shape, dot, dot * 2.4, colour))
    return _stroke(shape, width, methodcaller("line", shape, width, colour))
