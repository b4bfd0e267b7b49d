"""A new game is a folder, a mind, notes, translations and tests: no other file changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import games
from tests import PATIENCE
from tests.support.launcher import ROOT

GAME = Path(__file__).parent / "tree"
"""All files of the game, where they belong in the tree."""
_MADE = shutil.ignore_patterns(
    *(".git", ".venv", "build", "*.egg-info", ".*_cache", ".hypothesis"),
    ".coverage*",
)
"""Everything but sources. Compiled files are copied, too: they stay valid, since copies keep the
times of their sources.
"""

PLACES = {
    "docs/rules/notes/trio.md",
    "games/trio",
    "locales/de/LC_MESSAGES/trio.po",
    "opponents/puzzles/data/trio.txt",
    "opponents/evaluation/trio.py",
}
"""Where the game's files lie, beside its tests and the pages that are made from its help."""

LAWS = (
    *("tests/laws", "tests/test_docs.py", "tests/test_layering.py", "tests/test_translations.py"),
    *("tests/fuzz", "tests/games", "tests/bot/test_taps.py"),
    *(f"tests/opponents/test_{name}.py" for name in ("minds", "plans", "protocol", "puzzles")),
    "tests/render/test_colour_blindness.py",
)
"""Tests that run over all games."""
ALL_GAMES = ("trio", "play_form", "every_end", "refusals", "by_taps", "by_texts", "teaching")
PLAYED = (
    *(f"tests/bot/test_{name}.py" for name in ALL_GAMES),
    "tests/bot/test_studies.py::test_a_tree_by_taps_and_an_answer",
)
"""The bot's tests that play every game, and its own."""
OTHERS = {
    *(game.info.key for game in games.all_games()),
    *(game.start.__module__.split(".")[1] for game in games.all_games()),
}
WANTED = f"not ({' or '.join(sorted(OTHERS))})"
"""Tests about another game show nothing about this one."""
GAMELESS = "test_clock_words or test_tie_breaks or (test_tournament_layouts and not form)"
"""Laws in which no game occurs: a new one makes no difference to them."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the game in it."""
    copy = tmp_path_factory.mktemp("sixth") / "tree"
    shutil.copytree(ROOT, copy, ignore=_MADE)
    shutil.copytree(GAME, copy, dirs_exist_ok=True)
    return copy


@pytest.fixture(scope="module")
def made(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with all pages and pictures that follow from the game."""
    made = tmp_path_factory.mktemp("made") / "tree"
    shutil.copytree(copy, made)
    _run(made, "docs.gallery", "trio")
    _run(made, "docs.rules")
    return made


def _files(folder: Path) -> set[Path]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder) for path in found if "__pycache__" not in path.parts}


def _passed(copy: Path, *arguments: str) -> int:
    """Runs tests of the copy, with its own code; how many there were."""
    said = _run(copy, "pytest", "-qx", "-p", "no:cacheprovider", *arguments)
    counts = said.strip().splitlines()[-1].split()
    assert counts[1].startswith("passed"), said
    return int(counts[0])


def _run(copy: Path, module: str, *arguments: str) -> str:
    """Runs a module of the copy; what it said."""
    ours = ("PYTEST", "COV")  # How this run is to be made says nothing about that one.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    run = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=copy,
        env=kept | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": ""},
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_no_other_file_differs(copy: Path) -> None:
    """The tree with the game is the tree without it, and the game's own files. They lie in the
    places that docs/adding-a-game.md names.
    """
    own, added = _files(GAME), _files(copy) - _files(ROOT)
    assert added == own
    for path in _files(copy) - own:
        assert (copy / path).read_bytes() == (ROOT / path).read_bytes(), path
    written = {path for path in own if path.parts[0] != "tests"}
    made = {Path("docs/rules/trio.md"), Path("docs/rules/de/trio.md")}
    assert all(any(path.is_relative_to(place) for place in PLACES) for path in written - made)
    recipe = (ROOT / "docs" / "adding-a-game.md").read_text()
    for path in own - made:
        kept = path.parent if path.is_relative_to("tests/fuzz") else path
        place = str(kept).replace("trio-2", "<key>-<seats>")
        named = (place.replace("trio", name) for name in ("<folder>", "<key>"))
        assert any(f"`{name}`" in recipe for name in named), path


def test_its_laws_hold(made: Path) -> None:
    """Every law that runs over every game runs over this one, too, and finds nothing."""
    assert _passed(made, *LAWS, "-k", f"{WANTED} and not ({GAMELESS})") > 100


def test_it_is_played(copy: Path) -> None:
    """The bot of the copy lets people play it on the playground: by typing and by taps, with
    pictures, help, ratings and a computer player.
    """
    assert _passed(copy, *PLAYED, "-k", WANTED) > 20
