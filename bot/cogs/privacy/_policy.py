"""The privacy policy, as it stands in `docs`: the one source of what players are shown."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import discord

DOCS = Path(__file__).parents[3] / "docs"
FILES = {"en": "privacy.md", "de": "datenschutz.md"}
"""By language; English for all that have none of their own."""


@cache
def policy(locale: discord.Locale | str) -> tuple[str, str]:
    """The title and the text of the policy for what Discord calls a locale."""
    code = str(locale).partition("-")[0]
    text = (DOCS / FILES.get(code, FILES["en"])).read_text(encoding="utf-8")
    title, _, body = text.partition("\n")
    return title.removeprefix("# "), body.strip()
