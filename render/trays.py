"""The strips beside the board: who sits there, what he holds, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal

from PIL import Image, ImageDraw

from games.scene import Glyph, Item, Polygon, Tray
from render import text as letters
from render.brush import FINE, Brush
from render.cache import Cache
from render.palette import Look
from render.sprites import Sprite, man
from render.theme import RGB, Theme

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

MakeMan = Callable[[Glyph, str, float], Sprite]


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
        glyphs, number = self._each(item)
        wide = self.radius * 2 + self.step * (glyphs - 1)
        return wide + (letters.width(number, self.cap) + self.radius * 0.3 if number else 0)

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

    def draw(
        self, image: Image.Image, right: float, middle: float, ink: RGB, make: MakeMan
    ) -> None:
        """Draw the items so that they end at `right`."""
        x = right - self.width
        draw = ImageDraw.Draw(image)
        for item in self.shown:
            glyphs, number = self._each(item)
            sprite = make(item.glyph, item.role, self.radius)
            x += self.radius
            for _ in range(glyphs):
                place = round(x) + sprite.x, round(middle) + sprite.y
                image.paste(sprite.image, place, sprite.image)
                x += self.step
            x += self.radius - self.step
            if number:
                x += self.radius * 0.3
                font = letters.sized(self.cap)
                draw.text((round(x), round(middle + self.cap / 2)), number, ink, font, anchor="ls")
                x += letters.width(number, self.cap)
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


_panels: Cache[Hashable, Image.Image] = Cache(32)


def _panel(size: tuple[int, int], state: State, theme: Theme, unit: float) -> Image.Image:
    """The strip's ground: lit up for who is to move or has won. Kept for the next time."""
    key = size, state, theme, unit
    return (_panels.get(key) or _panels.put(key, _painted(size, state, theme, unit))).copy()


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
    """A seat's strip as an RGB image. Raises UnknownRoleError."""
    theme, _, unit = look
    image = _panel(size, state, theme, unit)
    ink = theme.colour("ink" if state != "waiting" else "ink.soft")

    def make(glyph: Glyph, role: str, radius: float) -> Sprite:
        return man(glyph, role, radius, theme)

    width, height = size
    tall = height > 110 * unit
    shared = tall and any(item.count > 0 for item in tray.items)
    middle = height * 0.31 if shared else height / 2
    left = (64 + 34) * unit
    badge = make(tray.glyph, tray.role, 30 * unit)
    image.paste(badge.image, (round(left) + badge.x, height // 2 + badge.y), badge.image)
    left += 48 * unit
    right = width - 26 * unit
    words = letters.printable(caption)
    cap = 25 * unit
    if tall:
        row = _fitting(tray.items, right - left + 14 * unit, unit, 22)
        row.draw(image, right, height * 0.75, theme.colour("ink"), make)
        room = right - left
    else:
        wanted = min(letters.width(words, cap), 260 * unit)
        row = _fitting(tray.items, right - left - wanted - 30 * unit, unit, 26)
        row.draw(image, right, middle, theme.colour("ink"), make)
        room = right - row.width - left - (30 * unit if row.items else 0)
    if letters.width(words, cap) > room:
        cap = 20 * unit
    words = letters.fitted(words, cap, room)
    place = round(left), round(middle + cap / 2)
    ImageDraw.Draw(image).text(place, words, ink, letters.sized(cap), anchor="ls")
    return image
