"""Choices that players and servers share: languages and themes."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n.catalogues import languages
from games.words import N_
from render import THEMES

AUTOMATIC = "automatic"
"""The value that resets a setting to its default."""

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
"""Languages by their own names. Others are shown by their codes."""

THEME_NAMES: Mapping[str, str] = {
    "light": N_("light"),
    "dark": N_("dark"),
    "wood": N_("wood"),
    "print": N_("for printing"),
    "colour-blind": N_("colour-blind friendly"),
}
ON, OFF = N_("on"), N_("off")


def language_names() -> dict[str, str]:
    """All languages, with their own names."""
    return {code: LANGUAGES.get(code, code) for code in languages()}


def theme_names() -> dict[str, str]:
    """All themes, with their English names."""
    return {name: THEME_NAMES.get(name, name) for name in THEMES}
