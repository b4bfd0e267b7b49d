"""Games are found by their keys, and a key has one game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import games


def test_a_second_game_with_the_same_key_is_refused(tmp_path: Path) -> None:
    """The error names the key and the second folder."""
    game = games.all_games()[0]
    key, folder = game.info.key, game.start.__module__.split(".")[1]
    twin = tmp_path / "twin"
    twin.mkdir()
    twin.joinpath("__init__.py").write_text(f"from games.{folder} import GAME as GAME\n")
    code = f"import games; games.__path__.append({str(tmp_path)!r}); games.all_games()"
    tried = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert f"ValueError: a second game {key!r}: twin" in tried.stderr.decode()
