"""The second painter: scenes as SVG, with the layout, the shapes and the colours of the first.

Colours are names (`render.colours`), so the page's stylesheet chooses the theme.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import Literal, NamedTuple

from games.scene import XY, Emblem, Figure, Glyph, Line, Scene, Trail
from render import badges, painter, plan, shapes, sprites, trays
from render import text as letters
from render.arrangement import Arrangement, Group, fields_of, places_of, printed
from render.cache import Cache
from render.colours import LABEL, on, owned, paint
from render.glyphs import number as number_of
from render.layout import WIDTH, PlacedLabel, View
from render.palette import TRAILS
from render.quill import ROUND, Ink, Quill, attributes, bold, number
from render.strokes import strokes


class Look(NamedTuple):
    """How something looks, independent of its place and size: a man on the ground or on other men,
    or flat.
    """

    glyph: int
    role: str
    kind: Literal["grounded", "raised", "flat"]


class Ground(NamedTuple):
    """The parts that all pictures of a board share: the places of its points and their fields, the
    prints below emblems, the labels above them, and the spots for the pointer.
    """

    places: Mapping[str, XY]
    fields: Mapping[str, shapes.Outline]
    below: str
    labels: str
    spots: str


_grounds: Cache[Hashable, Ground] = Cache(64)
_defined: Cache[Hashable, str] = Cache(512)
"""The definitions of men and glyphs: most of the work, and the same in each picture of a game."""


def svg(
    scene: Scene, *, captions: Sequence[str] = (), title: str = "", names: Mapping[str, str] = {}
) -> str:
    """The scene as an `<svg>` element, for a page with the stylesheet of `render.colours`.

    `captions` are as in `render.paint`. `title` describes the picture for people who can't see it.
    `names` are the names of points that are not shown by their own.
    """
    return _Drawing(scene, captions, title, names).whole()


class _Drawing:
    """One picture while it is written."""

    def __init__(
        self, scene: Scene, captions: Sequence[str], title: str, names: Mapping[str, str]
    ) -> None:
        self.scene, self.captions, self.title, self.names = scene, captions, title, names
        self.view: View = painter.view(scene, WIDTH)
        self.ink = paint(scene.board)
        self.roles = frozenset(scene.board.roles.items())
        self.ground: Ground = self._ground()
        self.arranged = Arrangement(scene, self.view, self.ground.places, self.ground.fields, 1.0)
        self.looks: dict[Look, tuple[str, float]] = {}
        """The looks that are defined, each with its id and its radius."""
        self.defined: list[str] = []

    def whole(self) -> str:
        """The whole element."""
        laid = plan.plan(self.scene, self.view.size, WIDTH)
        seats = "".join(self._strip(strip) for strip in laid.strips)
        left, top = laid.board
        emblems = map(self._emblem, self.scene.board.emblems)
        prints = "".join((self.ground.below, *emblems, self.ground.labels))
        inside = "".join((prints, self._lying(), self._standing(), self.ground.spots))
        board = f'<g class="board" transform="translate({left} {top})">{inside}</g>'
        width, height = laid.size
        box = {"viewBox": f"0 0 {width} {height}", "role": "img", "aria_label": self.title}
        defs = f"<defs>{_LIGHT}{''.join(self.defined)}</defs>"
        return f"<svg{attributes(**box, **ROUND)}>{defs}{seats}{board}</svg>"

    def _strong(self, role: str, strength: float) -> Ink:
        return self.ink(role)._replace(strength=strength)

    # The board

    def _ground(self) -> Ground:
        """The parts that this picture shares with others of its board."""
        board = self.scene.board
        room, named = plan.room(self.scene, WIDTH), frozenset(self.names.items())
        labels = printed(self.scene, self.view)
        key = board, self.scene.turned, room, named, labels == self.view.labels
        return _grounds.get(key) or _grounds.put(key, self._laid(labels))

    def _laid(self, labels: Sequence[PlacedLabel]) -> Ground:
        board = self.scene.board
        places = places_of(board, self.view)
        fields, spots = fields_of(board, self.view, places), self._spots(places)
        return Ground(places, fields, self._strokes(), self._labels(labels), spots)

    def _strokes(self) -> str:
        quill = Quill()
        for stroke in strokes(self.scene.board, self.view, 1.0, self.ink):
            stroke.draw(quill)
        return quill.markup

    def _labels(self, placed: Sequence[PlacedLabel]) -> str:
        """The labels, in inks that are readable on what is below them."""
        board, quill = self.scene.board, Quill()
        regions = [(self.view.shape(one.polygon), one.role) for one in board.regions]
        labels: dict[tuple[str, float], list[str]] = {}
        for label, centre, cap, _ in placed:
            ink = self.ink(label.role)
            if label.role == LABEL:
                below = [role for shape, role in regions if _inside(centre, shape)]
                ink = on(below[-1] if below else "background", board)
            labels.setdefault((ink.colour, cap), []).append(_word(label.text, centre, cap))
        for (colour, cap), words in labels.items():
            quill.element("g", {"fill": colour, **bold(cap)}, "".join(words))
        return quill.markup

    def _emblem(self, emblem: Emblem) -> str:
        size = emblem.size * self.view.scale
        return self._used(emblem.glyph, emblem.role, size, self.view.place(emblem.at), "flat")

    # What comes and goes

    def _lying(self) -> str:
        quill = Quill()
        for emblem in self.arranged.emblems():
            quill.add(self._emblem(emblem))
        for line in self.scene.lines:
            self._line(line, quill)
        for trail in self.scene.trails:
            self._arrow(trail, quill)
        return quill.markup

    def _line(self, line: Line, quill: Quill) -> None:
        places, width = self.view.shape(line.points), self.arranged.width(line)
        if line.dotted:
            quill.dots(places, width, 2.4 * width, self.ink(line.role))
            return
        if line.lined:
            quill.line(places, width * (1 + 2 * shapes.SIDE), self.ink(f"{line.role}.edge"))
        quill.line(places, width, self.ink(line.role))

    def _arrow(self, trail: Trail, quill: Quill) -> None:
        role = trail.role
        one = self.arranged.arrow(trail, self.arranged.clear(trail), self.arranged.along(trail))
        drawn = Quill()
        if one.rim:
            shapes.draw_arrow(one, role, one.rim, drawn, self.ink(shapes.rim_of(role)))
        shapes.draw_arrow(one, role, 0.0, drawn, self.ink(role))
        strength = None if one.rim else TRAILS[role]
        quill.element("g", {"class_": "trail", "opacity": strength}, drawn.markup)

    def _standing(self) -> str:
        """Men with their marks, then letters."""
        quill = Quill()
        for group in self.arranged.groups():
            x, y = group.place
            where = f"translate({number(x)} {number(y)})"
            quill.element("g", {"data_at": group.point, "transform": where}, self._group(group))
        told = self.arranged.lettering
        for label, centre, cap, _ in told.labels:
            word = _word(label.text, centre, cap)
            quill.element("g", {"fill": self.ink(LABEL).colour, **bold(cap)}, word)
        for badge, cap in told.badges:
            badges.draw(badge, badge.centre, cap, quill, self.ink)
        return quill.markup

    def _group(self, group: Group) -> str:
        """The marks and men of a point, around it."""
        place, roles, quill = self.arranged.place(group), self.arranged.roles(group), Quill()
        for role in roles:
            if role not in shapes.ABOVE:
                self._shape(shapes.beneath(role, place), role, quill)
        for figure in group.figures:
            quill.add(self._man(figure))
        for role in roles:
            if role in shapes.ABOVE:
                self._shape(shapes.above(role, place), role, quill)
        return quill.markup

    def _shape(self, shape: shapes.Shape, role: str, quill: Quill) -> None:
        drawn = Quill()
        shapes.draw(shape, drawn, self._strong)
        strength = shape.strength if shape.strength < 1 else None
        given = {"class_": f"mark {role}", "opacity": strength}
        quill.element("g", given, drawn.markup)

    def _man(self, figure: Figure) -> str:
        place, radius = self.arranged.standing(figure), figure.size * self.arranged.spot
        kind: Literal["raised", "grounded"] = "raised" if figure.level else "grounded"
        return self._used(figure.glyph, figure.role, radius, place, kind)

    def _used(
        self,
        glyph: Glyph,
        role: str,
        radius: float,
        at: XY,
        kind: Literal["grounded", "raised", "flat"] = "grounded",
    ) -> str:
        """A use of a glyph at a place. The glyph is defined at its first use."""
        key = Look(number_of(glyph)[0], role, kind)
        if key not in self.looks:
            name = f"m{len(self.looks)}"
            self.looks[key] = name, radius
            self.defined.append(f'<g id="{name}">{self._definition(glyph, key, radius)}</g>')
        name, usual = self.looks[key]
        x, y = (float(value) or None for value in at)
        where: dict[str, object] = {"x": x, "y": y}
        if abs(usual - radius) > 0.05:
            scaled = f"scale({radius / usual:.3g})"
            where = {"transform": f"translate({number(at[0])} {number(at[1])}){scaled}"}
        return f"<use{attributes(href=f'#{name}', **where)}/>"

    def _definition(self, glyph: Glyph, look: Look, radius: float) -> str:
        """The same as `_drawn`, cached."""
        key = look, round(radius, 3), self.roles
        return _defined.get(key) or _defined.put(key, self._drawn(glyph, look, radius))

    def _drawn(self, glyph: Glyph, look: Look, radius: float) -> str:
        """A man around the origin: its shadow, its side, its face, the light, and its letters. Or a
        glyph alone.
        """
        ink, quill = owned(look.role, self.ink), Quill()
        if look.kind == "flat":
            quill.glyph(glyph, (0.0, 0.0), radius, ink)
            return quill.markup
        body, written = sprites.parted(glyph)
        thick = sprites.thickness(body) * radius
        centre, low = (0.0, -thick / 2), max(1.0, radius * 0.07)
        if look.kind == "grounded" and thick:
            cast = Quill()
            cast.swept(body[:1], centre, radius, thick, Ink("#000"))
            given = {"class_": "shadow", "transform": f"translate(0 {number(low)})"}
            quill.element("g", given, cast.markup)
        sprites.upright(quill, body, centre, radius, ink)
        if thick:
            light = Ink("url(#lit)")
            quill.swept(sprites.without_rim(body[:1]), centre, radius, thick, light)
        quill.glyph(written, centre, radius, ink)
        return quill.markup

    def _spots(self, places: Mapping[str, XY]) -> str:
        """Every point, for the pointer, with its name."""
        quill, radius = Quill(), number(self.view.spot)
        for point, (x, y) in places.items():
            said = f"<title>{escape(self.names.get(point, point))}</title>"
            given = {"data_point": point, "cx": float(x), "cy": float(y), "r": radius}
            quill.element("circle", given, said)
        return f'<g class="spots" fill="none" pointer-events="all">{quill.markup}</g>'

    # The seats

    def _strip(self, place: plan.Strip) -> str:
        tray, quill = self.scene.trays[place.tray], Quill()
        caption = self.captions[place.tray] if place.tray < len(self.captions) else ""
        room, state = trays.Room((place.width, place.height)), painter.state(self.scene, place)
        trays.draw_ground(quill, state, room.size, 1.0, self.ink)
        words, row, right, level = trays.arranged(tray, (caption, None), room)
        for glyph, role, radius, x, y in trays.badges_of(tray, 1.0):
            at = room.badge[0] + x, room.badge[1] + y
            quill.add(self._used(glyph, role, radius, at))
        if words.words:
            soft = "ink" if state != "waiting" else "ink.soft"
            begin = room.name, words.middle + words.cap / 2
            self._written(quill, words.words, begin, words.cap, soft)
        quill.add(self._held(row, right, level))
        where = f"translate({place.left} {place.top})"
        return f'<g class="seat {state}" transform="{where}">{quill.markup}</g>'

    def _held(self, row: trays.Row, right: float, level: float) -> str:
        quill = Quill()
        for x, item, said in row.laid(right):
            if said == "|":
                half, wide = trays.divider(row.radius)
                quill.line(((x, level - half), (x, level + half)), wide, self.ink("panel.edge"))
            elif said:
                self._written(quill, said, (x, level + row.cap / 2), row.cap, "ink")
            elif item is None:
                quill.glyph(trays.PLACE, (x, level), row.radius, self.ink)
            else:
                used = self._used(item.glyph, item.role, row.radius, (x, level))
                quill.add(used)
        return quill.markup

    def _written(self, quill: Quill, words: str, at: XY, cap: float, role: str) -> None:
        """Words that begin at a place, as wide as in the painted picture, whatever the reader's
        font.
        """
        given = {
            "x": at[0],
            "y": at[1],
            "fill": self.ink(role).colour,
            "font_size": cap / letters.CAP,
            "font_weight": 600,
            "textLength": letters.width(words, cap),
            "lengthAdjust": "spacingAndGlyphs",
        }
        quill.element("text", given, escape(words))


_LIGHT = (
    '<linearGradient id="lit" x2="0" y2="1"><stop class="lit"/>'
    '<stop offset=".5" stop-color="#fff" stop-opacity="0"/>'
    '<stop offset=".5" stop-opacity="0"/><stop class="gloom" offset="1"/></linearGradient>'
)
"""Light from above. The stylesheet sets its strength."""


def _word(text: str, centre: XY, cap: float) -> str:
    place = attributes(x=centre[0], y=centre[1] + cap / 2)
    return f"<text{place}>{escape(letters.printable(text))}</text>"


def _inside(place: XY, polygon: Sequence[XY]) -> bool:
    """Whether a place lies in a polygon."""
    x, y = place
    found = False
    for (a, b), (u, v) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (b > y) != (v > y) and x < (u - a) * (y - b) / (v - b) + a:
            found = not found
    return found
