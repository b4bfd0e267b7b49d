"""The strips beside the board: who sits there, what they hold, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import ceil, floor
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from games.scene import Disc, Glyph, Item, Polygon, Tray
from render import text as letters
from render.brush import FINE, Brush
from render.cache import Cache
from render.canvas import Canvas, Stamp
from render.glyphs import number
from render.palette import Look
from render.signs import Sign
from render.sprites import Sprite, flat, image_bytes, joined, man
from render.theme import Theme

State = Literal["waiting", "to-move", "winner"]

SINGLY = 6
"""Up to this many equal things are drawn individually."""

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
"""Where a badge is centred, and where a name begins, at the usual width."""


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
        """How far behind the beginning of the line the name begins."""
        return _SIGN * self.cap if self.sign else 0.0


class Row:
    """Items side by side, right-aligned, in groups. Their extent is known before they are drawn."""

    def __init__(
        self, groups: Sequence[Sequence[Item]], radius: float, cap: float, singly: int
    ) -> None:
        self.radius, self.cap, self.singly = radius, cap, singly
        self.step = radius * 2.05
        kept = ([item for item in group if item.count or item.of] for group in groups)
        self.groups = [group for group in kept if group]
        """The items that are seen."""

    def _each(self, item: Item) -> tuple[int, str]:
        """How many glyphs to draw for an item, and the count to write beside them."""
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

    def draw(self, image: Image.Image, right: float, middle: float, theme: Theme) -> None:
        """Draws the items so that they end at `right`."""
        x = right - self.width
        for nth, group in enumerate(self.groups):
            if nth:
                self._divide(image, x + self.between / 2, middle, theme)
                x += self.between
            for item in group:
                x = self._draw(item, image, x, middle, theme) + self.gap
            x -= self.gap

    def _draw(self, item: Item, image: Image.Image, x: float, middle: float, theme: Theme) -> float:
        """Draws an item from `x` on. Returns where it ends."""
        glyphs, count = self._each(item)
        full = man(item.glyph, item.role, self.radius, theme)
        empty = flat(PLACE, "panel", self.radius, theme)
        x += self.radius
        for nth in range(max(glyphs, item.of)):
            sprite = full if nth < glyphs else empty
            place = round(x) + sprite.x, round(middle) + sprite.y
            image.paste(sprite.image, place, sprite.image)
            x += self.step
        x += self.radius - self.step
        if count:
            x += self.radius * 0.3
            font = letters.sized(self.cap)
            place = round(x), round(middle + self.cap / 2)
            ImageDraw.Draw(image).text(place, count, theme.colour("ink"), font, anchor="ls")
            x += letters.width(count, self.cap)
        return x

    def _divide(self, image: Image.Image, x: float, middle: float, theme: Theme) -> None:
        """A line between two groups."""
        half, wide = self.radius * 0.9, max(1, round(self.radius * 0.08))
        ends = ((round(x), round(middle - half)), (round(x), round(middle + half)))
        ImageDraw.Draw(image).line(ends, theme.colour("panel.edge"), wide)


def _fitting(tray: Tray, room: float, unit: float, radius: float) -> Row:
    """The items in a row that fits, as large and with as few counts as possible."""
    tries = ((1.0, SINGLY), (1.0, 3), (1.0, 1), (0.85, 1), (0.7, 1), (0.55, 1), (0.4, 1))
    groups = tray.items, tray.won
    row = Row(groups, radius * unit, 23 * unit, SINGLY)
    for share, singly in tries:
        row = Row(groups, radius * share * unit, 23 * unit * min(1.0, share + 0.1), singly)
        if row.width <= room:
            break
    return row


class Part(NamedTuple):
    """What lies on a strip's ground, and its corner in the strip."""

    stamp: Stamp
    left: int
    top: int


grounds: Cache[Hashable, Stamp] = Cache(64)
"""Empty strips."""
parts: Cache[Hashable, Part] = Cache(8_000_000, lambda part: image_bytes(part.stamp.image))
"""Names with badges, and rows of items. Many matches share them."""


class Strip(NamedTuple):
    """A seat's strip without its tray: its state, its size, and how to paint it."""

    state: State
    size: tuple[int, int]
    look: Look


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
    sign = name[1]
    unit = strip.look.unit
    width, height = strip.size
    left, right = LEFT * unit, width - 26 * unit
    words, cap, lead = letters.printable(name[0]), 25 * unit, _SIGN if sign else 0.0
    if height > 110 * unit:
        row = _fitting(tray, right - left + 14 * unit, unit, 22)
        level, room = height * 0.75, right - left
        middle = height * 0.31 if row.groups else height / 2
    else:
        wanted = min(letters.width(words, cap) + lead * cap, 260 * unit)
        row = _fitting(tray, right - left - wanted - 30 * unit, unit, 26)
        level = middle = height / 2
        room = right - row.width - left - (30 * unit if row.groups else 0)
    if letters.width(words, cap) > room - lead * cap:
        cap = 20 * unit
    caption = Caption(letters.fitted(words, cap, room - lead * cap), cap, middle, sign)
    canvas.lay(_ground(strip), *at)
    shown = [_titled(tray, caption, strip)]
    if row.groups:
        shown.append(_held(row, right, level, strip))
    for part in shown:
        canvas.lay(part.stamp, at[0] + part.left, at[1] + part.top)


def _ground(strip: Strip) -> Stamp:
    """The strip's ground, highlighted for the seat to move or a winner. Cached."""
    return grounds.get(strip) or grounds.put(strip, Stamp(_painted(strip)))


def _painted(strip: Strip) -> Image.Image:
    state, (width, height), (theme, palette, unit) = strip
    large = Image.new("RGB", (width * FINE, height * FINE), theme.colour("background"))
    brush, round_by = Brush(large), 16 * unit
    signal = {"waiting": "panel.edge", "to-move": "accent", "winner": "crown"}[state]
    line = (1.5 if state == "waiting" else 5) * unit
    brush.rounded((0, 0, width, height), round_by, theme.colour(signal))
    flag = 0.0 if state == "waiting" else 46 * unit
    inner = (line + flag, line, width - line, height - line)
    brush.rounded(inner, round_by - line, theme.colour("panel"))
    if flag:
        glyph = TURN if state == "to-move" else CROWN
        brush.glyph(glyph, (flag / 2 + line / 2, height / 2), 17 * unit, theme.colour)
    return palette.quantise(large.reduce(FINE))


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
    badge = _badge(tray, unit, theme)
    start, begin = round(BADGE * unit) + badge.x, round(LEFT * unit + caption.begin)
    end = begin + ceil(letters.width(words, cap) + cap / 2)
    image = _ground(strip).image.crop((start, 0, end, strip.size[1])).convert("RGB")
    image.paste(badge.image, (0, strip.size[1] // 2 + badge.y), badge.image)
    if caption.sign is not None:
        drawn = flat(*caption.sign, 0.72 * cap, theme)
        place = round(LEFT * unit + 0.6 * cap) - start + drawn.x, round(middle) + drawn.y
        image.paste(drawn.image, place, drawn.image)
    ink = theme.colour("ink" if strip.state != "waiting" else "ink.soft")
    place = begin - start, round(middle + cap / 2)
    ImageDraw.Draw(image).text(place, words, ink, letters.sized(cap), anchor="ls")
    return parts.put(key, Part(Stamp(strip.look.palette.quantise(image)), start, 0))


def _badge(tray: Tray, unit: float, theme: Theme) -> Sprite:
    """The seat's badge, with its partner's in small at its lower right."""
    badge = man(tray.glyph, tray.role, 30 * unit, theme)
    if tray.ally is None:
        return badge
    ally = man(*tray.ally, 16 * unit, theme)
    return joined(((badge, round(-8 * unit), 0), (ally, round(24 * unit), round(17 * unit))))


def _held(row: Row, right: float, level: float, strip: Strip) -> Part:
    """The items on the inner ground of a strip, which is the same for all. Cached."""
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
