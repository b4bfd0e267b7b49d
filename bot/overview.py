"""All commands at a glance, read from the commands themselves, so that none can be missing."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.sentences import cut
from games.words import N_

TITLE = N_("All commands")
LIMIT = 4096
"""The most characters of an embed's description."""

_Command: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.Group"


def overview(
    tree: app_commands.CommandTree[Any], language: NullTranslations, may: discord.Permissions
) -> discord.Embed:
    """The commands that somebody with these permissions sees, as he knows them."""
    lines = sorted(
        line
        for command in tree.get_commands()
        if not isinstance(command, app_commands.ContextMenu)
        and (command.default_permissions is None or command.default_permissions <= may)
        for line in _lines(command, language)
    )
    return discord.Embed(title=language.gettext(TITLE), description=cut("\n".join(lines), LIMIT))


def _lines(command: _Command, language: NullTranslations, group: str = "/") -> Iterator[str]:
    name = f"{group}{language.gettext(command.name)}"
    if isinstance(command, app_commands.Group):
        for part in command.commands:
            yield from _lines(part, language, f"{name} ")
    else:
        yield f"`{name}` – {language.gettext(command.description)}"
