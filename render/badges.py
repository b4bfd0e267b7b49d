"""The letters and numbers of marks, as large as their neighbours allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil, floor
from typing import NamedTuple

from games.scene import XY, Mark
from render import text as letters
from render.brush import Brush, sheet
from render.sprites import Sprite, cut, men
from render.theme import Theme

LARGEST, LEAST = 25.0, 12.0
"""The greatest and the smallest height of capitals, in pixels of a picture of the usual width."""

_HIGH = 0.86
"""Half the height of a badge, relative to its capitals."""


class Badge(NamedTuple):
    """A text, the role of the mark that gives its colour, and its place in the board's picture."""

    text: str
    role: str
    centre: XY

    @property
    def wide(self) -> float:
        """Half the badge's width, relative to its capitals."""
        return max(_HIGH, letters.width(self.text, 64, "bold") / 128 + 0.42)


def of(
    marks: Sequence[Mark], places: Mapping[str, XY], spot: float, manned: frozenset[str]
) -> list[Badge]:
    """A badge for each point with a text, on the point or beside the man there.

    If a point has several texts, they share a badge.
    """
    found: dict[str, Badge] = {}
    for mark in marks:
        text = letters.printable(mark.text) if mark.text else ""
        if not text:
            continue
        x, y = places[mark.point]
        away = 0.84 * spot if mark.point in manned else 0.0
        known = found.get(mark.point)
        if known is not None:
            text = f"{known.text}·{text}"
        found[mark.point] = Badge(text, mark.role, (x + away, y - away))
    return list(found.values())


def sizes(badges: Sequence[Badge], unit: float) -> list[float]:
    """The height of each badge's capitals, in steps of half a pixel, so that few overlap."""
    caps = [LARGEST * unit] * len(badges)
    seen = [(number, *badge.centre, badge.wide) for number, badge in enumerate(badges)]
    for (one, x, y, wide), (two, u, v, other) in combinations(seen, 2):
        most = max(abs(x - u) / (wide + other), abs(y - v) / (2 * _HIGH))
        caps[one], caps[two] = min(caps[one], most), min(caps[two], most)
    return [max(LEAST * unit, floor(cap * 2 - 2) / 2) for cap in caps]


def painted(badge: Badge, cap: float, theme: Theme) -> Sprite:
    """The badge, relative to its centre. Cached."""
    key = theme, badge.role, badge.text, cap
    return men.get(key) or men.put(key, _painted(badge, cap, theme))


def _painted(badge: Badge, cap: float, theme: Theme) -> Sprite:
    wide, high = badge.wide * cap, _HIGH * cap
    rim = max(1.0, cap * 0.07)
    half = ceil(wide + rim) + 1, ceil(high + rim) + 1
    image = sheet(2 * half[0], 2 * half[1])
    brush, ink = Brush(image, (-half[0], -half[1])), theme.colour(f"{badge.role}.ink")
    brush.rounded((-wide - rim, -high - rim, wide + rim, high + rim), high + rim, ink)
    brush.rounded((-wide, -high, wide, high), high, theme.colour(badge.role))
    brush.text(badge.text, (0.0, 0.0), cap, ink)
    return cut(image, -half[0], -half[1])
