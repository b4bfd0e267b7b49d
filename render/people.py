"""Men, marks and trails on a painted board.

What stands at a point is one sprite; as it looks on its place of its board it is a *patch*, which
is all that has to be pasted when the same is painted again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from typing import NamedTuple

from PIL import Image, ImageChops

from games.scene import Figure, Mark, Scene, Trail
from render import badges, glyphs, marks, sprites
from render.board import Layer, halo, lettered
from render.cache import Cache
from render.layout import Box, PlacedLabel
from render.sprites import Sprite, image_bytes, men
from render.theme import RGB

_SEEN = [0] * 10 + [255] * 246
"""By its opacity, whether a pixel counts."""


class Patch(NamedTuple):
    """Men and marks of a point as they look on the board: palette pixels, and which ones count."""

    key: Hashable
    image: Image.Image
    mask: Image.Image
    sprite: Image.Image
    """The same with its transparency, to be laid over what is no bare board."""
    box: Box
    """In the board's picture."""
    loud: bool
    """Whether it reaches out of its place, where it may meet others."""
    labels: tuple[PlacedLabel, ...]
    """The coordinates that it covers, which are written again above it."""
    reach: Box
    """Where it changes the picture, with these coordinates."""


class Laid(NamedTuple):
    """What lies on the canvas, and whether it was blended with what had lain there."""

    patch: Patch
    blended: bool


class Group(NamedTuple):
    """What stands at a point."""

    place: tuple[int, int]
    figures: tuple[Figure, ...]
    marks: tuple[Mark, ...]
    key: Hashable


patches: Cache[Hashable, Patch] = Cache(
    28_000_000, lambda patch: 2 * image_bytes(patch.image) + image_bytes(patch.sprite)
)
blends: Cache[Hashable, Image.Image] = Cache(16_000_000, image_bytes)
"""What lies over something else, with all that lies beneath as its key."""


class People:
    """Paints the men, marks and trails of one scene onto a canvas with its board."""

    def __init__(
        self,
        scene: Scene,
        board: Layer,
        canvas: Image.Image,
        corner: tuple[int, int],
    ) -> None:
        self.scene, self.board, self.canvas, self.corner = scene, board, canvas, corner
        self.theme, self.palette, self.unit = board.look
        self.spot = board.view.spot
        self.laid: list[Laid] = []

    def paint(self) -> None:
        """Trails first, then the points from the far side to the near one, letters last."""
        groups = self._groups()
        manned = frozenset(figure.point for figure in self.scene.figures)
        for trail in self.scene.trails:
            self._lay(self._trail(trail, trail.points[-1] in manned))
        for group in groups:
            self._lay(self._patch(group))
        self._letter(manned)

    def _groups(self) -> list[Group]:
        figures: dict[str, list[Figure]] = {}
        for figure in self.scene.figures:
            figures.setdefault(figure.point, []).append(figure)
        found: dict[str, list[Mark]] = {}
        for mark in self.scene.marks:
            found.setdefault(mark.point, []).append(mark)
        groups = []
        for point in {**figures, **found}:
            stack = tuple(sorted(figures.get(point, ()), key=lambda man: man.level))
            highlights = tuple(found.get(point, ()))
            x, y = self.board.places[point]
            key = (
                self.board.number,
                point,
                tuple((glyphs.number(m.glyph)[0], m.role, m.level, m.size, m.shift) for m in stack),
                tuple(mark.role for mark in highlights),
            )
            groups.append(Group((round(x), round(y)), stack, highlights, key))
        return sorted(groups, key=lambda group: (bool(group.figures), group.place[1]))

    def _standing(self, figure: Figure) -> tuple[Sprite, int, int]:
        """A man and where he stands as seen from his point."""
        raised = sprites.LEVEL * figure.level * figure.size * self.spot
        x, y = figure.shift[0] * self.spot, figure.shift[1] * self.spot - raised
        radius, grounded = figure.size * self.spot, figure.level == 0
        sprite = sprites.man(figure.glyph, figure.role, radius, self.theme, grounded)
        return sprite, round(x), round(y)

    def _sprite(self, group: Group) -> Sprite:
        """Marks and men of a point as one sprite."""
        point = (group.figures or group.marks)[0].point
        place = marks.Place(self.spot, self.board.fields.get(point), bool(group.figures))
        below, over = (
            [
                (drawn, 0, 0)
                for mark in group.marks
                if (drawn := paint(mark.role, place, self.theme)) is not None
            ]
            for paint in (marks.beneath, marks.above)
        )
        parts = [*below, *(self._standing(figure) for figure in group.figures), *over]
        return sprites.joined(parts)

    def _patch(self, group: Group) -> Patch:
        found = patches.get(group.key)
        if found is not None:
            return found
        sprite = self._sprite(group)
        corner = group.place[0] + sprite.x, group.place[1] + sprite.y
        loud = max(-sprite.x, -sprite.y, *sprite.box[2:]) > self.spot + 1
        point = (group.figures or group.marks)[0].point
        return self._made(group.key, sprite.image, corner, loud, self.board.near[point])

    def _made(
        self,
        key: Hashable,
        sprite: Image.Image,
        at: tuple[int, int],
        loud: bool,
        near: Sequence[PlacedLabel] = (),
    ) -> Patch:
        box = Box(*at, at[0] + sprite.width, at[1] + sprite.height)
        mask = sprite.getchannel("A").point(_SEEN, "1")
        image = self._over(self.board.image, sprite, at)
        labels = tuple(label for label in near if _covers(mask, box, label))
        reach = reduce(Box.union, map(halo, labels), box)
        return patches.put(key, Patch(key, image, mask, sprite, box, loud, labels, reach))

    def _over(self, ground: Image.Image, sprite: Image.Image, at: tuple[int, int]) -> Image.Image:
        """The sprite on a part of the ground, in the palette's colours."""
        part = ground.crop((*at, at[0] + sprite.width, at[1] + sprite.height)).convert("RGB")
        part.paste(sprite, (0, 0), sprite)
        return self.palette.quantise(part)

    def _lay(self, patch: Patch) -> None:
        """Put a patch on the canvas: as it is, or blended where it meets what reaches out."""
        blended, image = self._meets(patch), patch.image
        if blended:
            image = self._blended(patch.key, patch.sprite, patch.box)
        self._paste(image, patch.box, patch.mask)
        self.laid.append(Laid(patch, blended))
        for label in patch.labels:
            key = self.board.number, label
            sprite = men.get(key) or men.put(key, lettered(label, self._ground(label), self.theme))
            box = Box(*sprite.box)
            self._paste(self._blended(key, sprite.image, box), box)

    def _paste(self, image: Image.Image, box: Box, mask: Image.Image | None = None) -> None:
        at = int(box.left) + self.corner[0], int(box.top) + self.corner[1]
        self.canvas.paste(image, at, mask)

    def _blended(self, key: Hashable, sprite: Image.Image, box: Box) -> Image.Image:
        """A sprite over what lies on the canvas. Kept for the next time."""
        beneath = [(other.key, so) for other, so in self.laid if other.reach.meets(box)]
        whole = key, *beneath
        at = int(box.left) + self.corner[0], int(box.top) + self.corner[1]
        return blends.get(whole) or blends.put(whole, self._over(self.canvas, sprite, at))

    def _meets(self, patch: Patch) -> bool:
        """Whether it shares pixels with what reaches out, or reaches out itself to others."""
        return any(
            (patch.loud or other.loud) and patch.box.meets(other.box) and _shared(patch, other)
            for other, _ in self.laid
        )

    def _ground(self, label: PlacedLabel) -> RGB:
        """The colour of the board around a label."""
        image = self.board.image
        x, y = label.box.left - 3, label.centre[1]
        spot = max(0, min(round(x), image.width - 1)), max(0, min(round(y), image.height - 1))
        index = image.getpixel(spot)
        assert isinstance(index, (int, float)), "a palette picture has one band"
        return self.palette.colours[int(index)]

    def _trail(self, trail: Trail, manned: bool) -> Patch:
        key = self.board.number, trail, manned
        found = patches.get(key)
        if found is not None:
            return found
        places = [self.board.places[point] for point in trail.points]
        whole, left, top = marks.arrow(places, trail.role, self.spot, manned, self.theme)
        return self._made(key, whole, (left, top), loud=True)

    def _letter(self, manned: frozenset[str]) -> None:
        """The letters of marks over everything else."""
        found = badges.of(self.scene.marks, self.board.places, self.spot, manned)
        for badge, cap in zip(found, badges.sizes(found, self.unit), strict=True):
            sprite = badges.painted(badge, cap, self.theme)
            x, y = badge.centre
            at = round(x) + sprite.x + self.corner[0], round(y) + sprite.y + self.corner[1]
            self.canvas.paste(self._over(self.canvas, sprite.image, at), at)


def _covers(mask: Image.Image, box: Box, label: PlacedLabel) -> bool:
    """Whether a patch covers any of a coordinate."""
    inside = label.box.grown(-1)
    left, top = int(inside.left - box.left), int(inside.top - box.top)
    part = left, top, left + int(inside.width), top + int(inside.height)
    return box.meets(label.box) and mask.crop(part).getbbox() is not None


def _shared(one: Patch, other: Patch) -> bool:
    """Whether two patches paint a pixel in common."""
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
