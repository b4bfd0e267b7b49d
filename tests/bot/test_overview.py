"""Which commands there are, and that players read of all of them, by the names that they know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.cogs.learning._overview import CHAPTERS, SERVER
from bot.cogs.privacy._policy import DOCS, FILES
from bot.i18n.catalogues import of_locale
from playground.client import Channel, Playground, User

pytestmark = pytest.mark.untraced

_COMMAND = re.compile(r"`/([^\s`]+)")


SLASH = 1
"""Discord's type of commands that are typed; others are menus on names."""


def _names(commands: list[Any], locale: str | None = None) -> Iterator[str]:
    """The commands as their users see them, with those that are in groups."""
    for command in commands:
        name = (command.get("name_localizations") or {}).get(locale, command["name"])
        parts = [part for part in command.get("options", ()) if part["type"] in (1, 2)]
        yield from (f"{name} {part}" for part in _names(parts, locale)) if parts else (name,)


async def test_help_lists_every_command(
    pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """Whatever is registered stands in `/help`, in the user's language; what only those may use who
    manage the server, they alone read.
    """
    every = [one for one in await pg.commands() if one["type"] == SLASH]
    shown = (await anna.command("help", general)).embeds[0]["description"]
    listed = re.findall(r"^`/([^`]+)` – .+$", shown, re.MULTILINE)
    assert sorted(listed) == sorted(_names(every, "de"))
    assert "datenschutz löschen" in listed
    shown = (await ben.command("help", general)).embeds[0]["description"]
    listed = re.findall(r"^`/([^`]+)` – .+$", shown, re.MULTILINE)
    assert sorted([*listed, "daily", "end", "server"]) == sorted(_names(every))
    assert shown.count("`Challenge`") == 1


async def test_help_is_in_chapters(pg: Playground, general: Channel, anna: User, ben: User) -> None:
    """What belongs together stands together; who manages no server reads no empty heading."""
    shown = (await anna.command("help", general)).embeds[0]["description"]
    chapters = [part.splitlines() for part in shown.split("\n\n")]
    assert [lines[0] for lines in chapters] == [
        f"**{of_locale(discord.Locale.german).gettext(title)}**" for title in CHAPTERS
    ]
    assert all(len(lines) > 1 for lines in chapters)
    shown = (await ben.command("help", general)).embeds[0]["description"]
    assert f"**{SERVER}**" not in shown


async def test_texts_name_commands_as_their_readers_know_them(pg: Playground) -> None:
    """Wherever a German text or the German policy names a command, it is by its German name, and
    there are no others than those that exist.
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
