"""Games are found by their keys, and a key has one game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import games


def _packages(folder: Path, monkeypatch: pytest.MonkeyPatch, **contents: str) -> None:
    """Puts packages with these contents beside those of the games."""
    for name, content in contents.items():
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(content)
        monkeypatch.setitem(sys.modules, f"games.{name}", sys)  # Forgotten after the test.
        monkeypatch.delitem(sys.modules, f"games.{name}")
        monkeypatch.setattr(games, name, None, raising=False)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder)])


def test_a_second_game_with_the_same_key_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the key and the second folder."""
    game = games.all_games()[0]
    key, folder = game.info.key, game.start.__module__.split(".")[1]
    _packages(tmp_path, monkeypatch, twin=f"from games.{folder} import GAME as GAME\n")
    with pytest.raises(ValueError, match=f"a second game '{key}': twin"):
        games._registry.__wrapped__()


def test_a_package_without_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may lie beside the games."""
    _packages(tmp_path, monkeypatch, common="")
    assert tuple(games._registry.__wrapped__().values()) == games.all_games()
