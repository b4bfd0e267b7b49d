"""The catalogues: complete, without obsolete entries, and with the fields of the sources."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from bot.i18n import catalogues

ROOT = Path(__file__).parent.parent
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None, "NN_": (1, 2)}


def _sources() -> Iterator[str | tuple[str, ...]]:
    for package in ("bot", "games", "matches"):
        for _, _, message, _, _ in extract_from_dir(str(ROOT / package), keywords=KEYWORDS):
            yield tuple(message) if isinstance(message, list | tuple) else message


def _catalogue(code: str) -> Catalog:
    with (catalogues.LOCALES / code / "LC_MESSAGES" / "dreierlei.po").open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def _forms(text: object) -> list[str]:
    """The forms of a message: one, or singular and plural."""
    return [str(form or "") for form in (text if isinstance(text, list | tuple) else [text])]


OTHERS = [code for code in catalogues.languages() if code != "en"]


def test_there_is_german() -> None:
    """English and German are available."""
    assert set(catalogues.languages()) >= {"en", "de"}


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_missing_and_nothing_left_over(code: str) -> None:
    """A catalogue has exactly the sentences of the sources, all of them translated."""
    catalogue = _catalogue(code)
    known = {tuple(_forms(message.id)): message for message in catalogue if message.id}
    wanted = {tuple(_forms(source)) for source in _sources()}
    assert not wanted - set(known), "not in the catalogue: run `make messages` and translate"
    assert not set(known) - wanted, "no longer used: run `make messages`"
    assert not catalogue.obsolete
    for message in known.values():
        assert all(form.strip() for form in _forms(message.string)), f"missing: {message.id}"
        assert not message.fuzzy, f"fuzzy: {message.id}"


@pytest.mark.parametrize("code", OTHERS)
def test_translations_have_the_fields_of_their_sources(code: str) -> None:
    """A translation uses the fields of its source; the singular may omit `count`."""
    for message in _catalogue(code):
        if message.id:
            fields = _fields(_forms(message.id)[-1])
            *first, last = _forms(message.string)
            assert _fields(last) == fields, last
            assert all(_fields(form) | {"count"} == fields | {"count"} for form in first), first
