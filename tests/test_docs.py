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


@pytest.mark.parametrize("code", catalogues.languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
def test_pages_are_up_to_date(game: AnyGame, code: str) -> None:
    """Each page says what the help says now: else run `python -m docs.rules`."""
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
    """The pages show all the pictures of the folder, and none that is missing."""
    linked = set()
    for game in GAMES:
        for code in catalogues.languages():
            linked |= set(re.findall(r'pictures/([^"]+\.png)"', rules.page(game, code)))
    assert linked == {path.name for path in rules.PICTURES.glob("*.png")}
