"""What takes long is computed in processes of its own, for whoever asked: no command bypasses that.

Nothing of this is called in the bot's own process. It is only handed on, to `Jobs.run` or `search`.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HEAVY = {
    "bot.records.shelf": ("opened", "look", "log"),
    "bot.records.files": ("of_record", "as_json"),
    "bot.records.film": ("film",),
    "matches.privacy": ("stored",),
    "games.record": ("read", "to_text", "to_json"),
    "opponents.analysis": ("judge",),
    "opponents.puzzles": ("is_solved",),
    "opponents.puzzles.collector": ("of_match",),
    "competitions.formats.reports": ("export",),
    "competitions.formats.rounds": ("all_standings", "next_round"),
    "render.chart": ("png_of",),
    "render.table": ("png_of",),
    "render.tree": ("png_of",),
    "render.course": ("png_of",),
}
"""By module: records, films, files, analyses, hints, rounds, standings, charts and tables."""
SMALL = {("bot/text/standings.py", "competitions.formats.rounds.all_standings")}
"""Called for small tables alone: the large ones are stored (`competitions.tournaments.sheets`)."""
INSIDE = ("bot/records", "bot/processes")
"""What runs in those processes, and what runs them."""


@cache
def _trees() -> dict[str, ast.Module]:
    files = (ROOT / "bot").rglob("*.py")
    return {str(one.relative_to(ROOT)): ast.parse(one.read_text()) for one in files}


def _named(tree: ast.Module) -> dict[str, str]:
    """What the names that a module imports stand for, with dots."""
    found = dict[str, str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                found[one.asname or one.name] = f"{node.module}.{one.name}"
        elif isinstance(node, ast.Import):
            for one in node.names:
                found[one.asname or one.name] = one.name
    return found


def _dotted(node: ast.expr, named: dict[str, str]) -> str:
    if isinstance(node, ast.Name):
        return named.get(node.id, "")
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value, named)}.{node.attr}"
    return ""


def _uses(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """What a module uses of the heavy, and whether it calls it."""
    named, called = _named(tree), set[ast.expr]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called.add(node.func)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            yield _dotted(node, named), node in called


def _heavy() -> dict[Any, str]:
    """The functions, with their names."""
    return {
        getattr(importlib.import_module(module), name): f"{module}.{name}"
        for module, names in HEAVY.items()
        for name in names
    }


def _meant(dotted: str) -> Any:
    """What an imported name stands for, also where another module passes it on."""
    module, _, name = dotted.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name, None)
    except (ImportError, TypeError, ValueError):  # Of no module, or of a relative one.
        return None


def test_nothing_heavy_is_called() -> None:
    """By any module of the bot that runs in its own process; and all of it is used."""
    heavy, used, called = _heavy(), set[str](), set[tuple[str, str]]()
    names = {name for functions in HEAVY.values() for name in functions}
    for file, tree in _trees().items():
        for dotted, is_called in _uses(tree):
            if dotted.rpartition(".")[2] not in names:
                continue
            name = heavy.get(_meant(dotted))
            if name is not None:
                used.add(name)
                if is_called and not file.startswith(INSIDE):
                    called.add((file, name))
    assert called == SMALL
    assert used == {*heavy.values()}
