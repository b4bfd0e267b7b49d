"""What the scripts of docs make: pages from the games' help, tables of games, the gallery."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import games
from bot.i18n import catalogues
from games.protocol import AnyGame

rules: Any = import_module("docs.rules")
gallery: Any = import_module("docs.gallery")
GAMES = games.all_games()
ROOT = Path(__file__).parent.parent
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/*.md", "playground/*.md", "tests/*.md")
    for page in ROOT.glob(pattern)
)


@pytest.mark.parametrize("code", catalogues.languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
def test_pages_are_up_to_date(game: AnyGame, code: str) -> None:
    """Each page equals the current help. If not, run `python -m docs.rules`."""
    assert rules.page_of(game, code).read_text() == rules.page(game, code)


@pytest.mark.parametrize("path", rules.TABLES, ids=lambda path: str(path.parent.name))
def test_tables_are_up_to_date(path: Path) -> None:
    """Each table has a line for every game: else run `python -m docs.rules`."""
    text = path.read_text()
    assert text == rules.with_table(path)
    table = text.partition("<!-- games -->")[2].partition("<!-- /games -->")[0]
    assert all(f" {game.info.name}" in table.replace("*", " ") for game in GAMES)


def test_the_gallery_shows_every_game() -> None:
    """Each game has pictures, one of which stands in the comparison of themes; the page is the one
    that is made now: else run `make gallery`.
    """
    keys = {game.info.key for game in GAMES}
    compared = [shot.game for shot in gallery.SHOTS if shot.name in gallery.COMPARED]
    assert {shot.game for shot in gallery.SHOTS} == keys
    assert sorted(compared) == sorted(keys)
    assert (gallery.FOLDER.parent / "gallery.md").read_text() == gallery.page()
    assert all((gallery.FOLDER / f"{shot.name}.png").is_file() for shot in gallery.SHOTS)


def test_pictures_are_there() -> None:
    """The pages show all the pictures of the folder, and no missing ones."""
    linked = set()
    for game in GAMES:
        for code in catalogues.languages():
            linked |= set(re.findall(r'pictures/([^"]+\.png)"', rules.page(game, code)))
    assert linked == {path.name for path in rules.PICTURES.glob("*.png")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Links to files of ours name files that exist, and headings that stand in them."""
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not heading or heading in _headings(target), link


def _headings(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}
