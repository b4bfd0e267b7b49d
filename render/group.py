"""Several pictures in one, in rows."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from render import png, text
from render.painter import Picture
from render.themes import THEMES

GAP = 24
"""Pixels between two pictures, and around all of them."""
CAP, NAME = 30, 56
"""The height of a name's capitals, and of the line below a row of pictures in which names stand.

Three boards and their names can be read on a phone, where the picture is 350 pixels wide.
"""


def grouped(
    pictures: Sequence[Picture], columns: int, theme: str = "light", names: Sequence[str] = ()
) -> Picture:
    """The pictures from left to right and from top to bottom, `columns` in a row. If there are
    `names`, each picture has its name below it. Rows are centred, and so are the pictures in a row.
    Raises KeyError for an unknown theme.
    """
    named = [*zip(pictures, names or [""] * len(pictures), strict=True)]
    rows = [named[at : at + columns] for at in range(0, len(named), columns)]
    line = NAME if names else 0
    widths = [sum(one.size[0] + GAP for one, _ in row) for row in rows]
    heights = [max(one.size[1] for one, _ in row) + GAP for row in rows]
    size = max(widths, default=0) + GAP, sum(heights) + line * len(rows) + GAP
    colours = THEMES[theme]
    image = Image.new("RGB", size, colours.colour("background"))
    draw, font = ImageDraw.Draw(image), text.sized(CAP)
    top = GAP
    for row, width, height in zip(rows, widths, heights, strict=True):
        left = (size[0] - width + GAP) // 2
        for one, name in row:
            with Image.open(BytesIO(one.png)) as part:
                image.paste(part.convert("RGB"), (left, top + (height - GAP - one.size[1]) // 2))
            said = text.fitted(text.printable(name), CAP, one.size[0])
            below = left + one.size[0] / 2, top + height - GAP + (line + CAP) / 2
            draw.text(below, said, colours.colour("ink"), font, anchor="ms")
            left += one.size[0] + GAP
        top += height + line
    few = image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return Picture(png.encode(few), size)
