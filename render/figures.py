"""Men, marks and trails on a painted board.

The men and marks at a point are one sprite. A *patch* is a sprite as it looks at its place on the
board. To paint the same thing again, only the patch has to be pasted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import NamedTuple

from PIL import Image, ImageChops

from games.scene import XY, Emblem, Figure, Line, Scene, Trail
from render import badges, glyphs, marks, sprites
from render.arrangement import Arrangement, Group
from render.board import Layer
from render.cache import Cache
from render.canvas import Canvas, Stamp
from render.layout import Box, PlacedLabel
from render.shapes import Place
from render.sprites import Cutout, Sprite, cutout, image_bytes


@dataclass(eq=False, slots=True)
class Patch:
    """The men and marks of a point, or a trail: where they are, and how they look on the board."""

    mask: Image.Image
    """The pixels that count."""
    box: Box
    """Its place in the picture of the board."""
    loud: bool
    """Whether it reaches beyond its place, where it may overlap others."""
    stamp: Stamp | None = None
    """How it looks on the bare board, once needed. Over anything else, it is blended."""
    number: int = field(default_factory=count().__next__)
    """A unique number."""


class Placed(NamedTuple):
    """The men and marks at a point."""

    group: Group
    place: tuple[int, int]
    key: tuple[Hashable, ...]
    """The board, the point, and the men and marks there."""


cutouts: Cache[Hashable, Cutout] = Cache(16_000_000, lambda one: 5 * image_bytes(one.mask))
"""The men and marks at a point, together."""
patches: Cache[Hashable, Patch] = Cache(36_000_000, lambda patch: 2 * image_bytes(patch.mask))
blends: Cache[Hashable, Stamp] = Cache(16_000_000, lambda stamp: image_bytes(stamp.image))
"""Blends over other things. Everything below is part of the key."""

encounters: Cache[tuple[int, int], bool] = Cache(10_000)
"""Whether two patches share a pixel, by their numbers."""


class Figures:
    """Paints the men, marks and trails of one scene onto a canvas with its board."""

    def __init__(
        self,
        scene: Scene,
        board: Layer,
        canvas: Canvas,
        corner: tuple[int, int],
    ) -> None:
        self.scene, self.board, self.canvas, self.corner = scene, board, canvas, corner
        self.theme, self.palette, self.unit = board.look
        self.spot = board.view.spot
        self.arranged = Arrangement(scene, board.view, board.places, board.fields, self.unit)
        self.laid: list[Patch] = []
        self.loud: list[Patch] = []
        """The laid patches that reach beyond their places."""

    def paint(self) -> None:
        """Paints emblems, lines and trails first, then the points, letters last."""
        for emblem in self.arranged.emblems():
            key = self.board.number, glyphs.number(emblem.glyph)[0], emblem.at, emblem.size
            self._lay((*key, emblem.role), partial(self._emblem, emblem))
        for line in self.scene.lines:
            self._lay((self.board.number, line), partial(self._line, line))
        for trail in self.scene.trails:
            clear, men = self.arranged.clear(trail), self.arranged.along(trail)
            drawn = partial(self._arrow, trail, clear, men)
            self._lay((self.board.number, trail, clear, men), drawn)
        for placed in self._placed():
            self._lay(placed.key, partial(self._cutout, placed), placed)
        self._letter()

    def _placed(self) -> Iterator[Placed]:
        for group in self.arranged.groups():
            point, (x, y), stack, highlights = group
            key = (
                self.board.number,
                point,
                tuple((glyphs.number(m.glyph)[0], m.role, m.level, m.size, m.shift) for m in stack),
                tuple(mark.role for mark in highlights),
            )
            yield Placed(group, (round(x), round(y)), key)

    def _standing(self, figure: Figure) -> tuple[Sprite, int, int]:
        """A man, and its place relative to its point."""
        x, y = self.arranged.standing(figure)
        radius, grounded = figure.size * self.spot, figure.level == 0
        sprite = sprites.man(figure.glyph, figure.role, radius, self.theme, grounded)
        return sprite, round(x), round(y)

    def _emblem(self, emblem: Emblem) -> Cutout:
        view = self.board.view
        x, y = view.place(emblem.at)
        drawn = sprites.emblem(emblem.glyph, emblem.role, emblem.size * view.scale, self.theme)
        return cutout(drawn._replace(x=drawn.x + round(x), y=drawn.y + round(y)))

    def _line(self, line: Line) -> Cutout:
        places = self.board.view.shape(line.points)
        return cutout(marks.line(places, line, self.arranged.width(line), self.theme))

    def _arrow(self, trail: Trail, clear: float, men: tuple[XY, ...]) -> Cutout:
        return cutout(marks.arrow(self.arranged.arrow(trail, clear, men), trail.role, self.theme))

    def _cutout(self, placed: Placed) -> Cutout:
        """The marks and men of a point, relative to the board's corner."""
        place = self.arranged.place(placed.group)
        key = self.theme, place, placed.key[2:]
        found = cutouts.get(key) or cutouts.put(key, self._cut(placed.group, place))
        (image, x, y), mask = found
        return Cutout(Sprite(image, placed.place[0] + x, placed.place[1] + y), mask)

    def _cut(self, group: Group, place: Place) -> Cutout:
        """The marks and men of a point, relative to that point.

        With premultiplied colours ("RGBa") they are pasted in less than half the time.
        """
        (image, x, y), mask = cutout(self._joined(group, place))
        return Cutout(Sprite(image.convert("RGBa"), x, y), mask)

    def _joined(self, group: Group, place: Place) -> Sprite:
        """The marks and men of a point as one sprite, relative to that point."""
        roles = self.arranged.roles(group)
        below, over = (
            [
                (drawn, 0, 0)
                for role in roles
                if (drawn := paint(role, place, self.theme)) is not None
            ]
            for paint in (marks.beneath, marks.above)
        )
        parts = [*below, *(self._standing(figure) for figure in group.figures), *over]
        return sprites.joined(parts)

    def _patch(self, key: Hashable, drawn: Cutout, group: Placed | None) -> Patch:
        """A new patch: of a group at its point, or of a trail, which may reach anywhere."""
        box, mask = Box(*drawn.sprite.box), drawn.mask
        loud = True
        if group is not None:
            x, y = group.place
            place = Box(x, y, x, y).grown(self.spot + 1)
            loud = place.union(box) != place
        return patches.put(key, Patch(mask, box, loud))

    def _over(self, ground: Image.Image, sprite: Sprite) -> Image.Image:
        """A sprite on the ground below it, in the palette's colours."""
        part = ground.convert("RGB")
        part.paste(sprite.image, (0, 0), sprite.image)
        return self.palette.quantise(part)

    def _lay(self, key: Hashable, draw: Callable[[], Cutout], group: Placed | None = None) -> None:
        """Puts a patch on the canvas, blended if it meets one that reaches beyond its place."""
        patch, drawn = patches.get(key), None
        if patch is None:
            drawn = draw()
            patch = self._patch(key, drawn, group)
        if self._meets(patch):
            self._blend(key, patch.box, lambda: (drawn or draw()).sprite, patch.mask)
        else:
            if patch.stamp is None:
                ground = self.board.image.crop(patch.box)
                patch.stamp = Stamp(self._over(ground, (drawn or draw()).sprite), patch.mask)
            self._put(patch.stamp, patch.box)
        self.laid.append(patch)
        if patch.loud:
            self.loud.append(patch)

    def _put(self, stamp: Stamp, box: Box) -> None:
        self.canvas.lay(stamp, int(box.left) + self.corner[0], int(box.top) + self.corner[1])

    def _blend(
        self,
        key: Hashable,
        box: Box,
        draw: Callable[[], Sprite],
        mask: Image.Image | None = None,
    ) -> None:
        """Blends a sprite with the canvas below it. Cached."""
        x, y = self.corner
        place = box.moved(x, y)
        whole = key, self.corner, self.canvas.beneath(place)
        stamp = blends.get(whole)
        if stamp is None:
            image = self._over(self.canvas.part(place), draw())
            stamp = blends.put(whole, Stamp(image, mask))
        self._put(stamp, box)

    def _meets(self, patch: Patch) -> bool:
        """Whether the patch shares pixels with another, if either reaches beyond its place."""
        left, top, right, bottom = patch.box
        for other in self.laid if patch.loud else self.loud:
            west, north, east, south = other.box  # Compared inline, because there are many of them.
            near = left < east and west < right and top < south and north < bottom
            if near and _meet(patch, other):
                return True
        return False

    def _letter(self) -> None:
        """The letters of marks, above everything else."""
        told = self.arranged.lettering
        for label in told.labels:
            self._name(label)
        for badge, cap in told.badges:
            drawn = partial(badges.painted, badge, cap, self.theme)
            image, left, top = drawn()
            x, y = badge.centre
            placed = Sprite(image, round(x) + left, round(y) + top)
            self._blend((self.theme, badge, cap), Box(*placed.box), drawn)

    def _name(self, label: PlacedLabel) -> None:
        """A label that is usually pale, as readable as a coordinate."""
        drawn = partial(badges.printed, label, self.theme)
        self._blend((self.theme, label), Box(*drawn().box), drawn)


def _meet(one: Patch, other: Patch) -> bool:
    """Whether two patches share a pixel. Cached."""
    key = one.number, other.number
    known = encounters.get(key)
    return encounters.put(key, _shared(one, other)) if known is None else known


def _shared(one: Patch, other: Patch) -> bool:
    """Whether two patches share a pixel."""
    left, top = max(one.box.left, other.box.left), max(one.box.top, other.box.top)
    right, bottom = min(one.box.right, other.box.right), min(one.box.bottom, other.box.bottom)
    first, second = (
        patch.mask.crop(
            (
                int(left - patch.box.left),
                int(top - patch.box.top),
                int(right - patch.box.left),
                int(bottom - patch.box.top),
            )
        )
        for patch in (one, other)
    )
    return ImageChops.logical_and(first, second).getbbox() is not None
