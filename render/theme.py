"""How roles become colours. The colours themselves are in `render.themes`.

A *role* says what is painted ("board", "seat.white"). Every role `R` that a theme knows also has
`R.edge` (its outline), `R.ink` (letters readable on it) and `R.side` (the side wall of a man);
a theme may set them, otherwise they are derived.

The roles listed here are general: every theme has them. A game may declare its own roles on its
board, each with a general role to fall back on. A theme may have colours for these roles, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

RGB: TypeAlias = tuple[int, int, int]

CHROME = ("background", "panel", "panel.edge", "ink", "ink.soft", "accent", "crown")
"""The frame of every picture."""

BOARD = (
    *("board", "line", "line.goal", "coordinate", "coordinate.small"),
    *("field", "field.alt", "barred", "outline"),
)

MARKS = (
    *("last", "from", "captured", "earlier", "earlier-from", "earlier-captured"),
    *("choice", "picked", "reach", "goal", "danger"),
)

_TWO = ("white", "black")
_MANY = ("red", "yellow", "blue", "green", "rose", "violet", "lightblue", "darkblue")
SEATS = tuple(f"seat.{colour}" for colour in (*_TWO, *_MANY))

THINGS = ("stock", "neutral")
"""Men and tokens without an owner."""

HONOURS = ("medal.gold", "medal.silver", "medal.bronze", "rise", "fall")
"""Medals, and arrows up and down."""

ROLES = (*CHROME, *BOARD, *MARKS, *SEATS, *THINGS, *HONOURS)
"""The general roles."""

DERIVED = ("edge", "ink", "side")


class UnknownRoleError(KeyError):
    """A scene names a role that the theme does not have."""

    def __init__(self, role: str, theme: str) -> None:
        super().__init__(role, theme)
        self.role, self.theme = role, theme

    def __str__(self) -> str:
        return f"the theme {self.theme!r} has no colour for the role {self.role!r}"


def rgb(text: str) -> RGB:
    """The colour written as `#rrggbb`."""
    value = int(text.removeprefix("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """The first colour with this share of the other mixed in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def luminance(colour: RGB) -> float:
    """The relative luminance by the Web Content Accessibility Guidelines, from 0 to 1."""
    parts = (value / 255 for value in colour)
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio by the same guidelines, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


BLACK: RGB = (0, 0, 0)
WHITE: RGB = (255, 255, 255)
DARK_INK: RGB = rgb("#1d1b19")
LIGHT_INK: RGB = rgb("#fffdf8")


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """The colours of all roles. Compared by identity: build each theme once.

    `shadow` is how dark the shadows of men are, `gloss` how much light falls on men (0 to 1).
    `grey` says that colours don't distinguish owners.
    """

    name: str
    colours: Mapping[str, RGB]
    shadow: float = 0.3
    gloss: float = 0.16
    grey: bool = False
    _known: dict[str, RGB] = field(default_factory=dict, repr=False)
    _extended: dict[frozenset[tuple[str, str]], Theme] = field(default_factory=dict, repr=False)

    @classmethod
    def read(
        cls, name: str, colours: str, shadow: float, gloss: float, *, grey: bool = False
    ) -> Theme:
        """A theme from lines such as `role #rrggbb`, optionally with ` edge #rrggbb` and
        ` side …`.
        """
        table = {}
        for line in filter(None, map(str.split, colours.splitlines())):
            role, colour, *derived = line
            table[role] = rgb(colour)
            for kind, other in zip(derived[::2], derived[1::2], strict=True):
                table[f"{role}.{kind}"] = rgb(other)
        return cls(name, MappingProxyType(table), shadow, gloss, grey)

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
            inks = (BLACK, WHITE) if self.grey else (DARK_INK, LIGHT_INK)
            return max(inks, key=lambda ink: contrast(ink, colour))
        return mix(colour, BLACK, 0.5 if kind == "edge" else 0.26)

    def extended(self, roles: Mapping[str, str]) -> Theme:
        """A theme that also has colours for a game's own roles. Roles without a colour here get the
        colour of the role to which they fall back. Returns the same object for the same roles.
        Raises UnknownRoleError.
        """
        lacking = frozenset((own, other) for own, other in roles.items() if own not in self.colours)
        if not lacking:
            return self
        if lacking not in self._extended:
            colours = {**self.colours}
            for own, other in lacking:
                colours[own] = self.colour(other)
                colours |= {f"{own}.{kind}": self.colour(f"{other}.{kind}") for kind in DERIVED}
            self._extended[lacking] = self._with(self.name, colours)
        return self._extended[lacking]

    def _with(self, name: str, colours: dict[str, RGB]) -> Theme:
        fixed = MappingProxyType(colours)
        return replace(self, name=name, colours=fixed, _known={}, _extended={})
