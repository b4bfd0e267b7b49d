"""Languages: gettext catalogues, compiled from their sources.

English is the source language. Another language only needs its catalogues in
`locales/<language>/LC_MESSAGES`: `dreierlei.po`, and one for each game. They are compiled in memory
when they are first used.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

import discord
from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parents[2] / "locales"
DOMAIN = "dreierlei"


@cache
def languages() -> tuple[str, ...]:
    """The available languages, English first."""
    return ("en", *sorted(path.name for path in LOCALES.iterdir() if path.is_dir()))


def catalogues(code: str) -> Iterator[tuple[str, Catalog]]:
    """The catalogues of a language by name, the general one first."""
    folder = LOCALES / code / "LC_MESSAGES"
    for path in sorted(folder.glob("*.po"), key=lambda path: (path.stem != DOMAIN, path.stem)):
        with path.open("rb") as source:
            yield path.stem, read_po(source, locale=code, abort_invalid=True)


@cache
def language(code: str) -> NullTranslations:
    """The translations into a language; English if there is no catalogue."""
    whole: Catalog | None = None
    for _, catalogue in catalogues(code):
        if whole is None:
            whole = catalogue
            continue
        for message in catalogue:
            if message.id:
                whole[message.id] = message
    if whole is None:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def of_locale(locale: discord.Locale | str | None) -> NullTranslations:
    """The translations for a locale of Discord's, such as `de` or `en-US`."""
    return language(str(locale or "en").partition("-")[0])


def day(when: date, language: NullTranslations) -> str:
    """A day in a language's usual form: `Nov 21, 2026`, `21.11.2026`."""
    return format_date(when, "medium", locale=language.info().get("language", "en"))
