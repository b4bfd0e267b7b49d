"""The men, marks and other things on a board in pixels, and the order in which they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import dist
from typing import NamedTuple

from games.scene import XY, Board, Emblem, Figure, Line, Mark, Scene, Trail
from render import badges, shapes, sprites
from render.badges import Badge
from render.layout import SMALL, Box, PlacedLabel, View
from render.shapes import Arrow, Outline, Place
from render.strokes import width_of


def places_of(board: Board, view: View) -> dict[str, XY]:
    """The places of the points."""
    return {name: view.place(spot) for name, spot in board.spots.items()}


def fields_of(board: Board, view: View, places: Mapping[str, XY]) -> dict[str, Outline]:
    """The outline of each point's field relative to the point."""
    return {
        point: tuple(
            (round(x - places[point][0], 2), round(y - places[point][1], 2))
            for x, y in view.shape(region.polygon)
        )
        for region in reversed(board.regions)
        if (point := region.point) is not None and point in places
    }


def printed(scene: Scene, view: View) -> tuple[PlacedLabel, ...]:
    """The labels to be printed on the board. While points are named that may be picked, the small
    numbers of all points are left out, so that those that are told stand out.
    """
    if all(mark.text != mark.point for mark in scene.marks):
        return view.labels
    return tuple(label for label in view.labels if label.label.role != SMALL)


class Group(NamedTuple):
    """The men and marks at a point, the lowest man first."""

    point: str
    place: XY
    figures: tuple[Figure, ...]
    marks: tuple[Mark, ...]


class Lettering(NamedTuple):
    """The letters of marks: badges with the heights of their capitals, and labels of the board that
    say a point's name and are therefore printed clearly.
    """

    badges: tuple[tuple[Badge, float], ...] = ()
    labels: tuple[PlacedLabel, ...] = ()


class Arrangement:
    """A scene on its board: emblems first, then lines and trails, then groups, letters last."""

    def __init__(
        self,
        scene: Scene,
        view: View,
        places: Mapping[str, XY],
        fields: Mapping[str, Outline],
        unit: float,
    ) -> None:
        self.scene, self.view, self.places, self.fields = scene, view, places, fields
        self.unit, self.spot = unit, view.spot

    def emblems(self) -> Iterator[Emblem]:
        """The scene's emblems, except those near points that may be chosen, or below letters."""
        told = [badges.box_of(badge, cap) for badge, cap in self.lettering.badges]
        for emblem, box in self._clear_emblems:
            if not any(box.meets(other) for other in told):
                yield emblem

    @cached_property
    def _clear_emblems(self) -> list[tuple[Emblem, Box]]:
        """The emblems that are not near points that may be chosen, each with its area."""
        chosen = [self.places[mark.point] for mark in self.scene.marks if mark.role in shapes.ABOVE]
        found = []
        for emblem in self.scene.emblems:
            (x, y), size = self.view.place(emblem.at), emblem.size * self.view.scale
            if all(dist((x, y), place) > size + 0.5 * self.spot for place in chosen):
                found.append((emblem, Box(x, y, x, y).grown(0.6 * size)))
        return found

    def width(self, line: Line) -> float:
        """The width of a line that comes and goes."""
        return width_of(line, self.view, self.unit)

    def groups(self) -> list[Group]:
        """What stands at the points, in drawing order.

        Marks without men are lowest, then men from far to near. Men with marks are last, so that
        neighbours hide no frame and no choice. But rings on points without a field lie on the
        ground, below the stacks in front of them.
        """
        figures: dict[str, list[Figure]] = {}
        for figure in self.scene.figures:
            figures.setdefault(figure.point, []).append(figure)
        found: dict[str, list[Mark]] = {}
        for mark in self.scene.marks:
            found.setdefault(mark.point, []).append(mark)
        groups = [
            Group(
                point,
                self.places[point],
                tuple(sorted(figures.get(point, ()), key=lambda man: man.level)),
                tuple(found.get(point, ())),
            )
            for point in {**figures, **found}
        ]
        return sorted(groups, key=self._depth)

    def _depth(self, group: Group) -> tuple[bool, bool, int]:
        fielded = group.point in self.fields
        last = any(fielded or mark.role in shapes.ABOVE for mark in group.marks)
        return bool(group.figures), last, round(group.place[1])

    def place(self, group: Group) -> Place:
        """The geometry for the marks of a group."""
        field, tinted = self.fields.get(group.point), self.scene.board.tinted
        size = max((man.size for man in group.figures), default=1.0)
        return Place(self.spot, field, bool(group.figures), tinted, self.unit, size)

    def roles(self, group: Group) -> list[str]:
        """The visible marks of a group, the lowest first."""
        return shapes.ordered([mark.role for mark in group.marks], self.place(group))

    def standing(self, figure: Figure) -> XY:
        """The position of a man relative to its point."""
        raised = sprites.LEVEL * figure.level * figure.size * self.spot
        return figure.shift[0] * self.spot, figure.shift[1] * self.spot - raised

    def clear(self, trail: Trail) -> float:
        """The distance from an arrow's end to the man there."""
        point = trail.points[-1]
        if point not in self._manned:
            return 0.1
        field, tinted = self.fields.get(point), self.scene.board.tinted
        roles = [mark.role for mark in self.scene.marks if mark.point == point]
        return shapes.clear(Place(self.spot, field, True, tinted, self.unit), roles)

    def along(self, trail: Trail) -> tuple[XY, ...]:
        """The places of men that may hide an arrow, except the man at its end."""
        spots = self.places
        xs, ys = zip(*(spots[point] for point in trail.points), strict=True)
        area = Box(min(xs), min(ys), max(xs), max(ys)).grown(self.spot)
        near = (spots[point] for point in self._manned if point != trail.points[-1])
        return tuple(
            sorted(
                (x, y) for x, y in near if area.left < x < area.right and area.top < y < area.bottom
            )
        )

    def arrow(self, trail: Trail, clear: float, men: Sequence[XY]) -> Arrow:
        """The arrow of a trail that ends this far from a man and passes these men."""
        places: Sequence[XY] = [self.places[point] for point in trail.points]
        if trail.role != "goal" and trail.points[0] not in self.fields:
            places = shapes.longer(places, self.spot)
        rimmed = self.scene.board.rimmed and trail.role == "last"
        role, spot, unit = trail.role, self.spot, self.unit
        return shapes.arrow(places, role, spot, clear, rimmed=rimmed, men=men, unit=unit)

    @cached_property
    def lettering(self) -> Lettering:
        """The letters of marks. At a man, a label that says the point's name is printed clearly
        instead of a badge; where nobody stands there is room for the whole name.
        """
        told = [mark for mark in self.scene.marks if mark.text]
        if not told:
            return Lettering()
        labels = self.view.labels
        known = {one.label.point: one for one in labels if one.label.point in self._manned}
        clearly = tuple(known[mark.point] for mark in told if mark.text == mark.point in known)
        told = [mark for mark in told if not mark.text == mark.point in known]
        most = badges.largest(self.spot, self.unit)
        cornered = {man.point for man in self.scene.figures if sprites.cornered(man.glyph)}
        taken, numbers = [one.box for one in labels], [box for _, box in self._clear_emblems]
        names = {mark.text for mark in told if mark.text == mark.point and labels}
        small = self.scene.board.wide
        found = badges.of(
            told,
            self.places,
            self._boxes(),
            most,
            [*taken, *self._crosses()] if small else taken,
            cornered=cornered,
            within=Box(0, 0, *self.view.size),
            spare=names if small else (),
            giving=numbers,
        )
        return Lettering(tuple(badges.readable(found, most, self.unit, names)), clearly)

    def _crosses(self) -> Iterator[Box]:
        """A box around each point without men where something has happened."""
        for mark in self.scene.marks:
            if mark.point not in self._manned and not mark.text:
                x, y = self.places[mark.point]
                yield Box(x, y, x, y).grown(0.6 * self.spot)

    @cached_property
    def _manned(self) -> frozenset[str]:
        return frozenset(figure.point for figure in self.scene.figures)

    def _boxes(self) -> dict[str, Box]:
        """A box around the men of each point."""
        found: dict[str, Box] = {}
        for man in self.scene.figures:
            x, y = self.places[man.point]
            size = man.size * self.spot
            box = Box(x, y - sprites.LEVEL * man.level * size, x, y).grown(0.95 * size)
            found[man.point] = box.union(found.get(man.point, box))
        return found
