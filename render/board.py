"""The picture of the printed board, which stays the same from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image, ImageDraw, ImageFilter

from games.scene import XY, Board, Emblem
from render import text as letters
from render.arrangement import fields_of, places_of
from render.canvas import Stamp
from render.layout import SMALL, PlacedLabel, View
from render.palette import Look
from render.sprites import flat
from render.strokes import above, bases, draw, width_of
from render.theme import RGB, Theme, contrast

BAND = 200
"""The height in pixels of the bands in which the board is painted, to limit enlarged images."""


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


def layer(board: Board, view: View, look: Look, labels: Sequence[PlacedLabel]) -> Layer:
    """The board with these labels, in the palette's colours. Raises UnknownRoleError."""
    theme = look.theme
    image = _plate(board, view, look)
    drawn = [*above(board, view, look.unit, look.theme.colour)]
    for top in range(0, image.height, BAND):
        draw(drawn, image, top, min(top + BAND, image.height))
    for emblem in board.emblems:
        print_emblem(image, emblem, view, theme)
    _letter(image, labels, theme)
    places = places_of(board, view)
    fields = fields_of(board, view, places)
    return Layer(Stamp(look.palette.quantise(image)), view, look, fields, places)


def print_emblem(
    image: Image.Image, emblem: Emblem, view: View, theme: Theme, corner: tuple[int, int] = (0, 0)
) -> None:
    """Pastes an emblem into a part of a board's picture; `corner` is the part's upper left
    corner.
    """
    sprite = flat(emblem.glyph, emblem.role, emblem.size * view.scale, theme)
    x, y = view.place(emblem.at)
    left, top = round(x) + sprite.x - corner[0], round(y) + sprite.y - corner[1]
    image.paste(sprite.image, (left, top), sprite.image)


def _plate(board: Board, view: View, look: Look) -> Image.Image:
    """The background with lines behind the board, and the board's shadow."""
    image = Image.new("RGB", view.size, look.theme.colour("background"))
    pen = ImageDraw.Draw(image)
    for line in board.lines:
        if line.behind:
            width = max(1, round(width_of(line, view, look.unit)))
            ends = [(round(x), round(y)) for x, y in view.shape(line.points)]
            pen.line(ends, look.theme.colour(line.role), width)
    shadow, down = Image.new("L", view.size), round(9 * look.unit)
    brush = ImageDraw.Draw(shadow)
    for region in bases(board):
        brush.polygon([(x, y + down) for x, y in view.shape(region.polygon)], 255)
    left, top, right, bottom = shadow.getbbox() or (0, 0, 1, 1)
    soft = ceil(16 * look.unit) + 2  # Further than the blur reaches.
    corner = max(0, left - soft), max(0, top - soft)
    shadow = shadow.crop(
        (*corner, min(right + soft, image.width), min(bottom + soft, image.height))
    )
    # At half the size the result looks the same, and takes little more than half the time.
    small = shadow.reduce(2).filter(ImageFilter.GaussianBlur(2 * look.unit))
    shadow = small.resize(shadow.size, Image.Resampling.BILINEAR)
    strength = [round(value * look.theme.shadow * 0.8) for value in range(256)]
    image.paste((0, 0, 0), corner, shadow.point(strength))
    return image


def _letter(image: Image.Image, labels: Sequence[PlacedLabel], theme: Theme) -> None:
    """Draws the labels, in a different ink if their own would be unreadable."""
    pen = ImageDraw.Draw(image)
    for label, (x, y), cap, _ in labels:
        spot = max(0, min(round(x), image.width - 1)), max(0, min(round(y), image.height - 1))
        ground = image.getpixel(spot)
        colour = theme.colour(label.role)
        if isinstance(ground, tuple) and label.role != SMALL:
            colour = readable(colour, (ground[0], ground[1], ground[2]), theme)
        font = letters.sized(cap, "bold")
        words = letters.printable(label.text)
        pen.text((round(x), round(y + cap / 2)), words, colour, font, anchor="ms")


def readable(colour: RGB, ground: RGB, theme: Theme) -> RGB:
    """The colour of a label, or a different one if it would be unreadable on this ground."""
    if contrast(colour, ground) >= 3:
        return colour
    choices = (theme.colour("ink"), theme.colour("background"))
    return max(choices, key=lambda choice: contrast(choice, ground))
