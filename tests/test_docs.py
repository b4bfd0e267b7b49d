"""What the scripts of docs make: pages from the games' help, tables of games, the gallery.

And what pages and docstrings name: links, files, modules, settings.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click
import pytest

import games
from bot.cli import main
from bot.config.settings import Settings
from bot.i18n import catalogues
from games.protocol import AnyGame
from tests import OURS

rules: Any = import_module("docs.rules")
gallery: Any = import_module("docs.gallery")
captures: Any = import_module("docs.captures")
sentences: Any = import_module("docs.sentences")
GAMES = games.all_games()
ROOT = Path(__file__).parent.parent
PAGES = sentences.pages()


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
    shown = (*gallery.SHOTS, *gallery.SAMPLES)
    assert all((gallery.FOLDER / f"{shot.name}.png").is_file() for shot in shown)
    screens = product(captures.SUBJECTS, captures.SIZES, captures.LANGUAGES)
    assert all((gallery.FOLDER / captures.file_of(*one)).is_file() for one in screens)
    assert len({shot.name for shot in shown}) == len(shown)


@pytest.mark.parametrize("sample", gallery.SAMPLES, ids=lambda sample: sample.name)
def test_competitions_of_the_gallery_are_painted(sample: Any) -> None:
    """By the formats and the painter as they are now."""
    assert sample.painted().startswith(b"\x89PNG")


def test_the_gallery_shows_every_kind_of_competition() -> None:
    """Tournaments, leagues and ladders."""
    kinds = {sample.name.partition("-")[0] for sample in gallery.SAMPLES}
    assert kinds == {"cup", "league", "ladder"}


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_sentences_stand_one_to_a_line(page: Path) -> None:
    """If not, run `python -m docs.sentences`."""
    text = page.read_text("utf-8")
    assert text == sentences.one_to_a_line(text)


def test_lines_are_split_between_sentences_only() -> None:
    """A sentence of a list stays in its item; headings, tables and code are left alone. A sentence
    may begin with a point of a board, or with a name in lower case.
    """
    text = """
## 1. One. Two

1. **One.** Two, e.g. `x.` by M. Miller. *Three?* Four
- `Five.` Six! “Seven.” Eight 3. 5 nine. a1 is ten. discord.py, i.e. a library, is the 11. part

| A table. It stays. | . |

```
Code. It stays.
```
"""
    split = """
## 1. One. Two

1. **One.**
   Two, e.g. `x.` by M. Miller.
   *Three?*
   Four
- `Five.`
  Six!
  “Seven.”
  Eight 3. 5 nine.
  a1 is ten.
  discord.py, i.e. a library, is the 11. part

| A table. It stays. | . |

```
Code. It stays.
```
"""
    assert sentences.one_to_a_line(text) == split


def test_a_sentence_stands_on_one_line() -> None:
    """One that is broken over two lines is joined; what isn't prose stays as it is."""
    text = """
## A heading
- It says what follows:
  *one* thing,
  and another
  – a third.
  The next one.

    code,
    code

Words
- a list,
1. a list
| A table,
a cell
"""
    joined = """
## A heading
- It says what follows: *one* thing, and another
  – a third.
  The next one.

    code,
    code

Words
- a list,
1. a list
| A table,
a cell
"""
    assert sentences.one_to_a_line(text) == joined


def _headings(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_the_glossary_has_one_word_a_row_in_order() -> None:
    """Within a subject, words stand in alphabetical order, and no word stands there twice."""
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    tables = re.findall(r"^\| word \| meaning \|\n(?:\|.*\n)+", text, re.MULTILINE)
    assert len(tables) == text.count("\n## ") - 1  # The last has several languages.
    for table in tables:
        words = [row.split(" | ")[0].removeprefix("| ") for row in table.splitlines()[2:]]
        assert words == sorted({*words}, key=str.casefold)
        assert not [word for word in words if "," in word]


PACKAGES = (*OURS, "tests")
MADE = ("build/",)
"""What pages name that is only there once something was run."""


def _code(text: str) -> list[str]:
    """What stands in single backticks; fenced blocks are left out."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [" ".join(found.split()) for found in re.findall(r"`([^`]+)`", prose)]


@cache
def _docstrings() -> tuple[str, ...]:
    """All docstrings of the program and its tests, and the strings below constants."""
    return tuple(
        node.value.value
        for package in (*PACKAGES, "benchmarks", "docs")
        for file in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _written_now() -> list[tuple[Path, str]]:
    """Each page that speaks of the present, with its text."""
    return [(page, page.read_text("utf-8")) for page in PAGES if page.name != "CHANGELOG.md"]


def test_files_that_are_named_exist() -> None:
    """Pages and docstrings name files of ours as they are called now."""
    texts = [*_written_now(), *((ROOT / "README.md", text) for text in _docstrings())]
    named = [(page, name) for page, text in texts for name in _code(text)]
    files = {path.name for package in (*PACKAGES, "docs") for path in (ROOT / package).rglob("*")}
    missing = set()
    for page, name in named:
        if name.startswith(MADE):
            continue
        if re.fullmatch(r"(?:[\w.-]+/)+(?:[\w-]+\.(?:py|md|json|txt|toml))?", name):
            if not (ROOT / name).exists() and not (page.parent / name).exists():
                missing.add(name)
        elif re.fullmatch(r"\w+\.py", name) and name not in files:
            missing.add(name)
    assert len(named) > 1000
    assert missing == set()


def test_what_is_named_in_modules_exists() -> None:
    """Pages and docstrings name modules, and what is in them, as they are called now."""
    texts = [*_docstrings(), *(text for _, text in _written_now())]
    dotted = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+")
    named = {name for text in texts for name in _code(text) if dotted.fullmatch(name)}
    named -= {name for name in named if (ROOT / name).exists()}
    assert len(named) > 30
    for name in sorted(named):
        assert resolve_name(name), name


HOOKS = (ROOT / ".pre-commit-config.yaml", ROOT / ".ci" / "run")


def test_commands_that_are_named_exist() -> None:
    """Targets of make, modules that are run, and commands of the program."""
    pages = [text for page, text in _written_now() if "past" not in page.parts]
    text = "\n".join([*pages, *(path.read_text("utf-8") for path in HOOKS)])
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    made = set(re.findall(r"(?:`|entry: |^)make ([a-z][\w-]*)", text, re.MULTILINE))
    assert made <= targets
    assert "test" in made
    modules = set(re.findall(r"python -m ((?:bot|benchmarks|docs|playground|tests)[\w.]*\w)", text))
    assert len(modules) > 3
    assert not {name for name in modules if find_spec(name) is None}
    named = set(re.findall(r"(?:`|^ *|\| )dreierlei ((?:[a-z-]+ ?)+)", text, re.MULTILINE))
    assert len(named) > 10
    for words in named:
        assert _command(words.split()), words


def _command(words: list[str]) -> bool:
    """Whether these words begin with a command of the program; further ones are arguments."""
    command: click.Command | None = main
    for word in words:
        if not isinstance(command, click.Group):
            break
        command = command.commands.get(word)
    return command is not None


def test_hooks_run_what_ci_runs() -> None:
    """CI runs one command, and so does the hook before a push."""
    hooks, ci = (path.read_text("utf-8") for path in HOOKS)
    command = "make test"
    assert re.findall("^make .*", ci, re.MULTILINE) == [command]
    pushed = hooks.partition("- id: test\n")[2]
    assert f"entry: {command}\n" in pushed
    assert "stages: [pre-push]\n" in pushed


def test_names_in_capitals_are_settings() -> None:
    """Pages for operators name settings that there are."""
    for page in ("docs/operations.md", "README.md", "SECURITY.md"):
        found = re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", (ROOT / page).read_text("utf-8"))
        assert {name.lower() for name in found} <= set(Settings.model_fields), page


def test_names_of_code_in_pages_for_developers_exist() -> None:
    """Each class, function or field that such a page names stands in the code."""
    known = {
        word
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        for word in re.findall(r"\w+", file.read_text("utf-8"))
    }
    pages = [
        text
        for page, text in _written_now()
        if page.parent.name in ("docs", "tests") and page.name != "operations.md"
    ]
    named = {
        name.removesuffix("()")
        for text in pages
        for name in _code(text)
        if re.fullmatch(r"[A-Z][a-z]+[A-Z]\w+(?:\.\w+)*|\w+_\w+|\w+\(\)", name)
    }
    assert len(named) > 10
    assert {name for name in named if not set(name.split(".")) <= known} == set()
