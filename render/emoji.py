"""Men as emojis: small square pictures without a background, for lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO

from PIL import Image

from games.scene import Glyph
from render import sprites
from render.themes import THEMES

SIDE = 96
"""Width and height in pixels. Emojis are shown at a third of that, or less."""
_RADIUS = SIDE * 0.46
_THEME = THEMES["light"]
_DRAWN = "1"
"""Raised whenever the way men are drawn here changes, so that new pictures are made."""


def emoji(glyph: Glyph, role: str, roles: Mapping[str, str]) -> bytes:
    """A man in the colour of a role as a PNG file; `roles` are the roles of its game's board."""
    theme = _THEME.extended(roles)
    drawn = sprites.man(glyph, role, _RADIUS, theme, shadow=False).image
    drawn.thumbnail((SIDE, SIDE))
    square = Image.new("RGBA", (SIDE, SIDE))
    square.paste(drawn, ((SIDE - drawn.width) // 2, (SIDE - drawn.height) // 2))
    file = BytesIO()
    square.quantize(64, method=Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def look(glyph: Glyph, role: str, roles: Mapping[str, str]) -> str:
    """A short hash of everything that the picture shows: it changes if and only if the picture
    does.
    """
    theme = _THEME.extended(roles)
    colours = [theme.colour(f"{role}{kind}") for kind in ("", ".edge", ".ink", ".side")]
    return sha256(f"{_DRAWN} {glyph} {colours}".encode()).hexdigest()[:10]
