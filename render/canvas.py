"""A picture as a list of stamps on a ground, of which only the requested parts are painted.

Most of a picture stays the same from ply to ply. The list shows that before anything is painted, so
the cached bands (see `bands`) save the painting, too. It takes 0.6 ms to lay a whole picture, and
Pillow needs 14 ms to encode it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from PIL import Image

from render.bands import HEIGHT, Bands
from render.layout import Box
from render.palette import Palette


@dataclass(frozen=True, eq=False, slots=True)
class Stamp:
    """Palette pixels to lay on pictures, and a mask of those that count; None if all do."""

    image: Image.Image
    mask: Image.Image | None = None
    number: int = field(default_factory=count().__next__)
    """A unique number. As a cache key it doesn't keep the stamp alive."""


class _Laid(NamedTuple):
    stamp: Stamp
    left: int
    top: int
    box: Box


class Canvas:
    """Stamps on a ground, later ones above earlier ones, surrounded by background."""

    def __init__(
        self, size: tuple[int, int], palette: Palette, ground: Stamp, at: tuple[int, int]
    ) -> None:
        self.size, self._palette = size, palette
        self._laid = [_placed(ground, *at)]

    @property
    def colours(self) -> bytes:
        """The palette's exact colours."""
        return self._palette.exact

    def lay(self, stamp: Stamp, left: int, top: int) -> None:
        """Lays a stamp with its upper left corner there. Parts beyond the edge are cut off."""
        if left < 0:
            stamp, left = _without_left(stamp, -left), 0
        self._laid.append(_placed(stamp, left, top))

    def beneath(self, box: Box) -> tuple[int, ...]:
        """The numbers of all stamps that reach into the box, in order."""
        return tuple(one.stamp.number for one in self._laid if one.box.meets(box))

    def part(self, box: Box) -> Image.Image:
        """These pixels in the palette's rounded colours, as a new image."""
        left, top, right, bottom = map(int, box)
        (ground, x, y, _), *others = self._laid
        # Pixels cropped from beyond the edge are zero, the index of the background.
        image = ground.image.crop((left - x, top - y, right - x, bottom - y))
        for stamp, x, y, place in others:
            if place.meets(box):
                image.paste(stamp.image, (x - left, y - top), stamp.mask)
        return image

    def whole(self) -> Image.Image:
        """The whole picture in the palette's exact colours, as a new image."""
        return self._palette.finish(self.part(Box(0, 0, *self.size)))

    def bands(self) -> Bands:
        """The picture in bands. A band's key is its size, and the stamps on it with their
        places.
        """
        width, height = self.size
        keys = [array("q", (width, min(HEIGHT, height - top))) for top in range(0, height, HEIGHT)]
        for stamp, left, top, _ in self._laid:
            bottom = top + stamp.image.height
            for number in range(max(top, 0) // HEIGHT, (min(bottom, height) - 1) // HEIGHT + 1):
                keys[number].extend((stamp.number, left, top - number * HEIGHT))
        return Bands([key.tobytes() for key in keys], self._rows, (width + 1) * HEIGHT)

    def _rows(self, first: int, end: int) -> bytes:
        """The pixels of bands. Each row begins with the zero byte left of the picture, which is
        PNG's filter "none", the best for palettes.
        """
        width, height = self.size
        return self.part(Box(-1, first * HEIGHT, width, min(end * HEIGHT, height))).tobytes()


def _placed(stamp: Stamp, left: int, top: int) -> _Laid:
    width, height = stamp.image.size
    return _Laid(stamp, left, top, Box(left, top, left + width, top + height))


def _without_left(stamp: Stamp, less: int) -> Stamp:
    """The stamp without its leftmost columns."""
    image, mask = (
        None if one is None else one.crop((less, 0, max(one.width, less), one.height))
        for one in (stamp.image, stamp.mask)
    )
    assert image is not None
    return Stamp(image, mask)
