"""Men, marks and trails on a painted board.

What stands at a point is one sprite; as it looks on its place of its board it is a *patch*, which
is all that has to be pasted when the same is painted again.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from PIL import Image, ImageChops

from games.scene import Figure, Mark, Scene, Trail
from render import badges, glyphs, marks, sprites
from render.board import Layer, lettered
from render.cache import Cache
from render.layout import Box, PlacedLabel
from render.sprites import Sprite, image_bytes, men
from render.theme import RGB


class Patch(NamedTuple):
    """Men and marks of a point as they look on the board: palette pixels, and which ones count."""

    image: Image.Image
    mask: Image.Image
    sprite: Image.Image
    """The same with its transparency, to be laid over what is no bare board."""
    box: Box
    """In the board's picture."""
    loud: bool
    """Whether it reaches out of its place, where it may meet others."""


class Group(NamedTuple):
    """What stands at a point."""

    place: tuple[int, int]
    figures: tuple[Figure, ...]
    marks: tuple[Mark, ...]
    key: Hashable


patches: Cache[Hashable, Patch] = Cache(
    40_000_000, lambda patch: 2 * image_bytes(patch.image) + image_bytes(patch.sprite)
)


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
        self.loud: list[Patch] = []

    def paint(self) -> None:
        """Trails first, then the points from the far side to the near one, letters last."""
        groups = self._groups()
        manned = frozenset(figure.point for figure in self.scene.figures)
        for trail in self.scene.trails:
            self._lay(self._trail(trail, trail.points[-1] in manned))
        for group in groups:
            patch = self._patch(group)
            self._lay(patch)
            self._uncover(group, patch)
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
                self.board,
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
        x, y = group.place[0] + sprite.x, group.place[1] + sprite.y
        box = Box(x, y, x + sprite.image.width, y + sprite.image.height)
        mask = sprite.image.getchannel("A").point([0] * 10 + [255] * 246, "1")
        image = self._over(self.board.image, sprite.image, (x, y))
        reach = self.spot + 1
        loud = max(-sprite.x, -sprite.y, *sprite.box[2:]) > reach
        return patches.put(group.key, Patch(image, mask, sprite.image, box, loud))

    def _over(self, ground: Image.Image, sprite: Image.Image, at: tuple[int, int]) -> Image.Image:
        """The sprite on a part of the ground, in the palette's colours."""
        part = ground.crop((*at, at[0] + sprite.width, at[1] + sprite.height)).convert("RGB")
        part.paste(sprite, (0, 0), sprite)
        return self.palette.quantise(part)

    def _lay(self, patch: Patch) -> None:
        """Put a patch on the canvas: as it is, or blended where it meets what reaches out."""
        x, y = int(patch.box.left) + self.corner[0], int(patch.box.top) + self.corner[1]
        image = patch.image
        if self._meets(patch):
            image = self._over(self.canvas, patch.sprite, (x, y))
        self.canvas.paste(image, (x, y), patch.mask)
        if patch.loud:
            self.loud.append(patch)

    def _meets(self, patch: Patch) -> bool:
        """Whether it shares pixels with what reaches out, or reaches out itself among others."""
        if patch.loud:
            return bool(self.loud or self.scene.figures)
        return any(patch.box.meets(other.box) and _shared(patch, other) for other in self.loud)

    def _uncover(self, group: Group, patch: Patch) -> None:
        """Write those coordinates again that the men of a point have covered."""
        point = (group.figures or group.marks)[0].point
        for label in self.board.near[point]:
            if not patch.box.meets(label.box):
                continue
            inside = label.box.grown(-1)
            left, top = int(inside.left - patch.box.left), int(inside.top - patch.box.top)
            size = int(inside.width), int(inside.height)
            if patch.mask.crop((left, top, left + size[0], top + size[1])).getbbox() is None:
                continue
            key = self.board, label
            sprite = men.get(key) or men.put(key, lettered(label, self._ground(label), self.theme))
            at = sprite.x + self.corner[0], sprite.y + self.corner[1]
            self.canvas.paste(self._over(self.canvas, sprite.image, at), at)

    def _ground(self, label: PlacedLabel) -> RGB:
        """The colour of the board around a label."""
        image = self.board.image
        x, y = label.box.left - 3, label.centre[1]
        spot = max(0, min(round(x), image.width - 1)), max(0, min(round(y), image.height - 1))
        index = image.getpixel(spot)
        assert isinstance(index, (int, float)), "a palette picture has one band"
        return self.palette.colours[int(index)]

    def _trail(self, trail: Trail, manned: bool) -> Patch:
        key = self.board, trail, manned
        found = patches.get(key)
        if found is not None:
            return found
        places = [self.board.places[point] for point in trail.points]
        whole, left, top = marks.arrow(places, trail.role, self.spot, manned, self.theme)
        image = self._over(self.board.image, whole, (left, top))
        mask = whole.getchannel("A").point([0] * 10 + [255] * 246, "1")
        box = Box(left, top, left + whole.width, top + whole.height)
        return patches.put(key, Patch(image, mask, whole, box, loud=True))

    def _letter(self, manned: frozenset[str]) -> None:
        """The letters of marks over everything else."""
        found = badges.of(self.scene.marks, self.board.places, self.spot, manned)
        for badge, cap in zip(found, badges.sizes(found, self.unit), strict=True):
            sprite = badges.painted(badge, cap, self.theme)
            x, y = badge.centre
            at = round(x) + sprite.x + self.corner[0], round(y) + sprite.y + self.corner[1]
            self.canvas.paste(self._over(self.canvas, sprite.image, at), at)


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
