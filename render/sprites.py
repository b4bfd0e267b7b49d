"""Men, badges and marks as small pictures with soft edges, to be laid on a board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from math import ceil
from typing import NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageFilter

from games.scene import XY, Disc, Glyph, Polygon, Text
from render.brush import FINE, Brush, Paint, sheet, shrunk
from render.cache import Cache
from render.glyphs import number
from render.pen import Pen
from render.theme import RGB, Theme

C = TypeVar("C")

LEVEL = 0.28
"""How high a man stands above the one below it, relative to its radius: a disc's thickness."""

LIP = 0.1
"""The thickness of men that are not discs, relative to their radius."""


_SEEN = [0] * 10 + [255] * 246
"""For each opacity, whether a pixel counts."""


class Sprite(NamedTuple):
    """An RGBA image. `x`, `y` is its upper left corner relative to its place."""

    image: Image.Image
    x: int
    y: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The area that it covers, relative to its place."""
        return self.x, self.y, self.x + self.image.width, self.y + self.image.height


class Cutout(NamedTuple):
    """A sprite and a mask of the pixels that count."""

    sprite: Sprite
    mask: Image.Image


def cutout(sprite: Sprite) -> Cutout:
    """A sprite with the mask of the pixels that count."""
    return Cutout(sprite, sprite.image.getchannel("A").point(_SEEN, "1"))


def image_bytes(image: Image.Image) -> int:
    """The approximate number of bytes of memory that an image takes."""
    return image.width * image.height * len(image.getbands()) + 200


men: Cache[Hashable, Sprite] = Cache(12_000_000, lambda sprite: image_bytes(sprite.image))
"""Men, marks and letters."""


def owned(theme: Theme, role: str) -> Paint:
    """The colours of a glyph whose owner has this colour."""

    def paint(name: str) -> RGB:
        if name == "owner" or name.startswith("owner."):
            name = role + name[len("owner") :]
        return theme.colour(name)

    return paint


def thickness(glyph: Glyph) -> float:
    """The thickness of a man, relative to its radius."""
    body = glyph[0] if glyph else None
    if isinstance(body, Disc) and body.fill is not None and body.radius >= 0.6:
        return LEVEL
    return LIP if isinstance(body, Disc | Polygon) and body.fill is not None else 0.0


def cornered(glyph: Glyph) -> bool:
    """Whether a man's body, and not only what is drawn on it, reaches into the corners of its
    square.
    """
    body = glyph[0] if glyph else None
    return isinstance(body, Polygon) and any(min(abs(x), abs(y)) > 0.8 for x, y in body.points)


def trimmed(sprite: Sprite) -> Sprite:
    """The sprite without its empty margins."""
    box = sprite.image.getbbox()
    if box is None:
        return Sprite(Image.new("RGBA", (1, 1)), 0, 0)
    if box == (0, 0, *sprite.image.size):
        return sprite
    return Sprite(sprite.image.crop(box), sprite.x + box[0], sprite.y + box[1])


def coloured(alpha: Image.Image, colour: RGB, x: int, y: int) -> Sprite:
    """A sprite of one colour, with the mask as its opacity."""
    veil = Image.new("RGBA", alpha.size, (*colour, 0))
    veil.putalpha(alpha)
    return trimmed(Sprite(veil, x, y))


def cut(image: Image.Image, x: int, y: int) -> Sprite:
    """The drawing on an enlarged sheet as a sprite. The sheet's corner is at `x`, `y` relative to
    the place.
    """
    small, left, top = shrunk(image)
    return trimmed(Sprite(small, x + left, y + top))


def flat(glyph: Glyph, role: str, radius: float, theme: Theme, raised: float = 0.0) -> Sprite:
    """A glyph without thickness or light, for emblems and for signs on men."""
    half = ceil(radius * 1.15 + raised) + 2
    image = sheet(2 * half, 2 * half)
    Brush(image).glyph(glyph, (half, half - raised), radius, owned(theme, role))
    return cut(image, -half, -half)


def emblem(glyph: Glyph, role: str, radius: float, theme: Theme) -> Sprite:
    """The same, cached."""
    key = theme, number(glyph)[0], role, radius
    return men.get(key) or men.put(key, flat(glyph, role, radius, theme))


def man(glyph: Glyph, role: str, radius: float, theme: Theme, shadow: bool = True) -> Sprite:
    """A man on its place: its face, its side and, unless it stands on another man, its shadow.

    Its lower rim is half its thickness below the place. Cached.
    """
    key = theme, number(glyph)[0], role, radius, shadow
    return men.get(key) or men.put(key, _man(glyph, role, radius, theme, shadow))


def _man(glyph: Glyph, role: str, radius: float, theme: Theme, shadow: bool) -> Sprite:
    body, written = parted(glyph)
    if body and written:
        raised = thickness(body) * radius / 2
        face = flat(written, role, radius, theme, raised)
        return joined(((man(body, role, radius, theme, shadow), 0, 0), (face, 0, 0)))
    paint = owned(theme, role)
    thick = thickness(glyph) * radius
    half = ceil(radius * 1.35 + thick) + 2
    image = sheet(2 * half, 2 * half)
    upright(Brush(image), glyph, (float(half), half - thick / 2), radius, paint)
    lit = _gloss(image.reduce(FINE).convert("RGBA"), theme.gloss)
    if shadow:
        lit = _shadowed(lit, radius, theme.shadow)
    return trimmed(Sprite(lit, -half, -half))


def upright(
    pen: Pen[C], glyph: Glyph, centre: XY, radius: float, paint: Callable[[str], C]
) -> None:
    """Draws a man's side, and its face around this centre."""
    thick = thickness(glyph) * radius
    if thick:
        pen.swept(glyph, centre, radius, thick, paint("owner.edge"))
        pen.swept(without_rim(glyph), centre, radius, thick, paint("owner.side"))
    pen.glyph(glyph, centre, radius, paint)


def parted(glyph: Glyph) -> tuple[Glyph, Glyph]:
    """The body of a man, which many men share, and the rest of the glyph, beginning with its first
    text.
    """
    first = next((at for at, shape in enumerate(glyph) if isinstance(shape, Text)), len(glyph))
    return glyph[:first], glyph[first:]


def without_rim(glyph: Glyph) -> Glyph:
    """The filled shapes of a glyph, smaller by half their edges."""
    inner: list[Disc | Polygon] = []
    for shape in glyph:
        if isinstance(shape, Disc) and shape.fill is not None:
            less = shape.width / 2 if shape.edge else 0
            inner.append(Disc(shape.centre, shape.radius - less, shape.fill, None))
        elif isinstance(shape, Polygon) and shape.fill is not None:
            inner.append(Polygon(shape.points, shape.fill, None))
    return tuple(inner)


def _gloss(image: Image.Image, strength: float) -> Image.Image:
    """The image lit from above: brighter at the top, a little darker at the bottom."""
    box = image.getbbox()
    if box is None:
        return image
    alpha = image.getchannel("A")
    light, dark = _light(image.size, box[1], box[3], strength)
    image.paste((255, 255, 255), (0, 0), light)
    image.paste((0, 0, 0), (0, 0), dark)
    image.putalpha(alpha)
    return image


@lru_cache(maxsize=64)
def _light(
    size: tuple[int, int], top: int, bottom: int, strength: float
) -> tuple[Image.Image, Image.Image]:
    """Masks for the white and the black part of light from above, between these heights."""
    ramp = Image.linear_gradient("L").resize((size[0], bottom - top))
    light, dark = (Image.new("L", size) for _ in range(2))
    light.paste(ramp.point([round(max(0, 128 - v) * 2 * strength) for v in range(256)]), (0, top))
    dark.paste(ramp.point([round(max(0, v - 128) * 1.2 * strength) for v in range(256)]), (0, top))
    return light, dark


def _shadowed(image: Image.Image, radius: float, strength: float) -> Image.Image:
    """The image with a soft shadow of itself below it."""
    cast = image.getchannel("A").point([round(value * strength) for value in range(256)])
    cast = ImageChops.offset(cast, 0, max(1, round(radius * 0.07)))
    cast = cast.filter(ImageFilter.GaussianBlur(max(1.0, radius * 0.06)))
    cast = cast.point([0 if value < 6 else value for value in range(256)])
    below = Image.new("RGBA", image.size, (0, 0, 0, 0))
    below.putalpha(cast)
    return Image.alpha_composite(below, image)


def joined(parts: Iterable[tuple[Sprite, int, int]]) -> Sprite:
    """Sprites laid over each other, the first at the bottom, each moved by its two offsets.

    At least one sprite is needed.
    """
    placed = [Sprite(sprite.image, sprite.x + x, sprite.y + y) for sprite, x, y in parts]
    if len(placed) == 1:
        return placed[0]
    left, top = min(x for _, x, _ in placed), min(y for _, _, y in placed)
    right = max(x + image.width for image, x, _ in placed)
    bottom = max(y + image.height for image, _, y in placed)
    whole = Image.new("RGBA", (right - left, bottom - top))
    (lowest, x, y), *others = placed
    whole.paste(lowest, (x - left, y - top))
    for image, x, y in others:
        whole.alpha_composite(image, (x - left, y - top))
    return Sprite(whole, left, top)
