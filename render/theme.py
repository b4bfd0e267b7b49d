"""How roles become colours; the colours themselves stand in `render.themes`.

A *role* says what is painted ("board", "seat.white"). Every role `R` that a theme knows also has
`R.edge` (its outline), `R.ink` (letters readable on it) and `R.side` (the side wall of a man);
a theme may set them, otherwise they are derived.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

RGB: TypeAlias = tuple[int, int, int]

CHROME = ("background", "panel", "panel.edge", "ink", "ink.soft", "accent", "crown")
"""What frames every picture."""

BOARD = ("board", "line", "line.goal", "coordinate", "field", "field.alt", "barred", "outline")

MARKS = (
    *("last", "from", "captured", "earlier", "earlier-from", "earlier-captured"),
    *("choice", "reach", "goal", "danger"),
)

GROUNDS = tuple(f"ground.{number}" for number in range(1, 9))
"""The tints of up to eight boards that lie side by side."""

CASTLES = ("castle.1", "castle.2", "castle.3")

KATARENGA = tuple(f"katarenga.{colour}" for colour in ("red", "yellow", "green", "blue"))

_TWO = ("white", "black")
_MANY = ("red", "yellow", "blue", "green", "rose", "violet", "lightblue", "darkblue")
SEATS = tuple(f"seat.{colour}" for colour in (*_TWO, *_MANY))

DICE = ("die.blue", "die.red", "die.black")

THINGS = ("stock", "neutral")
"""Men and tokens that belong to nobody."""

ROLES = (*CHROME, *BOARD, *MARKS, *GROUNDS, *CASTLES, *KATARENGA, *SEATS, *DICE, *THINGS)
"""Every role that a theme must have; a new kind of thing on a board is one name more."""

DERIVED = ("edge", "ink", "side")


class UnknownRoleError(KeyError):
    """A scene names a role that no theme knows."""

    def __init__(self, role: str, theme: str) -> None:
        super().__init__(role, theme)
        self.role, self.theme = role, theme

    def __str__(self) -> str:
        return f"the theme {self.theme!r} has no colour for the role {self.role!r}"


def rgb(text: str) -> RGB:
    """The colour of `#rrggbb`."""
    value = int(text.removeprefix("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """The first colour with this share of the other painted over it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def luminance(colour: RGB) -> float:
    """The relative luminance of the Web Content Accessibility Guidelines, from 0 to 1."""
    parts = (value / 255 for value in colour)
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of two colours by the same guidelines, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


BLACK: RGB = (0, 0, 0)
DARK_INK: RGB = rgb("#1d1b19")
LIGHT_INK: RGB = rgb("#fffdf8")


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """The colours of all roles. Compared by identity; themes are made once.

    `shadow` is how dark a man's shadow is (0 to 1); `gloss` how much light lies on a man.
    """

    name: str
    colours: Mapping[str, RGB]
    shadow: float = 0.3
    gloss: float = 0.16
    _known: dict[str, RGB] = field(default_factory=dict, repr=False)

    def colour(self, role: str) -> RGB:
        """The colour of a role. Raises UnknownRoleError."""
        found = self._known.get(role)
        if found is None:
            found = self._known[role] = self._resolve(role)
        return found

    def _resolve(self, role: str) -> RGB:
        if role in self.colours:
            return self.colours[role]
        base, _, kind = role.rpartition(".")
        if kind not in DERIVED or not base:
            raise UnknownRoleError(role, self.name)
        colour = self.colour(base)
        if kind == "ink":
            return max((DARK_INK, LIGHT_INK), key=lambda ink: contrast(ink, colour))
        return mix(colour, BLACK, 0.5 if kind == "edge" else 0.26)
