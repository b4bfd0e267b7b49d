"""The pages of docs/rules, generated from the games' help."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest

import games
from bot.i18n import catalogues
from games.protocol import AnyGame

rules: Any = import_module("docs.rules")
GAMES = games.all_games()


@pytest.mark.parametrize("code", catalogues.languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
def test_pages_are_up_to_date(game: AnyGame, code: str) -> None:
    """Each page equals the current help. If not, run `python -m docs.rules`."""
    assert rules.page_of(game, code).read_text() == rules.page(game, code)


def test_pictures_are_there() -> None:
    """The pages show all the pictures of the folder, and no missing ones."""
    linked = set()
    for game in GAMES:
        for code in catalogues.languages():
            linked |= set(re.findall(r'pictures/([^"]+\.png)"', rules.page(game, code)))
    assert linked == {path.name for path in rules.PICTURES.glob("*.png")}
