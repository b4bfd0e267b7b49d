"""The themes: a colour for each role.

Colour-blind people can distinguish the seats, too (`tests/render/test_colour_blindness.py`). So can
everybody by shapes and letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.theme import Theme
from render.themes.colour_blind import COLOUR_BLIND
from render.themes.dark import DARK
from render.themes.light import LIGHT
from render.themes.print import PRINT
from render.themes.wood import WOOD

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (LIGHT, DARK, WOOD, PRINT, COLOUR_BLIND)}
)
"""The themes by name. The default is `light`."""
