"""The strips beside the board: who sits there, what he holds, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import floor
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from games.scene import Glyph, Item, Polygon, Tray
from render import text as letters
from render.brush import FINE, Brush
from render.cache import Cache
from render.glyphs import number
from render.palette import Look
from render.sprites import man
from render.theme import Theme

State = Literal["waiting", "to-move", "winner"]

SINGLY = 6
"""Up to this many equal things are drawn one by one."""

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

BADGE, LEFT = 98, 146
"""Where the middle of a badge lies, and where a name begins, at the usual width."""


class Caption(NamedTuple):
    """A name, the height of its capitals, and the middle of its line."""

    words: str
    cap: float
    middle: float


class Row:
    """Items side by side, right-aligned; what stands there is known before it is drawn."""

    def __init__(self, items: Sequence[Item], radius: float, cap: float, singly: int) -> None:
        self.items, self.radius, self.cap, self.singly = items, radius, cap, singly
        self.step = radius * 2.05

    def _each(self, item: Item) -> tuple[int, str]:
        """How many glyphs of an item are drawn, and the number beside them."""
        if item.count <= self.singly:
            return item.count, ""
        return 1, f"×{item.count}"

    def _width(self, item: Item) -> float:
        glyphs, count = self._each(item)
        wide = self.radius * 2 + self.step * (glyphs - 1)
        return wide + (letters.width(count, self.cap) + self.radius * 0.3 if count else 0)

    @property
    def shown(self) -> list[Item]:
        """The items of which there is any."""
        return [item for item in self.items if item.count > 0]

    @property
    def gap(self) -> float:
        """The room between two items."""
        return self.radius * 0.7

    @property
    def width(self) -> float:
        """How wide all items are together."""
        shown = self.shown
        return sum(map(self._width, shown)) + self.gap * max(0, len(shown) - 1)

    def draw(self, image: Image.Image, right: float, middle: float, theme: Theme) -> None:
        """Draw the items so that they end at `right`."""
        x = right - self.width
        draw = ImageDraw.Draw(image)
        for item in self.shown:
            glyphs, count = self._each(item)
            sprite = man(item.glyph, item.role, self.radius, theme)
            x += self.radius
            for _ in range(glyphs):
                place = round(x) + sprite.x, round(middle) + sprite.y
                image.paste(sprite.image, place, sprite.image)
                x += self.step
            x += self.radius - self.step
            if count:
                x += self.radius * 0.3
                font = letters.sized(self.cap)
                place = round(x), round(middle + self.cap / 2)
                draw.text(place, count, theme.colour("ink"), font, anchor="ls")
                x += letters.width(count, self.cap)
            x += self.gap


def _fitting(items: Sequence[Item], room: float, unit: float, radius: float) -> Row:
    """The items as large and as plainly as they fit."""
    tries = ((1.0, SINGLY), (1.0, 3), (1.0, 1), (0.85, 1), (0.7, 1), (0.55, 1), (0.4, 1))
    row = Row(items, radius * unit, 23 * unit, SINGLY)
    for share, singly in tries:
        row = Row(items, radius * share * unit, 23 * unit * min(1.0, share + 0.1), singly)
        if row.width <= room:
            break
    return row


panels: Cache[Hashable, Image.Image] = Cache(64)
"""Strips without items, and the grounds of all strips of a size."""


def _ground(size: tuple[int, int], state: State, theme: Theme, unit: float) -> Image.Image:
    """The strip's ground: lit up for who is to move or has won. Kept for the next time."""
    key = size, state, theme, unit
    return (panels.get(key) or panels.put(key, _painted(size, state, theme, unit))).copy()


def _painted(size: tuple[int, int], state: State, theme: Theme, unit: float) -> Image.Image:
    width, height = size
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
    return large.reduce(FINE)


def strip(tray: Tray, caption: str, state: State, size: tuple[int, int], look: Look) -> Image.Image:
    """A seat's strip in the palette's colours. Raises UnknownRoleError."""
    theme, _, unit = look
    width, height = size
    left, right = LEFT * unit, width - 26 * unit
    words, cap = letters.printable(caption), 25 * unit
    if height > 110 * unit:
        row = _fitting(tray.items, right - left + 14 * unit, unit, 22)
        level, room = height * 0.75, right - left
        middle = height * 0.31 if row.shown else height / 2
    else:
        wanted = min(letters.width(words, cap), 260 * unit)
        row = _fitting(tray.items, right - left - wanted - 30 * unit, unit, 26)
        level = middle = height / 2
        room = right - row.width - left - (30 * unit if row.items else 0)
    if letters.width(words, cap) > room:
        cap = 20 * unit
    words = letters.fitted(words, cap, room)
    image = _panel(tray, Caption(words, cap, middle), state, size, look).copy()
    if row.shown:
        start = max(0, floor(right - row.width - row.radius))
        part = image.crop((start, 0, width, height)).convert("RGB")
        row.draw(part, right - start, level, theme)
        image.paste(look.palette.quantise(part), (start, 0))
    return image


def _panel(
    tray: Tray, caption: Caption, state: State, size: tuple[int, int], look: Look
) -> Image.Image:
    """A strip without items: what stays the same from turn to turn. Kept for the next time."""
    key = look, number(tray.glyph)[0], tray.role, caption, state, size
    return panels.get(key) or panels.put(key, _titled(tray, caption, state, size, look))


def _titled(
    tray: Tray, caption: Caption, state: State, size: tuple[int, int], look: Look
) -> Image.Image:
    theme, palette, unit = look
    image = _ground(size, state, theme, unit)
    badge = man(tray.glyph, tray.role, 30 * unit, theme)
    at = round(BADGE * unit) + badge.x, size[1] // 2 + badge.y
    image.paste(badge.image, at, badge.image)
    words, cap, middle = caption
    ink = theme.colour("ink" if state != "waiting" else "ink.soft")
    place = round(LEFT * unit), round(middle + cap / 2)
    ImageDraw.Draw(image).text(place, words, ink, letters.sized(cap), anchor="ls")
    return palette.quantise(image)
