"""The picture of the printed board, which stays the same from turn to turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.scene import XY, Board, Line, Region
from render import text as letters
from render.brush import FINE, Brush
from render.canvas import Stamp
from render.layout import View
from render.palette import Look
from render.sprites import flat
from render.theme import RGB, Theme, contrast

BAND = 200
"""The height in pixels of the bands in which the board is painted, to limit enlarged images."""


THICK = 6
"""The thickness of a board, in pixels of a picture of the usual width."""


def side_of(role: str) -> str:
    """The role of the side wall of a region."""
    return "board.edge" if role == "board" else f"{role}.side"


@dataclass(frozen=True, eq=False, slots=True)
class Layer:
    """A painted board, its view, and the outline of each point's field relative to the point."""

    stamp: Stamp
    view: View
    look: Look
    fields: dict[str, tuple[XY, ...]]
    places: dict[str, XY]

    @property
    def image(self) -> Image.Image:
        """The picture of the board."""
        return self.stamp.image

    @property
    def number(self) -> int:
        """A unique number. As a cache key it doesn't keep the layer alive."""
        return self.stamp.number


def layer(board: Board, view: View, look: Look) -> Layer:
    """The board in the palette's colours. Raises UnknownRoleError."""
    theme = look.theme
    image = _plate(board, view, look)
    strokes = [*_strokes(board, view, look)]
    for top in range(0, image.height, BAND):
        _band(image, top, strokes)
    for emblem in board.emblems:
        sprite = flat(emblem.glyph, emblem.role, emblem.size * view.scale, theme)
        x, y = view.place(emblem.at)
        image.paste(sprite.image, (round(x) + sprite.x, round(y) + sprite.y), sprite.image)
    _letter(image, view, theme)
    places = {name: view.place(spot) for name, spot in board.spots.items()}
    fields = {
        region.point: tuple(
            (round(x - places[region.point][0], 2), round(y - places[region.point][1], 2))
            for x, y in view.shape(region.polygon)
        )
        for region in reversed(board.regions)
        if region.point in places
    }
    return Layer(Stamp(look.palette.quantise(image)), view, look, fields, places)


def _bases(board: Board) -> Sequence[Region]:
    """The regions on which others lie: those that are no point's field, or else all."""
    return [region for region in board.regions if region.point is None] or board.regions


def _plate(board: Board, view: View, look: Look) -> Image.Image:
    """The background with the shadow of the board."""
    image = Image.new("RGB", view.size, look.theme.colour("background"))
    mask = Image.new("L", view.size)
    draw = ImageDraw.Draw(mask)
    for region in _bases(board):
        draw.polygon(view.shape(region.polygon), 255)
    shadow = ImageChops.offset(mask, 0, round(9 * look.unit))
    left, top, right, bottom = shadow.getbbox() or (0, 0, 1, 1)
    soft = ceil(16 * look.unit) + 2  # Further than the blur reaches.
    corner = max(0, left - soft), max(0, top - soft)
    shadow = shadow.crop(
        (*corner, min(right + soft, image.width), min(bottom + soft, image.height))
    )
    shadow = shadow.filter(ImageFilter.GaussianBlur(4 * look.unit))
    strength = [round(value * look.theme.shadow * 0.8) for value in range(256)]
    image.paste((0, 0, 0), corner, shadow.point(strength))
    return image


class _Stroke(NamedTuple):
    """Something to draw, and the rows of the picture between which it lies."""

    top: float
    bottom: float
    draw: Callable[[Brush], None]


def _stroke(shape: Sequence[XY], reach: float, draw: Callable[[Brush], None]) -> _Stroke:
    rows = [y for _, y in shape]
    return _Stroke(min(rows) - reach - 1, max(rows) + reach + 1, draw)


def _strokes(board: Board, view: View, look: Look) -> Iterator[_Stroke]:
    """Sides, regions and lines, in drawing order."""
    thick = THICK * look.unit
    for region in _bases(board):
        shape, side = view.shape(region.polygon), look.theme.colour(side_of(region.role))
        draw = partial(Brush.extruded, points=shape, down=thick, colour=side, width=1.0)
        yield _stroke(shape, thick + 1, draw)
    for region in board.regions:
        yield from _region(region, view, look)
    for line in board.lines:
        yield _line(line, view, look)


def _band(image: Image.Image, top: int, strokes: Sequence[_Stroke]) -> None:
    """Draws one band over what the image already shows there."""
    width, height = image.width, min(BAND, image.height - top)
    band = image.crop((0, top, width, top + height))
    large = band.resize((width * FINE, height * FINE), Image.Resampling.NEAREST)
    brush = Brush(large, (0.0, float(top)))
    for stroke in strokes:
        if stroke.top < top + height and stroke.bottom > top:
            stroke.draw(brush)
    image.paste(large.reduce(FINE), (0, top))


def _region(region: Region, view: View, look: Look) -> Iterator[_Stroke]:
    shape, fill = view.shape(region.polygon), look.theme.colour(region.role)
    yield _stroke(shape, 0, partial(Brush.polygon, points=shape, fill=fill))
    if region.edge is not None:
        closed, width = [*shape, shape[0], shape[1]], 2.2 * look.unit
        edge = look.theme.colour(region.edge)
        yield _stroke(shape, width, partial(Brush.line, points=closed, width=width, colour=edge))


def _line(line: Line, view: View, look: Look) -> _Stroke:
    shape, colour = view.shape(line.points), look.theme.colour(line.role)
    width = max(2.0 * look.unit, line.width * view.scale)
    if line.dotted:
        dot = max(3.0 * look.unit, width)
        dots = partial(Brush.dots, points=shape, width=dot, gap=dot * 2.4, colour=colour)
        return _stroke(shape, dot, dots)
    return _stroke(shape, width, partial(Brush.line, points=shape, width=width, colour=colour))


def _letter(image: Image.Image, view: View, theme: Theme) -> None:
    """Draws the labels, in another ink where theirs would be unreadable."""
    draw = ImageDraw.Draw(image)
    for label, (x, y), cap, _ in view.labels:
        spot = max(0, min(round(x), image.width - 1)), max(0, min(round(y), image.height - 1))
        ground = image.getpixel(spot)
        colour = theme.colour(label.role)
        if isinstance(ground, tuple) and label.role != "coordinate.small":
            colour = _readable(colour, (ground[0], ground[1], ground[2]), theme)
        font = letters.sized(cap, "bold")
        words = letters.printable(label.text)
        draw.text((round(x), round(y + cap / 2)), words, colour, font, anchor="ms")


def _readable(colour: RGB, ground: RGB, theme: Theme) -> RGB:
    if contrast(colour, ground) >= 3:
        return colour
    choices = (theme.colour("ink"), theme.colour("background"))
    return max(choices, key=lambda choice: contrast(choice, ground))
