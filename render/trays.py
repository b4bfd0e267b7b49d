"""The strips beside the board: the player of each seat, what they hold, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import ceil, floor
from typing import Literal, NamedTuple, TypeVar

from PIL import Image, ImageDraw

from games.scene import XY, Disc, Glyph, Item, Polygon, Tray
from render import text as letters
from render.brush import FINE, Brush
from render.cache import Cache
from render.canvas import Canvas, Stamp
from render.glyphs import number
from render.palette import Look
from render.pen import Pen
from render.signs import Sign
from render.sprites import Sprite, flat, image_bytes, joined, man
from render.theme import Theme

C = TypeVar("C")

State = Literal["waiting", "to-move", "winner"]

SINGLY = 6
"""Up to this many equal items are drawn individually."""

TURN: Glyph = (
    Polygon(((-0.55, -0.85), (0.8, 0.0), (-0.55, 0.85)), "accent.ink", "accent.ink", 0.2),
)
CROWN: Glyph = (
    Polygon(
        (
            (-0.78, 0.62), (-0.92, -0.42), (-0.44, 0.02), (0.0, -0.72),
            (0.44, 0.02), (0.92, -0.42), (0.78, 0.62),
        ),
        "crown.ink",
        "crown.ink",
        0.16,
    ),
)  # fmt: skip
PLACE: Glyph = (Disc((0.0, 0.0), 0.66, None, "ink.soft", 0.07),)
"""A place for an item that isn't there yet."""

_SIGN = 1.75
"""The room for the sign before a name, relative to the height of its capitals."""

BADGE, LEFT = 98, 146
"""The centre of a badge, and the beginning of a name, at the usual width."""

SLIM, SLIM_LEFT = 380, 62
"""On strips narrower than the first of these widths the name is below the badge. The second is
where the name begins there.
"""


class Caption(NamedTuple):
    """A name, the height of its capitals, the height at which its line is centred, and the sign
    before it.
    """

    words: str
    cap: float
    middle: float
    sign: Sign | None = None

    @property
    def begin(self) -> float:
        """How far the name begins behind the beginning of the line."""
        return _SIGN * self.cap if self.sign else 0.0


class Thing(NamedTuple):
    """A thing in a row: an item, with its middle at `x`; an empty place, if it has neither item nor
    text; or a count, which begins at `x`. The text `|` stands for the line between two groups.
    """

    x: float
    item: Item | None
    said: str = ""


class Row:
    """Items side by side, right-aligned, in groups. Their width is known before they are drawn."""

    def __init__(
        self, groups: Sequence[Sequence[Item]], radius: float, cap: float, singly: int
    ) -> None:
        self.radius, self.cap, self.singly = radius, cap, singly
        self.step = radius * 2.05
        kept = ([item for item in group if item.count or item.of] for group in groups)
        self.groups = [group for group in kept if group]
        """The visible items."""

    def _each(self, item: Item) -> tuple[int, str]:
        """The number of glyphs to draw for an item, and the count to write beside them."""
        if item.count <= self.singly or item.of:
            return item.count, ""
        return 1, f"×{item.count}"

    def _width(self, item: Item) -> float:
        glyphs, count = self._each(item)
        wide = self.radius * 2 + self.step * (max(glyphs, item.of) - 1)
        return wide + (letters.width(count, self.cap) + self.radius * 0.3 if count else 0)

    @property
    def gap(self) -> float:
        """The gap between two items."""
        return self.radius * 0.7

    @property
    def between(self) -> float:
        """The gap between two groups."""
        return self.radius * 1.5

    @property
    def width(self) -> float:
        """The width of all items together."""
        gaps = sum(len(group) - 1 for group in self.groups) * self.gap
        gaps += max(0, len(self.groups) - 1) * self.between
        return gaps + sum(self._width(item) for group in self.groups for item in group)

    def laid(self, right: float) -> Iterator[Thing]:
        """The visible things of the row, from the left, if the row ends at `right`."""
        x = right - self.width
        for nth, group in enumerate(self.groups):
            if nth:
                yield Thing(x + self.between / 2, None, "|")
                x += self.between
            for item in group:
                glyphs, count = self._each(item)
                for one in range(max(glyphs, item.of)):
                    yield Thing(x + self.radius + one * self.step, item if one < glyphs else None)
                x += 2 * self.radius + (max(glyphs, item.of) - 1) * self.step
                if count:
                    x += self.radius * 0.3
                    yield Thing(x, None, count)
                    x += letters.width(count, self.cap)
                x += self.gap
            x -= self.gap

    def draw(self, image: Image.Image, right: float, middle: float, theme: Theme) -> None:
        """Draws the items so that they end at `right`."""
        pen = ImageDraw.Draw(image)
        for x, item, said in self.laid(right):
            if said == "|":
                half, wide = divider(self.radius)
                ends = ((round(x), round(middle - half)), (round(x), round(middle + half)))
                pen.line(ends, theme.colour("panel.edge"), wide)
            elif said:
                font, place = letters.sized(self.cap), (round(x), round(middle + self.cap / 2))
                pen.text(place, said, theme.colour("ink"), font, anchor="ls")
            else:
                sprite = (
                    man(item.glyph, item.role, self.radius, theme)
                    if item
                    else flat(PLACE, "panel", self.radius, theme)
                )
                place = round(x) + sprite.x, round(middle) + sprite.y
                image.paste(sprite.image, place, sprite.image)


def divider(radius: float) -> tuple[float, int]:
    """Half the height of the line between two groups of items of this size, and its width."""
    return radius * 0.9, max(1, round(radius * 0.08))


def _fitting(tray: Tray, room: float, unit: float, radius: float) -> Row:
    """The items in a row that fits, as large as possible and with as few counts as possible."""
    tries = ((1.0, SINGLY), (1.0, 3), (1.0, 1), (0.85, 1), (0.7, 1), (0.55, 1), (0.4, 1))
    groups = tray.items, tray.won
    row = Row(groups, radius * unit, 23 * unit, SINGLY)
    for share, singly in tries:
        row = Row(groups, radius * share * unit, 23 * unit * min(1.0, share + 0.1), singly)
        if row.width <= room:
            break
    return row


class Part(NamedTuple):
    """Something on a strip's ground, and its corner in the strip."""

    stamp: Stamp
    left: int
    top: int


grounds: Cache[Hashable, Stamp] = Cache(64)
"""Empty strips."""
parts: Cache[Hashable, Part] = Cache(8_000_000, lambda part: image_bytes(part.stamp.image))
"""Names with badges, and rows of items. Many matches share them."""


class Room(NamedTuple):
    """The size of a strip, and that of a pixel of a picture of the usual width."""

    size: tuple[int, int]
    unit: float = 1.0

    @property
    def slim(self) -> bool:
        """Whether the badge is above the name instead of before it."""
        return self.size[0] < SLIM * self.unit

    @property
    def badge(self) -> XY:
        """The centre of the badge."""
        height = self.size[1]
        return BADGE * self.unit, height * 0.26 if self.slim else height / 2

    @property
    def name(self) -> float:
        """The beginning of the name."""
        return (SLIM_LEFT if self.slim else LEFT) * self.unit


class Strip(NamedTuple):
    """A seat's strip without its tray: its state, its size, and how to paint it."""

    state: State
    size: tuple[int, int]
    look: Look

    @property
    def room(self) -> Room:
        """Its size in its picture."""
        return Room(self.size, self.look.unit)


def paint(
    canvas: Canvas,
    at: tuple[int, int],
    tray: Tray,
    name: tuple[str, Sign | None],
    strip: Strip,
) -> None:
    """Lays a seat's strip on a canvas with the same palette; a name may have a sign before it.

    Raises UnknownRoleError.
    """
    caption, row, right, level = arranged(tray, name, strip.room)
    canvas.lay(_ground(strip), *at)
    shown = [_titled(tray, caption, strip)]
    if row.groups:
        shown.append(_held(row, right, level, strip))
    for part in shown:
        canvas.lay(part.stamp, at[0] + part.left, at[1] + part.top)


class Arranged(NamedTuple):
    """A strip's contents: its caption, and its items, which end at `right` at this height."""

    caption: Caption
    row: Row
    right: float
    level: float


def arranged(tray: Tray, name: tuple[str, Sign | None], strip: Room) -> Arranged:
    """The positions of everything on a strip."""
    unit, (width, height), sign = strip.unit, strip.size, name[1]
    left, right = strip.name, width - 26 * unit
    words, cap, lead = letters.printable(name[0]), 25 * unit, _SIGN if sign else 0.0
    if strip.slim:
        row, room = _fitting(tray, right - left, unit, 22), right - left
        middle, level = height * 0.56, height * 0.81
    elif height > 110 * unit:
        row, room = _fitting(tray, right - left + 14 * unit, unit, 22), right - left
        middle, level = height * 0.31 if row.groups else height / 2, height * 0.75
    else:
        wanted = min(letters.width(words, cap) + lead * cap, 260 * unit)
        row = _fitting(tray, right - left - wanted - 30 * unit, unit, 26)
        level = middle = height / 2
        room = right - row.width - left - (30 * unit if row.groups else 0)
    if letters.width(words, cap) > room - lead * cap:
        cap = 20 * unit
    if letters.width(words, cap) > room - lead * cap and words.endswith(")"):
        words = words.rpartition(" (")[0] or words  # Rather than cut off in the middle.
    caption = Caption(letters.fitted(words, cap, room - lead * cap), cap, middle, sign)
    return Arranged(caption, row, right, level)


def _ground(strip: Strip) -> Stamp:
    """The strip's ground, highlighted for the seat to move or a winner. Cached."""
    return grounds.get(strip) or grounds.put(strip, Stamp(_painted(strip)))


def _painted(strip: Strip) -> Image.Image:
    state, (width, height), (theme, palette, unit) = strip
    large = Image.new("RGB", (width * FINE, height * FINE), theme.colour("background"))
    draw_ground(Brush(large), state, (width, height), unit, theme.colour)
    return palette.quantise(large.reduce(FINE))


def draw_ground(
    pen: Pen[C],
    state: State,
    size: tuple[int, int],
    unit: float,
    colour: Callable[[str], C],
) -> None:
    """Draws an empty strip."""
    (width, height), round_by = size, 16 * unit
    signal = {"waiting": "panel.edge", "to-move": "accent", "winner": "crown"}[state]
    line = (1.5 if state == "waiting" else 5) * unit
    pen.rounded((0, 0, width, height), round_by, colour(signal))
    flag = 0.0 if state == "waiting" else 46 * unit
    inner = (line + flag, line, width - line, height - line)
    pen.rounded(inner, round_by - line, colour("panel"))
    if flag:
        glyph = TURN if state == "to-move" else CROWN
        pen.glyph(glyph, (flag / 2 + line / 2, height / 2), 17 * unit, colour)


def _titled(tray: Tray, caption: Caption, strip: Strip) -> Part:
    """The badge and the name. Cached."""
    ally = tray.ally and (number(tray.ally[0])[0], tray.ally[1])
    sign = caption.sign and (number(caption.sign[0])[0], caption.sign[1])
    key = strip, number(tray.glyph)[0], tray.role, ally, caption._replace(sign=None), sign
    found = parts.get(key)
    if found is not None:
        return found
    theme, _, unit = strip.look
    words, cap, middle, _ = caption
    badge, room = _badge(tray, unit, theme), strip.room
    at, begin = round(room.badge[0]) + badge.x, round(room.name + caption.begin)
    start = min(at, round(room.name))
    end = max(begin + ceil(letters.width(words, cap) + cap / 2), at + badge.image.width)
    image = _ground(strip).image.crop((start, 0, end, strip.size[1])).convert("RGB")
    image.paste(badge.image, (at - start, int(room.badge[1]) + badge.y), badge.image)
    if caption.sign is not None:
        drawn = flat(*caption.sign, 0.72 * cap, theme)
        place = round(room.name + 0.6 * cap) - start + drawn.x, round(middle) + drawn.y
        image.paste(drawn.image, place, drawn.image)
    ink = theme.colour("ink" if strip.state != "waiting" else "ink.soft")
    place = begin - start, round(middle + cap / 2)
    ImageDraw.Draw(image).text(place, words, ink, letters.sized(cap), anchor="ls")
    return parts.put(key, Part(Stamp(strip.look.palette.quantise(image)), start, 0))


class Emblazoned(NamedTuple):
    """A badge: its glyph and colour, its radius, and where it is, relative to the strip's badge."""

    glyph: Glyph
    role: str
    radius: float
    x: float = 0.0
    y: float = 0.0


def badges_of(tray: Tray, unit: float) -> list[Emblazoned]:
    """The seat's badge, with its partner's in small at its lower right."""
    if tray.ally is None:
        return [Emblazoned(tray.glyph, tray.role, 30 * unit)]
    return [
        Emblazoned(tray.glyph, tray.role, 30 * unit, -8 * unit),
        Emblazoned(*tray.ally, 16 * unit, 24 * unit, 17 * unit),
    ]


def _badge(tray: Tray, unit: float, theme: Theme) -> Sprite:
    return joined(
        (man(glyph, role, radius, theme), round(x), round(y))
        for glyph, role, radius, x, y in badges_of(tray, unit)
    )


def _held(row: Row, right: float, level: float, strip: Strip) -> Part:
    """The items on the inner ground of a strip, which is the same for all strips. Cached."""
    theme, palette, unit = strip.look
    left, top = floor(right - row.width - row.radius), floor(level - 1.4 * row.radius)
    bottom = min(ceil(level + 1.5 * row.radius), strip.size[1] - ceil(5 * unit))
    items = tuple(
        tuple((number(item.glyph)[0], item.role, item.count, item.of) for item in group)
        for group in row.groups
    )
    place = right - left, level - top
    key = strip.look, items, place, bottom - top, row.radius, row.cap, row.singly
    found = parts.get(key)
    if found is None:
        size = ceil(right + 0.3 * row.radius) - left, bottom - top
        image = Image.new("RGB", size, theme.colour("panel"))
        row.draw(image, *place, theme)
        found = parts.put(key, Part(Stamp(palette.quantise(image)), 0, 0))
    return Part(found.stamp, left, top)
