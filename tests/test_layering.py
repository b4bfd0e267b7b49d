"""What import-linter can't say of the architecture; the rest stands in `pyproject.toml`."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import games
from bot.text.discord_limits import OPTIONS
from competitions.pairing import sections
from matches.settings import guilds
from tests import OURS

ROOT = Path(__file__).parent.parent
BESIDE = {"benchmarks", "docs", "tests"}
"""Packages that are not installed."""


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(
    ("package", "other", "known"),
    [("render", "games", "games.scene"), ("bot", "playground", "playground.address")],
)
def test_only_one_module_is_known(package: str, other: str, known: str) -> None:
    """The painter knows scenes, and no game; the bot knows where the playground listens."""
    for path in (ROOT / package).rglob("*.py"):
        for module in _imports(path):
            inside = module.partition(".")[0] == other
            assert not inside or f"{module}.".startswith(f"{known}."), f"{path}: {module}"


@pytest.mark.parametrize("package", ["games", "opponents"])
def test_rules_and_searches_need_only_the_standard_library(package: str) -> None:
    """Rules engines and computer players import only the standard library."""
    for path in (ROOT / package).rglob("*.py"):
        for module in _imports(path):
            top = module.partition(".")[0]
            assert top in {"games", package} or top in sys.stdlib_module_names, f"{path}: {module}"


def test_searches_know_no_game() -> None:
    """General searches reach a game through the registry only; the rest is in `evaluation`."""
    for path in (ROOT / "opponents").glob("*.py"):
        for module in _imports(path):
            assert module.split(".")[:2] not in [["games", game] for game in _folders()], path


def test_the_page_of_rooms_has_them_all() -> None:
    """Each room of the contracts stands in the table of its package, in the same order."""
    layers = {
        contract["containers"][0]: [layer.split(" | ") for layer in reversed(contract["layers"])]
        for contract in _tools()["importlinter"]["contracts"]
        if len(contract.get("containers", ())) == 1
    }
    page = (ROOT / "docs" / "rooms.md").read_text("utf-8")
    assert set(layers) == set(re.findall(r"^## `([\w.]+)`", page, re.MULTILINE))
    for package, expected in layers.items():
        section = page.partition(f"## `{package}`\n")[2].partition("\n## ")[0]
        rooms: dict[str, list[str]] = {}
        for number, names in re.findall(r"^\| (\d+) \| (.+?) \|", section, re.MULTILINE):
            rooms.setdefault(number, []).extend(re.findall(r"`(\w+)(?:/\*)?`", names))
        assert [sorted(names) for names in rooms.values()] == [
            sorted(names) for names in expected if names != ["__main__"]
        ]


def test_every_tool_knows_all_packages() -> None:
    """What is installed, what imports downwards and what is covered are the packages of the code.
    Those that check or sort also know what stands beside it.
    """
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} - BESIDE == {*OURS}
    tools = _tools()
    linter = tools["importlinter"]
    (circles,) = [one for one in linter["contracts"] if one["type"] == "acyclic_siblings"]
    (packages,) = [one for one in linter["contracts"] if one["name"] == "Packages import downwards"]
    assert {*re.findall(r"\w+", " ".join(packages["layers"]))} == {*OURS}
    installed = {
        one.removesuffix("*") for one in tools["setuptools"]["packages"]["find"]["include"]
    }
    assert installed - {"locales"} == {*OURS}
    for own in (linter["root_packages"], circles["ancestors"], tools["coverage"]["run"]["source"]):
        assert own == [*OURS]
    assert {*tools["mypy"]["packages"]} == {*OURS, "benchmarks", "tests"}
    assert {*tools["ruff"]["lint"]["isort"]["known-first-party"]} == {*OURS, *BESIDE}


def _tools() -> dict[str, Any]:
    """The tools' settings."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    return found


def test_what_a_menu_holds_is_one_number() -> None:
    """Rooms that may not know Discord repeat how many options a menu has."""
    assert guilds.MOST_CHANNELS == sections.MOST == OPTIONS


def _folders() -> set[str]:
    return {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}


@pytest.mark.parametrize(
    ("package", "stranger"),
    [
        ("opponents", "asyncio"),
        ("bot.pictures.work", "discord"),
        ("bot.records.film, bot.records.files, bot.records.shelf", "discord"),
        ("bot.records.film, bot.records.files, bot.records.shelf", "sqlalchemy"),
    ],
)
def test_importing_a_package_loads_no_stranger(package: str, stranger: str) -> None:
    """Importing a package does not even indirectly load modules forbidden to its layer."""
    code = f"import sys, {package}; assert {stranger!r} not in sys.modules"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=ROOT)


def test_only_games_know_games() -> None:
    """No game's key or name stands in the code outside `games` and `opponents`."""
    keys = [game.info.key for game in games.all_games()]
    names = [game.info.name for game in games.all_games()]
    for package in {*OURS} - {"games", "opponents"}:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    assert node.value not in (*keys, *names), f"{path}: {node.value}"


def test_every_game_is_complete() -> None:
    """Each game has its rules page, perft numbers, a playthrough and a test file."""
    for game in games.all_games():
        key, folder = game.info.key, game.start.__module__.split(".")[1]
        assert (ROOT / "docs" / "rules" / f"{key}.md").is_file()
        assert (ROOT / "tests" / "perft" / f"{key}.json").is_file()
        assert list((ROOT / "tests" / "playthroughs").glob(f"{key}*.txt"))
        assert list((ROOT / "tests" / "games").glob(f"test_{folder}*.py"))


def test_a_file_has_one_subject() -> None:
    """None has more than 400 lines: what is longer is about several things."""
    folders = (ROOT / name for name in (*OURS, *BESIDE))
    files = [path for folder in folders for path in folder.rglob("*.py")]
    assert len(files) > 1000
    assert [path for path in files if len(path.read_text().splitlines()) > 400] == []


def test_no_circle_hides_from_the_interpreter() -> None:
    """What is imported for types alone is a library's, and slow to load: none of ours."""
    for package in OURS:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                    named = {one.module for one in node.body if isinstance(one, ast.ImportFrom)}
                    named |= {
                        alias.name
                        for one in node.body
                        if isinstance(one, ast.Import)
                        for alias in one.names
                    }
                    assert not {str(one).split(".")[0] for one in named} & {*OURS}, path


def test_the_architecture_fits_on_two_screens() -> None:
    """Of fifty lines each."""
    page = ROOT / "docs" / "architecture.md"
    assert len(page.read_text("utf-8").splitlines()) <= 100
