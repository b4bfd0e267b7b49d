"""The fixed palette of a picture, and images reduced to it.

A palette belongs to a theme and to what a picture may show. It holds the colours of the roles,
their shades under gloss and shadow, and blends for the edges between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from render.cache import Cache
from render.theme import BLACK, CHROME, MARKS, RGB, Theme, mix

SIZE = 256

TINTS = {
    "last": 0.5,
    "from": 0.34,
    "captured": 0.85,
    "earlier": 0.3,
    "earlier-from": 0.2,
    "earlier-captured": 0.6,
    "goal": 0.4,
    "danger": 0.4,
    "reach": 0.2,
    "picked": 0.55,
}
"""How strongly a mark covers what it is painted on."""

TRAILS = {"last": 0.72, "earlier": 0.5, "goal": 0.85, "picked": 1.0}
"""How strongly a trail covers what it is painted on."""

_FRAME = ("background", "panel")


@dataclass(frozen=True, slots=True)
class Cast:
    """The roles that a picture may show: of fields, of print, and of things on the board."""

    surfaces: frozenset[str]
    prints: frozenset[str]
    things: frozenset[str]


@dataclass(frozen=True, eq=False, slots=True)
class Palette:
    """Up to 256 colours. The first is the background. Compared by identity.

    When Pillow looks for the nearest colour, it ignores the two lowest bits of each value.
    `matching` is the palette without those bits. So each of its colours is matched to itself, and
    reducing an image to the palette twice changes nothing.
    """

    colours: tuple[RGB, ...]
    matching: Image.Image
    exact: bytes
    """The colours of a finished image."""
    rounded: bytes
    """The colours of an image before it is finished."""

    def quantise(self, image: Image.Image) -> Image.Image:
        """An RGB image in the nearest colours of this palette."""
        return image.quantize(palette=self.matching, dither=Image.Dither.NONE)

    def finish(self, image: Image.Image) -> Image.Image:
        """The image with the exact colours instead of the rounded ones."""
        image.putpalette(self.exact)
        return image


class Look(NamedTuple):
    """How to paint a picture. `unit` is the size of one pixel of a picture of the usual width."""

    theme: Theme
    palette: Palette
    unit: float


def _exact(theme: Theme, cast: Cast) -> Iterator[RGB]:
    yield from (theme.colour(role) for role in CHROME)
    for role in sorted(cast.surfaces | cast.prints | cast.things):
        yield theme.colour(role)
    for role in sorted(cast.things):
        yield from (theme.colour(f"{role}.{kind}") for kind in ("edge", "ink", "side"))
    yield from (theme.colour(role) for role in MARKS)
    yield from (theme.colour(f"{role}.ink") for role in (*MARKS, "accent"))


def _fine(theme: Theme, cast: Cast) -> Iterator[RGB]:
    """Gloss on things, shadows and tints on surfaces. These are smooth, so the steps are small."""
    for role in sorted(cast.things):
        colour = theme.colour(role)
        for step in range(1, 8):
            yield mix(colour, (255, 255, 255), theme.gloss * step / 7)
            yield mix(colour, BLACK, theme.gloss * 0.6 * step / 7)
    for role in sorted(cast.surfaces | {*_FRAME}):
        colour = theme.colour(role)
        yield from (mix(colour, BLACK, theme.shadow * step / 6) for step in range(1, 7))
        yield from (mix(colour, theme.colour(mark), share) for mark, share in TINTS.items())
        yield from (mix(colour, theme.colour(trail), share) for trail, share in TRAILS.items())


def _pairs(theme: Theme, cast: Cast) -> Iterator[tuple[RGB, RGB]]:
    """The colours that meet at an edge, the most frequent first."""
    surfaces = [theme.colour(role) for role in sorted(cast.surfaces | {*_FRAME})]
    shaded = [mix(colour, BLACK, theme.shadow * 0.7) for colour in surfaces]
    for role in sorted(cast.things):
        edge = theme.colour(f"{role}.edge")
        yield theme.colour(role), theme.colour(f"{role}.ink")
        yield theme.colour(role), edge
        yield theme.colour(f"{role}.side"), edge
        yield from ((edge, surface) for surface in (*surfaces, *shaded))
    for role in ("ink", "ink.soft", "accent", "crown", "panel.edge"):
        yield from ((theme.colour(role), theme.colour(frame)) for frame in _FRAME)
    for role in MARKS:
        yield theme.colour(role), theme.colour(f"{role}.ink")
    for role in (*sorted(cast.things | cast.prints), *MARKS, *sorted(cast.surfaces)):
        yield from ((theme.colour(role), surface) for surface in surfaces)


def _blends(pairs: Iterable[tuple[RGB, RGB]]) -> list[RGB]:
    found = list(dict.fromkeys(pairs))
    shares = (0.5, 0.25, 0.75, 0.12, 0.88, 0.38, 0.62)
    return [mix(one, other, share) for share in shares for one, other in found]


def _snap(colour: RGB) -> RGB:
    red, green, blue = colour
    return red & ~3, green & ~3, blue & ~3


def _packed(groups: tuple[tuple[list[RGB], float], ...], coarseness: float) -> dict[RGB, RGB]:
    """Colours by their rounded values, one in each cell of a grid, which varies by group."""
    kept: dict[RGB, RGB] = {}
    for colours, tolerance in groups:
        step = max(4.0, tolerance * coarseness)
        cells = {tuple(int(value / step) for value in colour) for colour in kept.values()}
        for colour in colours:
            cell = tuple(int(value / step) for value in colour)
            if cell not in cells and _snap(colour) not in kept:
                cells.add(cell)
                kept[_snap(colour)] = colour
    return kept


def _make(theme: Theme, cast: Cast) -> Palette:
    groups = (
        (list(_exact(theme, cast)), 0.0),
        (list(_fine(theme, cast)), 1.0),
        (_blends(_pairs(theme, cast)), 2.2),
    )
    low, high = 3.0, 96.0
    for _ in range(10):
        middle = (low + high) / 2
        low, high = (low, middle) if len(_packed(groups, middle)) <= SIZE else (middle, high)
    kept = list(_packed(groups, high).items())[:SIZE]
    rounded = b"".join(bytes(snapped) for snapped, _ in kept)
    rounded += rounded[:3] * (SIZE - len(kept))
    matching = Image.new("P", (1, 1))
    matching.putpalette(rounded)
    colours = tuple(colour for _, colour in kept)
    return Palette(colours, matching, b"".join(map(bytes, colours)), rounded)


_palettes: Cache[tuple[Theme, Cast], Palette] = Cache(64)


def palette(theme: Theme, cast: Cast) -> Palette:
    """The palette for everything that the cast shows in this theme."""
    key = theme, cast
    return _palettes.get(key) or _palettes.put(key, _make(theme, cast))
