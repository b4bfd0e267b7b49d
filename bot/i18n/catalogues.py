"""Languages: gettext catalogues, read from their sources, and sentences made of them.

English is the source language. A catalogue `locales/<language>/LC_MESSAGES/dreierlei.po` is all
that another language takes; it is compiled in memory at the first use.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

import discord
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parents[2] / "locales"
DOMAIN = "dreierlei"


@cache
def languages() -> tuple[str, ...]:
    """The languages that can be chosen, English first."""
    return ("en", *sorted(path.name for path in LOCALES.iterdir() if path.is_dir()))


@cache
def language(code: str) -> NullTranslations:
    """The translations into a language; English for one that there is no catalogue of."""
    catalogue = LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not catalogue.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with catalogue.open("rb") as source:
        write_mo(compiled, read_po(source, locale=code))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def of_locale(locale: discord.Locale | str | None) -> NullTranslations:
    """The translations for what Discord calls a locale, such as `de` or `en-US`."""
    return language(str(locale or "en").partition("-")[0])


def day(when: date, language: NullTranslations) -> str:
    """A day as it is written in a language: `Nov 21, 2026`, `21.11.2026`."""
    return format_date(when, "medium", locale=language.info().get("language", "en"))
