"""What is printed on a board, stroke by stroke, of which any part can be painted by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from games.scene import XY, Board, Line, Region
from render.brush import FINE, Brush
from render.layout import Box, View, around
from render.palette import Look

THICK = 6
"""The thickness of a board, in pixels of a picture of the usual width."""


def side_of(role: str) -> str:
    """The role of the side wall of a region."""
    return "board.edge" if role == "board" else f"{role}.side"


class Stroke(NamedTuple):
    """Something to draw, and the part of the picture outside of which it changes nothing."""

    box: Box
    draw: Callable[[Brush], None]


def strokes(board: Board, view: View, look: Look) -> Iterator[Stroke]:
    """Sides, regions and lines, in drawing order."""
    thick = THICK * look.unit
    for region in bases(board):
        shape, side = view.shape(region.polygon), look.theme.colour(side_of(region.role))
        draw = partial(Brush.extruded, points=shape, down=thick, colour=side, width=1.0)
        yield _stroke(shape, thick + 1, draw)
    yield from _prints(board.regions, board.lines, view, look)


def on_fields(board: Board, view: View, look: Look) -> Iterator[Stroke]:
    """What can be seen on fields that lie on the base and have outlines: fields and lines."""
    fields = [region for region in board.regions if region.point is not None]
    yield from _prints(fields, board.lines, view, look)


def _prints(
    regions: Iterable[Region], lines: Iterable[Line], view: View, look: Look
) -> Iterator[Stroke]:
    for region in regions:
        yield from _region(region, view, look)
    for line in lines:
        yield _line(line, view, look)


def bases(board: Board) -> Sequence[Region]:
    """The regions on which others lie: those that are no point's field, or else all."""
    return [region for region in board.regions if region.point is None] or board.regions


def draw(strokes: Sequence[Stroke], image: Image.Image, left: int, top: int) -> Image.Image:
    """The part of a picture whose upper left corner is there, with the strokes over it."""
    size = image.width * FINE, image.height * FINE
    return drawn(strokes, image.resize(size, Image.Resampling.NEAREST), left, top)


def drawn(strokes: Sequence[Stroke], large: Image.Image, left: int, top: int) -> Image.Image:
    """The same of an enlarged part, in its final size."""
    part = Box(left, top, left + large.width / FINE, top + large.height / FINE)
    brush = Brush(large, (float(left), float(top)))
    for stroke in strokes:
        if stroke.box.meets(part):
            stroke.draw(brush)
    return large.reduce(FINE)


def _stroke(shape: Sequence[XY], reach: float, draw: Callable[[Brush], None]) -> Stroke:
    return Stroke(around(shape).grown(reach + 1), draw)


def _region(region: Region, view: View, look: Look) -> Iterator[Stroke]:
    shape, fill = view.shape(region.polygon), look.theme.colour(region.role)
    yield _stroke(shape, 0, partial(Brush.polygon, points=shape, fill=fill))
    if region.edge is not None:
        closed, width = [*shape, shape[0], shape[1]], 2.2 * look.unit
        edge = look.theme.colour(region.edge)
        yield _stroke(shape, width, partial(Brush.line, points=closed, width=width, colour=edge))


def _line(line: Line, view: View, look: Look) -> Stroke:
    shape, colour = view.shape(line.points), look.theme.colour(line.role)
    width = max(2.0 * look.unit, line.width * view.scale)
    if line.dotted:
        dot = max(3.0 * look.unit, width)
        dots = partial(Brush.dots, points=shape, width=dot, gap=dot * 2.4, colour=colour)
        return _stroke(shape, dot, dots)
    return _stroke(shape, width, partial(Brush.line, points=shape, width=width, colour=colour))
