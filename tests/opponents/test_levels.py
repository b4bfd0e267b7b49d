"""The levels as the docs have them, and each game's one mind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import games
from opponents.levels import LEVELS, Level
from opponents.player import mind_of


def test_levels_are_written_down() -> None:
    """docs/opponents.md has the parameters of all levels, the general ones and those of single
    games.
    """
    text = (Path(__file__).parents[2] / "docs" / "opponents.md").read_text()
    _, begun, rest = text.partition("| level | usual |")
    table = [row.split("|")[1:-1] for row in (begun + rest).partition("\n\n")[0].splitlines()]
    (_, _, *heads), _, *rows = ([cell.strip() for cell in row] for row in table)
    minds = {game.info.name.split(" –")[0]: mind_of(game.info.key) for game in games.all_games()}
    for (number, usual, *own), level in zip(rows, LEVELS.values(), strict=True):
        assert (number, usual) == (str(level.number), _numbers(level))
        shown = dict(zip(heads, own, strict=True))
        for name, mind in minds.items():
            named = mind.levels.get(level.number)
            assert shown.get(name, "") == (_numbers(named) if named else "")


def _numbers(level: Level) -> str:
    shares = (level.effort, level.blind, level.blind_ahead, *filter(None, (level.careful,)))
    return " · ".join(f"{100 * share:g} %" for share in shares)


def test_a_second_mind_for_a_game_is_refused(tmp_path: Path) -> None:
    """The error names the game and the second file."""
    game = games.all_games()[0].info.key
    module = mind_of(game).evaluate.__module__
    tmp_path.joinpath("twin.py").write_text(f"from {module} import MIND as MIND\n")
    code = (
        "from opponents import evaluation, player; "
        f"evaluation.__path__.append({str(tmp_path)!r}); player.mind_of('')"
    )
    tried = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert f"ValueError: a second mind for {game!r}: twin" in tried.stderr.decode()
