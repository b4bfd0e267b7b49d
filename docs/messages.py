"""Brings the catalogues up to date with the sources: `make messages`.

Each game has a catalogue of its own, named after its folder; all other sentences are in
`dreierlei.po`. Translations are kept wherever they stand, so that a sentence may move from one
catalogue to another. What is new is left empty, to be filled in by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

import games
from bot.i18n import catalogues

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "competitions", "games", "matches", "web")
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None, "NN_": (1, 2)}


def domains() -> tuple[str, ...]:
    """The names of the catalogues: one for each game, and the one for everything else."""
    return (catalogues.DOMAIN, *sorted(_folders()))


def _folders() -> set[str]:
    return {game.start.__module__.split(".")[1] for game in games.all_games()}


def sentences(domain: str) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """The files of a catalogue's sources and their sentences, singular and plural together."""
    folders = _folders()
    for file, said in _all_sentences():
        of_game = file.parts[1] if file.parts[0] == "games" else ""
        if (of_game if of_game in folders else catalogues.DOMAIN) == domain:
            yield str(file), said


@cache
def _all_sentences() -> list[tuple[Path, str | tuple[str, ...]]]:
    """Those of all catalogues: the sources are read once."""
    return [
        (Path(package, file), tuple(said) if isinstance(said, list | tuple) else said)
        for package in PACKAGES
        for file, _, said, *_ in extract_from_dir(str(ROOT / package), keywords=KEYWORDS)
    ]


def update(code: str) -> None:
    """Writes the catalogues of a language anew."""
    folder = catalogues.LOCALES / code / "LC_MESSAGES"
    known = [catalogue for _, catalogue in catalogues.catalogues(code)]
    for domain in domains():
        catalogue = _like(known[0], code)
        for file, said in sentences(domain):
            found = (one[said].string for one in known if one.get(said))
            catalogue.add(said, next(filter(None, found), ""), [(file, 1)])
        with (folder / f"{domain}.po").open("wb") as target:
            write_po(target, catalogue, width=0, sort_by_file=True, include_lineno=False)


def _like(other: Catalog, code: str) -> Catalog:
    """An empty catalogue with the same head as another."""
    made = Catalog(locale=code, domain=None, header_comment=other.header_comment)
    made.mime_headers = other.mime_headers
    made.fuzzy = False
    return made


def main() -> None:
    """Updates every language."""
    for code in catalogues.languages():
        if code != "en":
            update(code)


if __name__ == "__main__":
    main()
