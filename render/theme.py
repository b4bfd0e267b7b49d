"""Roles become colours here and nowhere else.

A *role* says what is painted ("board", "seat.white"). Every role `R` that a theme knows also has
`R.edge` (its outline), `R.ink` (letters readable on it) and `R.side` (the side wall of a man);
a theme may set them, otherwise they are derived.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

RGB: TypeAlias = tuple[int, int, int]

CHROME = ("background", "panel", "panel.edge", "ink", "ink.soft", "accent", "crown")
"""What frames every picture."""

BOARD = ("board", "line", "line.goal", "coordinate", "field", "field.alt", "barred", "outline")

MARKS = ("last", "from", "captured", "choice", "reach", "goal", "danger")

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

    def variant(self, name: str, changes: Mapping[str, str]) -> Theme:
        """Another theme that differs from this one in some colours (`#rrggbb`)."""
        colours = {**self.colours, **{role: rgb(text) for role, text in changes.items()}}
        return replace(self, name=name, colours=MappingProxyType(colours), _known={})


def _theme(name: str, colours: str, shadow: float, gloss: float) -> Theme:
    """A theme from lines of `role #rrggbb`."""
    pairs = [line.split() for line in colours.splitlines() if line.strip()]
    table = MappingProxyType({role: rgb(text) for role, text in pairs})
    return Theme(name, table, shadow, gloss)


LIGHT = _theme(
    "light",
    """
    background #f4f1ea
    panel #fffdf9
    panel.edge #ddd6c8
    ink #2b2926
    ink.soft #6f6960
    accent #c9420c
    crown #e0a100

    board #e9dcc0
    board.edge #a98a5c
    line #7a6849
    line.goal #b8430f
    coordinate #54482f
    field #f3ead6
    field.edge #b59f78
    field.alt #e2d2b0
    barred #b7a27c
    outline #5c4c33

    last #f08c00
    from #f2b45c
    captured #d6293e
    choice #1971c2
    reach #2b8a3e
    goal #0c8599
    danger #e03131

    ground.1 #efdcc0
    ground.2 #d5e3c4
    ground.3 #cfe0e8
    ground.4 #ead0cf
    ground.5 #ddd3e8
    ground.6 #f1e7a9
    ground.7 #c6e2d8
    ground.8 #dcd6cc

    castle.1 #f2c9c0
    castle.2 #f6e6ad
    castle.3 #c3d9ee

    katarenga.red #d4675c
    katarenga.yellow #ecc955
    katarenga.green #76b074
    katarenga.blue #649bd0

    seat.white #fdf9ef
    seat.white.edge #7d7466
    seat.white.side #cfc4ae
    seat.black #3a3734
    seat.black.edge #141210
    seat.black.side #57524b
    seat.red #cf3a34
    seat.yellow #f5c02c
    seat.yellow.edge #7d5b06
    seat.blue #2c6fbd
    seat.green #27834a
    seat.rose #f285aa
    seat.violet #8a4fb8
    seat.lightblue #62bdea
    seat.darkblue #22438f

    die.blue #2a66c0
    die.red #cb3a32
    die.black #3a3a3e

    stock #b9ad98
    neutral #9a9285
    """,
    shadow=0.3,
    gloss=0.2,
)

DARK = _theme(
    "dark",
    """
    background #1c1e23
    panel #2a2d34
    panel.edge #3c4049
    ink #f1eee8
    ink.soft #a9a59d
    accent #ff922b
    crown #ffc933

    board #4b443b
    board.edge #2a2520
    line #a59880
    line.goal #ff9d5c
    coordinate #e2d8c4
    field #5a5248
    field.edge #332e28
    field.alt #4a433a
    barred #322d27
    outline #d3c7b0

    last #ffb733
    from #c89a4e
    captured #ff5d6c
    choice #5db4ff
    reach #6fd68b
    goal #45cfe0
    danger #ff6b6b

    ground.1 #5d4c3a
    ground.2 #47573d
    ground.3 #3b525e
    ground.4 #5f4345
    ground.5 #4e4562
    ground.6 #5c5732
    ground.7 #36574d
    ground.8 #504d48

    castle.1 #6b3c3a
    castle.2 #665729
    castle.3 #33506e

    katarenga.red #b4534b
    katarenga.yellow #c9a33c
    katarenga.green #54905a
    katarenga.blue #4a7fb4

    seat.white #f6f1e4
    seat.white.edge #2a2622
    seat.white.side #b9b09c
    seat.black #24221f
    seat.black.edge #8f8778
    seat.black.side #0f0e0d
    seat.red #cf3a33
    seat.red.edge #4a100d
    seat.yellow #f7c53a
    seat.yellow.edge #4f3a05
    seat.blue #2f74cc
    seat.blue.edge #0e2c52
    seat.green #3aa55d
    seat.rose #f58fb1
    seat.violet #a872d8
    seat.lightblue #74c7ef
    seat.darkblue #3257b4
    seat.darkblue.edge #a9bdf0

    die.blue #2f6fd0
    die.red #cc3f36
    die.black #232326
    die.black.edge #9a9aa2

    stock #948b7b
    neutral #a39b8e
    """,
    shadow=0.45,
    gloss=0.16,
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK)})
"""The themes by name; `light` is the default of everything that paints."""
