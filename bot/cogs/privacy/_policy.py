"""The privacy policy, read from `docs`, which is its only source."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import discord

DOCS = Path(__file__).parents[3] / "docs"
FILES = {"en": "privacy.md", "de": "datenschutz.md"}
"""The files by language; English for all others."""
_WITHIN_A_PARAGRAPH = re.compile(r"([.!?)])\n *([^-#\s])")
"""Line breaks between sentences; Discord would show them as new lines."""


@cache
def policy(locale: discord.Locale | str) -> tuple[str, str]:
    """The title and the text of the policy, for a locale of Discord's."""
    code = str(locale).partition("-")[0]
    text = (DOCS / FILES.get(code, FILES["en"])).read_text(encoding="utf-8")
    title, _, body = text.partition("\n")
    return title.removeprefix("# "), _WITHIN_A_PARAGRAPH.sub(r"\1 \2", body.strip())
