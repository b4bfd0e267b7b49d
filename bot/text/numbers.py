"""Numbers and lists as people write them in their language."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from gettext import NullTranslations

from babel.lists import format_list
from babel.numbers import format_decimal

from games.words import N_

NOBODY = N_("nobody")
_PARTS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def _locale(language: NullTranslations) -> str:
    return language.info().get("language", "en")


def number(value: Fraction | None, language: NullTranslations) -> str:
    """A number with at most two decimals, but halves and quarters as fractions; a dash for None."""
    if value is None:
        return "–"
    whole, rest = divmod(value, 1)
    if not rest:
        return str(int(whole))
    if rest in _PARTS:
        return f"{int(whole) or ''}{_PARTS[rest]}"
    return format_decimal(float(value), "0.00", _locale(language))


def listed(items: Sequence[str], language: NullTranslations) -> str:
    """Several things in a sentence: `Anna, Ben und Clara`."""
    return format_list(list(items), locale=_locale(language)) if items else language.gettext(NOBODY)


def either(items: Sequence[str], language: NullTranslations) -> str:
    """Things of which one is meant, in a sentence: `a4, b4 oder c4`."""
    return format_list(list(items), style="or", locale=_locale(language))
