"""Fields that are painted one by one and kept, for boards that differ in nothing else.

Each match of Die Drei has another ground, and each puzzle shows a new one. But the fields always
lie in the same places, and have one of four colours. So each field is painted once in each colour,
and grounds are put together from them. A picture on a new ground takes 4 ms; painted at once, it
would take 110 ms.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PIL import Image

from games.scene import XY, Board, Emblem
from render import glyphs
from render.board import Layer, print_emblem
from render.cache import Cache
from render.canvas import Stamp
from render.layout import around
from render.sprites import image_bytes
from render.strokes import Stroke, draw, strokes

kept: Cache[Hashable, Image.Image] = Cache(16_000_000, image_bytes)
"""Painted fields, in the colours of their palettes."""

AROUND = 8
"""So many more pixels are painted above a field and left of it, then cut off. Pillow rounds towards
zero, so its lines lie differently beyond an image's edge."""

LEAST = 0.6
"""The size of a picture, relative to the usual one, below which boards are painted at once. Their
outlines are so thin that a pixel may show the colours of two fields."""


def laid(plain: Layer, board: Board) -> Layer:
    """The board as a layer, given the layer of its plain board. Each pixel is as if the board had
    been painted at once.
    """
    image, view = plain.image.copy(), plain.view
    emblems = {emblem.point: emblem for emblem in board.emblems}
    drawn: list[Stroke] = []
    for region in board.regions:
        if region.point is None:
            continue
        emblem = emblems.get(region.point)
        sign = emblem and (glyphs.number(emblem.glyph)[0], emblem.role)
        key = plain.number, region.point, region.role, sign
        box = _box(view.shape(region.polygon))
        field = kept.get(key)
        if field is None:
            drawn = drawn or [*strokes(board, view, plain.look)]
            field = kept.put(key, _painted(plain, drawn, box, emblem))
        image.paste(field, box[:2])
    return Layer(Stamp(image), view, plain.look, plain.fields, plain.places)


def _box(shape: Sequence[XY]) -> tuple[int, int, int, int]:
    """The pixels of a field. No pixel belongs to two, and the outline hides what is cut off."""
    left, top, right, bottom = map(round, around(shape))
    return left, top, right, bottom


def _painted(
    plain: Layer, drawn: Sequence[Stroke], box: tuple[int, int, int, int], emblem: Emblem | None
) -> Image.Image:
    left, top, right, bottom = box[0] - AROUND, box[1] - AROUND, box[2], box[3]
    image = draw(drawn, Image.new("RGB", (right - left, bottom - top)), left, top)
    if emblem is not None:
        print_emblem(image, emblem, plain.view, plain.look.theme, (left, top))
    return plain.look.palette.quantise(image.crop((AROUND, AROUND, *image.size)))
