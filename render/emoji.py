"""Men as emojis: small square pictures on no ground, which stand in lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO

from PIL import Image

from games.scene import Glyph
from render import sprites
from render.themes import THEMES

SIDE = 96
"""Width and height in pixels; they are shown at a third of that, or less."""
_RADIUS = SIDE * 0.46
_THEME = THEMES["light"]
_DRAWN = "1"
"""Raised whenever men are drawn differently here, so that new pictures are made."""


def emoji(glyph: Glyph, role: str, roles: Mapping[str, str]) -> bytes:
    """A man in the colour of a role as a PNG file; `roles` are those of its game's board."""
    theme = _THEME.extended(roles)
    drawn = sprites.man(glyph, role, _RADIUS, theme, shadow=False).image
    drawn.thumbnail((SIDE, SIDE))
    square = Image.new("RGBA", (SIDE, SIDE))
    square.paste(drawn, ((SIDE - drawn.width) // 2, (SIDE - drawn.height) // 2))
    file = BytesIO()
    square.quantize(64, method=Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def look(glyph: Glyph, role: str, roles: Mapping[str, str]) -> str:
    """A short hash of all that the picture shows: it changes if, and only if, that does."""
    theme = _THEME.extended(roles)
    colours = [theme.colour(f"{role}{kind}") for kind in ("", ".edge", ".ink", ".side")]
    return sha256(f"{_DRAWN} {glyph} {colours}".encode()).hexdigest()[:10]
