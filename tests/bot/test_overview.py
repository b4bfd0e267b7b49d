"""The list of commands: players read about all of them, by the names that they know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

import discord
import pytest

from bot.cogs.learning._help_topics import CHAPTERS, MENUS, PLAY, SERVER
from bot.cogs.privacy._policy import DOCS, FILES
from bot.i18n.catalogues import of_locale
from playground.client import Channel, Playground, User

pytestmark = pytest.mark.shared_bot

_COMMAND = re.compile(r"`/([^\s`]+)")
_LINE = re.compile(r"^</([^:>]+):\d+>(?: `/([^`]+)`)? – .+$", re.MULTILINE)


SLASH = 1
"""Discord's type of slash commands; others are context menus."""
WIDTH, HEIGHT = 45, 18
"""The characters of a line on a phone, and the lines of a screen that stand above the controls."""


def _names(commands: list[Any], locale: str | None = None) -> Iterator[str]:
    """The full names of commands as their users see them, including those in groups."""
    for command in commands:
        name = (command.get("name_localizations") or {}).get(locale, command["name"])
        parts = [part for part in command.get("options", ()) if part["type"] in (1, 2)]
        yield from (f"{name} {part}" for part in _names(parts, locale)) if parts else (name,)


def _lines(text: str) -> list[str]:
    """A text as it is read on a phone."""
    read = re.sub(r"[*`]", "", re.sub(r"<(/[^:>]+):\d+>", r"\1", text))
    return [part for line in read.split("\n") for part in wrap(line, WIDTH) or [""]]


async def _topics(user: User, channel: Channel) -> dict[str, str]:
    """The topics of help, with what is shown for each."""
    shown, found = await user.command("help", channel), dict[str, str]()
    (menu,) = shown.selects
    for option in menu["options"][1:]:
        shown = await shown.select(menu["custom_id"], [option["value"]])
        title, found[option["label"]] = shown.texts
        assert title == f"### {option['label']}"
    return found


def _listed(topics: dict[str, str]) -> list[tuple[str, str]]:
    """The commands: their English names, and those that are shown."""
    found = _LINE.findall("\n".join(topics.values()))
    return [(name, shown or name) for name, shown in found]


async def test_help_lists_every_command(
    pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """`/help` has every registered command, so that it can be clicked, with its name in the user's
    language. Only people who manage the server see the commands for managers.
    """
    every = [one for one in await pg.commands() if one["type"] == SLASH]
    listed = _listed(await _topics(anna, general))
    assert sorted(shown for _, shown in listed) == sorted(_names(every, "de"))
    assert sorted(name for name, _ in listed) == sorted(_names(every))
    assert ("privacy delete", "datenschutz löschen") in listed
    topics = await _topics(ben, general)
    listed = _listed(topics)
    assert sorted([*(shown for _, shown in listed), "daily", "end", "server"]) == sorted(
        _names(every)
    )
    assert topics[MENUS].count("`Challenge`") == 1


@pytest.mark.parametrize("who", ["anna", "ben"])
async def test_the_first_page_fits_a_phone(pg: Playground, general: Channel, who: str) -> None:
    """With the buttons and the menu below it, in both languages: nobody has to scroll. Between two
    groups there is a rule.
    """
    shown = await pg.user(who).command("help", general)
    assert len(shown.texts) == 3
    lines = _lines("\n\n".join(shown.texts))
    assert len(lines) <= HEIGHT, lines
    if who == "anna":
        assert "`/spielen`" in shown.content, "the links have Discord's names, which are English"


async def test_help_is_in_chapters(general: Channel, anna: User, ben: User) -> None:
    """Related commands share a topic. Nobody sees an empty one."""
    topics = await _topics(anna, general)
    assert "</hint:" in topics[of_locale(discord.Locale.german).gettext(PLAY)]
    assert list(topics) == [of_locale(discord.Locale.german).gettext(one) for one in CHAPTERS]
    assert all(topics.values())
    assert SERVER not in await _topics(ben, general)


async def test_texts_name_commands_as_their_readers_know_them(pg: Playground) -> None:
    """German texts and the German policy use the German names of commands, and only those that
    exist.
    """
    every = [one for one in await pg.commands() if one["type"] == SLASH]
    german = {name.partition(" ")[0] for name in _names(every, "de")}
    english = {name.partition(" ")[0] for name in _names(every)}
    known: dict[Any, Any] = of_locale(discord.Locale.german)._catalog  # type: ignore[attr-defined]
    for key, text in known.items():
        source = key[0] if isinstance(key, tuple) else key
        assert set(_COMMAND.findall(text)) <= german, text
        if source:
            assert set(_COMMAND.findall(source)) <= english, source
    for language, names in (("de", german), ("en", english)):
        named = _COMMAND.findall((DOCS / FILES[language]).read_text(encoding="utf-8"))
        assert named
        assert set(named) <= names
