"""Men, marks and trails on a painted board.

What stands at a point is one sprite; as it looks on its place of its board it is a *patch*, which
is all that has to be pasted when the same is painted again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial, reduce
from typing import NamedTuple

from PIL import Image, ImageChops

from games.scene import XY, Figure, Mark, Scene, Trail
from render import badges, glyphs, marks, sprites
from render.board import Layer, halo, lettered
from render.cache import Cache
from render.layout import Box, PlacedLabel
from render.sprites import Sprite, image_bytes, men
from render.theme import RGB

_SEEN = [0] * 10 + [255] * 246
"""By its opacity, whether a pixel counts."""


@dataclass(eq=False, slots=True)
class Patch:
    """Men and marks of a point as they look on the board: palette pixels, and which ones count."""

    key: Hashable
    mask: Image.Image
    box: Box
    """In the board's picture."""
    loud: bool
    """Whether it reaches out of its place, where it may meet others."""
    labels: tuple[PlacedLabel, ...]
    """The coordinates that it covers, which are written again above it."""
    reach: Box
    """Where it changes the picture, with these coordinates."""
    image: Image.Image | None = None
    """On the bare board, once it was needed: over something else it is blended."""


class Laid(NamedTuple):
    """What lies on the canvas, and whether it was blended with what had lain there."""

    patch: Patch
    blended: bool


class Group(NamedTuple):
    """What stands at a point."""

    place: tuple[int, int]
    figures: tuple[Figure, ...]
    marks: tuple[Mark, ...]
    key: tuple[Hashable, ...]
    """The board, the point, and what stands there."""


patches: Cache[Hashable, Patch] = Cache(28_000_000, lambda patch: 2 * image_bytes(patch.mask))
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
        self.loud: list[Patch] = []
        """Those laid patches that reach out."""

    def paint(self) -> None:
        """Trails first, then the points from the far side to the near one, letters last."""
        groups = self._groups()
        manned = frozenset(figure.point for figure in self.scene.figures)
        for trail in self.scene.trails:
            beside = trail.points[-1] in manned
            self._lay((self.board.number, trail, beside), partial(self._arrow, trail, beside))
        for group in groups:
            self._lay(group.key, partial(self._sprite, group), group)
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

    def _arrow(self, trail: Trail, beside: bool) -> Sprite:
        places = [self.board.places[point] for point in trail.points]
        return marks.arrow(places, trail.role, self.spot, beside, self.theme)

    def _sprite(self, group: Group) -> Sprite:
        """Marks and men of a point as one sprite, as seen from the board's corner."""
        point = (group.figures or group.marks)[0].point
        place = marks.Place(self.spot, self.board.fields.get(point), bool(group.figures))
        key = self.theme, place, group.key[2:]
        image, x, y = men.get(key) or men.put(key, self._joined(group, place))
        return Sprite(image, group.place[0] + x, group.place[1] + y)

    def _joined(self, group: Group, place: marks.Place) -> Sprite:
        """Marks and men as seen from their point."""
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

    def _patch(self, key: Hashable, sprite: Sprite, group: Group | None) -> Patch:
        """A new patch: of a group at its point, or of a trail, which reaches anywhere."""
        box = Box(*sprite.box)
        mask = sprite.image.getchannel("A").point(_SEEN, "1")
        loud, near = True, tuple[PlacedLabel, ...]()
        if group is not None:
            x, y = group.place
            place = Box(x, y, x, y).grown(self.spot + 1)
            loud = place.union(box) != place
            near = self.board.near[(group.figures or group.marks)[0].point]
        labels = tuple(label for label in near if _covers(mask, box, label))
        reach = reduce(Box.union, map(halo, labels), box)
        return patches.put(key, Patch(key, mask, box, loud, labels, reach))

    def _over(self, ground: Image.Image, sprite: Sprite, corner: XY = (0, 0)) -> Image.Image:
        """A sprite on its part of the ground, in the palette's colours; there the board's picture
        has this corner.
        """
        left, top = int(sprite.x + corner[0]), int(sprite.y + corner[1])
        size = sprite.image.size
        part = ground.crop((left, top, left + size[0], top + size[1])).convert("RGB")
        part.paste(sprite.image, (0, 0), sprite.image)
        return self.palette.quantise(part)

    def _lay(self, key: Hashable, draw: Callable[[], Sprite], group: Group | None = None) -> None:
        """Put a patch on the canvas: as it is, or blended where it meets what reaches out."""
        patch, drawn = patches.get(key), None
        if patch is None:
            drawn = draw()
            patch = self._patch(key, drawn, group)
        blended = self._meets(patch)
        if blended:
            image = self._blended(key, patch.box, lambda: drawn or draw())
        elif patch.image is None:
            image = patch.image = self._over(self.board.image, drawn or draw())
        else:
            image = patch.image
        self._paste(image, patch.box, patch.mask)
        self.laid.append(Laid(patch, blended))
        if patch.loud:
            self.loud.append(patch)
        for label in patch.labels:
            written, box = partial(self._label, label), halo(label)
            self._paste(self._blended((self.board.number, label), box, written), box)

    def _label(self, label: PlacedLabel) -> Sprite:
        """A coordinate in a halo. Kept for the next time."""
        key = self.board.number, label
        return men.get(key) or men.put(key, lettered(label, self._ground(label), self.theme))

    def _paste(self, image: Image.Image, box: Box, mask: Image.Image | None = None) -> None:
        at = int(box.left) + self.corner[0], int(box.top) + self.corner[1]
        self.canvas.paste(image, at, mask)

    def _blended(self, key: Hashable, box: Box, draw: Callable[[], Sprite]) -> Image.Image:
        """A sprite over what lies on the canvas. Kept for the next time."""
        beneath = [(other.key, so) for other, so in self.laid if other.reach.meets(box)]
        whole = key, *beneath
        found = blends.get(whole)
        return found or blends.put(whole, self._over(self.canvas, draw(), self.corner))

    def _meets(self, patch: Patch) -> bool:
        """Whether it shares pixels with what reaches out, or reaches out itself to others."""
        others = [other for other, _ in self.laid] if patch.loud else self.loud
        return any(patch.box.meets(other.box) and _shared(patch, other) for other in others)

    def _ground(self, label: PlacedLabel) -> RGB:
        """The colour of the board around a label."""
        image = self.board.image
        x, y = label.box.left - 3, label.centre[1]
        spot = max(0, min(round(x), image.width - 1)), max(0, min(round(y), image.height - 1))
        index = image.getpixel(spot)
        assert isinstance(index, (int, float)), "a palette picture has one band"
        return self.palette.colours[int(index)]

    def _letter(self, manned: frozenset[str]) -> None:
        """The letters of marks over everything else."""
        found = badges.of(self.scene.marks, self.board.places, self.spot, manned)
        for badge, cap in zip(found, badges.sizes(found, self.unit), strict=True):
            sprite = badges.painted(badge, cap, self.theme)
            x, y = badge.centre
            placed = Sprite(sprite.image, round(x) + sprite.x, round(y) + sprite.y)
            self._paste(self._over(self.canvas, placed, self.corner), Box(*placed.box))


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
