"""All commands at a glance, read from the commands themselves, so that none is missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.text.discord_limits import EMBED
from bot.text.match import cut
from games.words import N_

TITLE = N_("All commands")

BEGIN = N_("Getting started")
PLAY = N_("Your turn")
AGREE = N_("In a match")
LOOK_BACK = N_("Matches and results")
LEARN = N_("Learn")
YOU = N_("About you")
MENUS = N_("On a name or a message, under “Apps”")
SERVER = N_("For server managers")
CHAPTERS = {
    BEGIN: ("lobby.cog", "lobby.open_tables"),
    PLAY: ("play",),
    AGREE: ("agreements", "clocks"),
    LOOK_BACK: ("records", "lobby.rematch", "ratings"),
    LEARN: ("learning",),
    YOU: ("settings", "privacy"),
    MENUS: (),
    SERVER: (),
}
"""The headings in order, with the features, or modules of features, whose commands they hold."""

_Command: TypeAlias = (
    "app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu"
)


def overview(
    tree: app_commands.CommandTree[Any],
    language: NullTranslations,
    may: discord.Permissions,
    works: Callable[[_Command], bool],
) -> discord.Embed:
    """The commands that work here and are visible with these permissions: by subject, under their
    names in this language.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for command in filter(works, tree.get_commands()):
        if command.default_permissions is None or command.default_permissions <= may:
            found[_chapter(command)] += _lines(command, language)
    text = "\n\n".join(
        "\n".join([f"**{language.gettext(chapter)}**", *sorted(found[chapter])])
        for chapter in CHAPTERS
        if found[chapter]
    )
    return discord.Embed(title=language.gettext(TITLE), description=cut(text, EMBED))


def _chapter(command: _Command) -> str:
    if isinstance(command, app_commands.ContextMenu):
        return MENUS
    if command.default_permissions is not None:
        return SERVER
    parts = str(command.module).split(".")[2:]
    names = {parts[0], ".".join(parts)}
    return next(chapter for chapter, modules in CHAPTERS.items() if names & {*modules})


def _lines(command: _Command, language: NullTranslations, group: str = "/") -> Iterator[str]:
    if isinstance(command, app_commands.ContextMenu):
        yield f"`{language.gettext(command.name)}`"
        return
    name = f"{group}{language.gettext(command.name)}"
    if isinstance(command, app_commands.Group):
        for part in command.commands:
            yield from _lines(part, language, f"{name} ")
    else:
        yield f"`{name}` – {language.gettext(command.description)}"
