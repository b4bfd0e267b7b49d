"""Writes the pages of docs/rules from the games' own help: `python -m docs.rules`.

Each game has a page in every language, with the help's pictures. The English one ends with what
only developers need, which is written by hand in docs/rules/notes. The tables of games in
README.md and docs/rules/README.md are made here, too.
"""

from __future__ import annotations

import re
from gettext import NullTranslations
from html import escape
from pathlib import Path

import games
from bot.i18n import catalogues
from docs.sentences import one_to_a_line
from games.protocol import AnyGame
from games.tutorial import shown
from render import paint

FOLDER = Path(__file__).parent / "rules"
PICTURES = FOLDER / "pictures"
NOTES = FOLDER / "notes"
MADE = "<!-- Made by `python -m docs.rules` from games/{folder}{more}. -->"
WORDS = {"de": {"Seats": "Plätze", "Options": "Optionen", "default": "Vorgabe"}}
"""The few words that the pages have of their own."""
TABLES = (FOLDER.parents[1] / "README.md", FOLDER / "README.md")
"""The pages with a table of all games."""
_TABLE = re.compile("(?<=<!-- games -->\n).*?(?=<!-- /games -->)", re.DOTALL)


def page_of(game: AnyGame, code: str) -> Path:
    """Where the page of a game in a language lies."""
    return (FOLDER if code == "en" else FOLDER / code) / f"{game.info.key}.md"


def page(game: AnyGame, code: str) -> str:
    """The page of a game in a language."""
    language, folder = catalogues.language(code), game.start.__module__.split(".")[1]
    more = f" and notes/{game.info.key}.md" if code == "en" else f" and locales/{code}"
    up = "" if code == "en" else "../"
    parts = [
        MADE.format(folder=folder, more=more),
        f"# {language.gettext(game.info.name)}",
        f"*{language.gettext(game.texts.summary)}*",
        f"{_word('Seats', code)}: {_seats(game)} · {_others(game, code)}",
    ]
    pictures = iter(_names(game))
    for section in game.texts.help:
        parts += [f"## {language.gettext(section.title)}", language.gettext(section.body)]
        for example in section.examples:
            caption = language.gettext(example.caption)
            file = f"{up}pictures/{next(pictures)}"
            shown_as = f'<img src="{file}" width="400" alt="{escape(caption)}">'
            parts += [f'<a href="{file}">{shown_as}</a>', f"*{caption}*"]
    if game.info.options:
        parts += [f"## {_word('Options', code)}", _options(game, code, language)]
    if code == "en":
        parts.append(_notes(game))
    return one_to_a_line("\n\n".join(parts) + "\n")


def _word(word: str, code: str) -> str:
    return WORDS.get(code, {}).get(word, word)


def _others(game: AnyGame, code: str) -> str:
    """Links to the page in the other languages."""
    links = []
    for other in catalogues.languages():
        if other != code:
            up = "" if code == "en" else "../"
            to = f"{other}/" if other != "en" else up
            links.append(f"[{other}]({to}{game.info.key}.md)")
    return " ".join(links)


def _options(game: AnyGame, code: str, language: NullTranslations) -> str:
    """The options with their values, as a list."""
    said, lines = game.texts.options, []
    for option in game.info.options:
        lines.append(f"- `{language.gettext(option.key)}`: {language.gettext(said[option.key])}")
        for value in option.values or ():
            label = language.gettext(said[f"{option.key}={value}"])
            mark = f" ({_word('default', code)})" if value == option.default else ""
            lines.append(f"  - `{value}`{mark}: {label}")
    return "\n".join(lines)


def _names(game: AnyGame) -> list[str]:
    """The names of the files of a game's pictures, in the order of the help."""
    return [
        f"{game.info.key}-{_slug(section.title)}-{number}.png"
        for section in game.texts.help
        for number in range(1, len(section.examples) + 1)
    ]


def _slug(title: str) -> str:
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")


def pictures(game: AnyGame) -> dict[str, bytes]:
    """The pictures of a game's help by the names of their files."""
    examples = [example for section in game.texts.help for example in section.examples]
    return {
        name: paint(shown(game, example).scene, fast=False).png
        for name, example in zip(_names(game), examples, strict=True)
    }


def with_table(path: Path) -> str:
    """A page with its table of games as it has to be now."""
    table = _overview() if path == TABLES[0] else _rulebook()
    return _TABLE.sub(lambda _: table, path.read_text())


def _overview() -> str:
    """The games for those who have never heard of them."""
    rows = ["| game | seats | what it is about |", "| --- | --- | --- |"]
    rows += [
        f"| **{game.info.name}** | {_seats(game)} | {game.texts.summary} |"
        for game in games.all_games()
    ]
    return "\n".join(rows) + "\n"


def _rulebook() -> str:
    """The pages of the rulebook. The first line of a game's notes says whose game it is."""
    rows = ["| key | game | seats |", "| --- | --- | --- |"]
    for game in games.all_games():
        key, (_, _, author, *_) = game.info.key, _notes(game).splitlines()
        rows.append(f"| [{key}]({key}.md) | {author} | {_seats(game)} |")
    return "\n".join(rows) + "\n"


def _seats(game: AnyGame) -> str:
    return ", ".join(map(str, game.info.seats))


def _notes(game: AnyGame) -> str:
    return (NOTES / f"{game.info.key}.md").read_text().strip()


def main() -> None:
    """Writes all pages, tables and pictures, and removes pictures that no page shows any more."""
    PICTURES.mkdir(exist_ok=True)
    kept = set()
    for game in games.all_games():
        for name, png in pictures(game).items():
            (PICTURES / name).write_bytes(png)
            kept.add(name)
        for code in catalogues.languages():
            page_of(game, code).parent.mkdir(exist_ok=True)
            page_of(game, code).write_text(page(game, code))
    for path in TABLES:
        path.write_text(with_table(path))
    for file in PICTURES.glob("*.png"):
        if file.name not in kept:
            file.unlink()


if __name__ == "__main__":
    main()
