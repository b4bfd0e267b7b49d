"""Several pictures as one, in rows."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from render import png
from render.painter import Picture
from render.themes import THEMES

GAP = 24
"""Pixels between two pictures, and around all of them."""


def grouped(pictures: Sequence[Picture], columns: int, theme: str = "light") -> Picture:
    """The pictures from left to right and from top to bottom, `columns` in a row; rows are centred,
    and so are pictures in their row. Raises KeyError for an unknown theme.
    """
    rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
    widths = [sum(one.size[0] + GAP for one in row) for row in rows]
    heights = [max(one.size[1] for one in row) + GAP for row in rows]
    size = max(widths, default=0) + GAP, sum(heights) + GAP
    image = Image.new("RGB", size, THEMES[theme].colour("background"))
    top = GAP
    for row, width, height in zip(rows, widths, heights, strict=True):
        left = (size[0] - width + GAP) // 2
        for one in row:
            with Image.open(BytesIO(one.png)) as part:
                image.paste(part.convert("RGB"), (left, top + (height - GAP - one.size[1]) // 2))
            left += one.size[0] + GAP
        top += height
    few = image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return Picture(png.encode(few), size)
