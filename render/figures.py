"""Men, marks and trails on a painted board.

What stands at a point is one sprite. A *patch* is a sprite as it looks on its place of the board.
To paint the same again, only the patch has to be pasted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import dist
from typing import NamedTuple

from PIL import Image, ImageChops

from games.scene import XY, Emblem, Figure, Line, Mark, Scene, Trail
from render import badges, glyphs, marks, sprites
from render.board import Layer
from render.cache import Cache
from render.canvas import Canvas, Stamp
from render.layout import Box, PlacedLabel
from render.sprites import Cutout, Sprite, cutout, image_bytes


@dataclass(eq=False, slots=True)
class Patch:
    """The men and marks of a point, or a trail: where they are, and how they look on the board."""

    mask: Image.Image
    """The pixels that count."""
    box: Box
    """Its place in the picture of the board."""
    loud: bool
    """Whether it reaches beyond its place, where it may meet others."""
    stamp: Stamp | None = None
    """How it looks on the bare board, once needed. Over anything else it is blended."""
    number: int = field(default_factory=count().__next__)
    """A unique number."""


class Group(NamedTuple):
    """What stands at a point."""

    place: tuple[int, int]
    figures: tuple[Figure, ...]
    marks: tuple[Mark, ...]
    key: tuple[Hashable, ...]
    """The board, the point, and what stands there."""


cutouts: Cache[Hashable, Cutout] = Cache(16_000_000, lambda one: 5 * image_bytes(one.mask))
"""The men and marks that stand together at a point."""
patches: Cache[Hashable, Patch] = Cache(36_000_000, lambda patch: 2 * image_bytes(patch.mask))
blends: Cache[Hashable, Stamp] = Cache(16_000_000, lambda stamp: image_bytes(stamp.image))
"""What lies over something else. Everything below it is part of the key."""

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
        self.laid: list[Patch] = []
        self.loud: list[Patch] = []
        """The laid patches that reach beyond their places."""

    def paint(self) -> None:
        """Paints emblems, lines and trails first, then the points (see `_depth`), letters last."""
        groups = self._groups()
        manned = frozenset(figure.point for figure in self.scene.figures)
        for emblem in self._emblems():
            key = self.board.number, glyphs.number(emblem.glyph)[0], emblem.at, emblem.size
            self._lay((*key, emblem.role), partial(self._emblem, emblem))
        for line in self.scene.lines:
            self._lay((self.board.number, line), partial(self._line, line))
        for trail in self.scene.trails:
            clear = self._clear(trail.points[-1]) if trail.points[-1] in manned else 0.1
            men = self._along(trail, manned)
            drawn = partial(self._arrow, trail, clear, men)
            self._lay((self.board.number, trail, clear, men), drawn)
        for group in groups:
            self._lay(group.key, partial(self._cutout, group), group)
        self._letter()

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
        return sorted(groups, key=self._depth)

    def _depth(self, group: Group) -> tuple[bool, bool, int]:
        """Bare marks lie lowest, then men from far to near. Men with marks are last, so that
        neighbours hide no frame and no choice. But on bare points rings lie on the ground, below
        the stacks in front of them.
        """
        fielded = (group.figures or group.marks)[0].point in self.board.fields
        last = any(fielded or mark.role in marks.ABOVE for mark in group.marks)
        return bool(group.figures), last, group.place[1]

    def _standing(self, figure: Figure) -> tuple[Sprite, int, int]:
        """A man, and its place relative to its point."""
        raised = sprites.LEVEL * figure.level * figure.size * self.spot
        x, y = figure.shift[0] * self.spot, figure.shift[1] * self.spot - raised
        radius, grounded = figure.size * self.spot, figure.level == 0
        sprite = sprites.man(figure.glyph, figure.role, radius, self.theme, grounded)
        return sprite, round(x), round(y)

    def _emblems(self) -> Iterator[Emblem]:
        """The scene's emblems, but for those near points that may be chosen."""
        view = self.board.view
        chosen = [
            self.board.places[mark.point] for mark in self.scene.marks if mark.role in marks.ABOVE
        ]
        for emblem in self.scene.emblems:
            reach = emblem.size * view.scale + 0.5 * self.spot
            if all(dist(view.place(emblem.at), place) > reach for place in chosen):
                yield emblem

    def _emblem(self, emblem: Emblem) -> Cutout:
        view = self.board.view
        x, y = view.place(emblem.at)
        drawn = sprites.flat(emblem.glyph, emblem.role, emblem.size * view.scale, self.theme)
        return cutout(drawn._replace(x=drawn.x + round(x), y=drawn.y + round(y)))

    def _line(self, line: Line) -> Cutout:
        view, unit = self.board.view, self.unit
        width = max(2.0 * unit, line.width * view.scale)
        return cutout(marks.line(view.shape(line.points), line, width, self.theme))

    def _clear(self, point: str) -> float:
        """How far from a man an arrow ends."""
        field, tinted = self.board.fields.get(point), self.scene.board.tinted
        roles = [mark.role for mark in self.scene.marks if mark.point == point]
        return marks.clear(marks.Place(self.spot, field, True, tinted, self.unit), roles)

    def _along(self, trail: Trail, manned: Iterable[str]) -> tuple[XY, ...]:
        """The places of men that may hide an arrow, but for the man at its end."""
        spots = self.board.places
        xs, ys = zip(*(spots[point] for point in trail.points), strict=True)
        area = Box(min(xs), min(ys), max(xs), max(ys)).grown(self.spot)
        near = (spots[point] for point in manned if point != trail.points[-1])
        return tuple(
            sorted(
                (x, y) for x, y in near if area.left < x < area.right and area.top < y < area.bottom
            )
        )

    def _arrow(self, trail: Trail, clear: float, men: tuple[XY, ...]) -> Cutout:
        places: Sequence[XY] = [self.board.places[point] for point in trail.points]
        if trail.role != "goal" and trail.points[0] not in self.board.fields:
            places = marks.longer(places, self.spot)
        rimmed = self.scene.board.rimmed and trail.role == "last"
        return cutout(
            marks.arrow(places, trail.role, self.spot, clear, self.theme, rimmed=rimmed, men=men)
        )

    def _cutout(self, group: Group) -> Cutout:
        """The marks and men of a point, relative to the board's corner."""
        point = (group.figures or group.marks)[0].point
        field, tinted = self.board.fields.get(point), self.scene.board.tinted
        place = marks.Place(self.spot, field, bool(group.figures), tinted, self.unit)
        key = self.theme, place, group.key[2:]
        (image, x, y), mask = cutouts.get(key) or cutouts.put(key, self._cut(group, place))
        return Cutout(Sprite(image, group.place[0] + x, group.place[1] + y), mask)

    def _cut(self, group: Group, place: marks.Place) -> Cutout:
        """The marks and men of a point, relative to that point.

        With premultiplied colours ("RGBa") they are pasted in less than half the time.
        """
        (image, x, y), mask = cutout(self._joined(group, place))
        return Cutout(Sprite(image.convert("RGBa"), x, y), mask)

    def _joined(self, group: Group, place: marks.Place) -> Sprite:
        """The marks and men of a point as one sprite, relative to that point."""
        roles = marks.ordered([mark.role for mark in group.marks], place)
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

    def _patch(self, key: Hashable, drawn: Cutout, group: Group | None) -> Patch:
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

    def _lay(self, key: Hashable, draw: Callable[[], Cutout], group: Group | None = None) -> None:
        """Puts a patch on the canvas, blended where it meets one that reaches beyond its place."""
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
        """Puts a sprite over what lies on the canvas. Cached."""
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
        others = self.laid if patch.loud else self.loud
        return any(patch.box.meets(other.box) and _meet(patch, other) for other in others)

    def _men(self) -> dict[str, Box]:
        """A box around the men of each point."""
        found: dict[str, Box] = {}
        for man in self.scene.figures:
            x, y = self.board.places[man.point]
            size = man.size * self.spot
            box = Box(x, y - sprites.LEVEL * man.level * size, x, y).grown(0.95 * size)
            found[man.point] = box.union(found.get(man.point, box))
        return found

    def _letter(self) -> None:
        """The letters of marks, above everything else. Where a label says a point's name, it is
        printed clearly instead.
        """
        told = [mark for mark in self.scene.marks if mark.text]
        if not told:
            return
        labels = self.board.view.labels
        printed = {label.label.point: label for label in labels}
        for mark in told:
            if mark.text == mark.point in printed:
                self._name(printed[mark.point])
        told = [mark for mark in told if not mark.text == mark.point in printed]
        most = badges.largest(self.spot, self.unit)
        cornered = {man.point for man in self.scene.figures if sprites.cornered(man.glyph)}
        taken = [one.box for one in labels]
        found = badges.of(told, self.board.places, self._men(), most, taken, cornered=cornered)
        names = {mark.text for mark in told if mark.text == mark.point and labels}
        for badge, cap in badges.readable(found, most, self.unit, names):
            drawn = partial(badges.painted, badge, cap, self.theme)
            image, left, top = drawn()
            x, y = badge.centre
            placed = Sprite(image, round(x) + left, round(y) + top)
            self._blend((self.theme, badge, cap), Box(*placed.box), drawn)

    def _name(self, label: PlacedLabel) -> None:
        """A label as readable as a coordinate, where it is printed quietly."""
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
