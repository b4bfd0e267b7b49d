"""Fields that are painted one by one and cached, for boards that differ only in their fields.

In some games each match has a different ground, and each puzzle shows a new one. But the fields
always lie in the same places, and have one of a few colours. So each field is painted once in each
colour, and grounds are assembled from them. With four colours, a picture on a new ground takes
4 ms; painted as a whole, it would take 110 ms.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from PIL import Image

from games.scene import Board, Emblem, Region
from render import glyphs
from render.board import Layer, print_emblem
from render.brush import sheet
from render.cache import Cache
from render.canvas import Stamp
from render.layout import around
from render.sprites import image_bytes
from render.strokes import Stroke, drawn, on_fields

kept: Cache[Hashable, Image.Image] = Cache(16_000_000, image_bytes)
"""Painted fields, in the colours of their palettes."""

AROUND = 8
"""The number of additional pixels that are painted above a field and left of it, then cut off.
Pillow rounds towards zero, so its lines lie differently beyond an image's edge.
"""

LEAST = 0.6
"""The size of a picture, relative to the usual one, below which boards are painted as a whole.
Their outlines are so thin that a pixel may show the colours of two fields.
"""


def learn(first: Layer, board: Board) -> None:
    """Caches the fields of a board that was painted as a whole."""
    for region, emblem in _fields(board):
        kept.put(_key(first, region, emblem), first.image.crop(_box(first, region)))


def laid(first: Layer, board: Board) -> Layer:
    """The board as a layer, given the `first` layer that was painted with the same plain board.
    Each pixel is the same as if the board had been painted as a whole.
    """
    image, strokes, look = first.image.copy(), list[Stroke](), first.look
    for region, emblem in _fields(board):
        key, box = _key(first, region, emblem), _box(first, region)
        field = kept.get(key)
        if field is None:
            strokes = strokes or [*on_fields(board, first.view, look.unit, look.theme.colour)]
            field = kept.put(key, _painted(first, strokes, box, emblem))
        image.paste(field, box[:2])
    return Layer(Stamp(image), first.view, first.look, first.fields, first.places)


def _fields(board: Board) -> Iterator[tuple[Region, Emblem | None]]:
    """The fields, each with the emblem on it."""
    emblems = {emblem.point: emblem for emblem in board.emblems}
    for region in board.regions:
        if region.point is not None:
            yield region, emblems.get(region.point)


def _key(first: Layer, region: Region, emblem: Emblem | None) -> Hashable:
    sign = emblem and (glyphs.number(emblem.glyph)[0], emblem.role)
    return first.number, region.point, region.role, sign


def _box(first: Layer, region: Region) -> tuple[int, int, int, int]:
    """The pixels of a field. No pixel belongs to two fields, and outlines hide what is cut off."""
    left, top, right, bottom = map(round, around(first.view.shape(region.polygon)))
    return left, top, right, bottom


def _painted(
    first: Layer, strokes: Sequence[Stroke], box: tuple[int, int, int, int], emblem: Emblem | None
) -> Image.Image:
    left, top = box[0] - AROUND, box[1] - AROUND
    image = drawn(strokes, sheet(box[2] - left, box[3] - top, "RGB"), left, top)
    if emblem is not None:
        print_emblem(image, emblem, first.view, first.look.theme, (left, top))
    return first.look.palette.quantise(image.crop((AROUND, AROUND, *image.size)))
