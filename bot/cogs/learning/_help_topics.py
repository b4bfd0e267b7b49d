"""The commands by subject, read from the commands themselves, so that none is missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.context.command_ids import CommandIds
from games.words import N_
from matches.model.ids import GuildId

BEGIN = N_("Getting started")
PLAY = N_("Your turn")
AGREE = N_("In a match")
COMPETE = N_("Competitions")
LOOK_BACK = N_("Matches and results")
LEARN = N_("Learn")
YOU = N_("Settings and privacy")
MENUS = N_("Right-click or long-press a name or message, then “Apps”")
SERVER = N_("For server managers")
CHAPTERS = {
    BEGIN: ("lobby.cog", "lobby.open_tables", "wishes", "seats.open_seats"),
    PLAY: ("play", "studies", "learning.analysis.hint"),
    AGREE: ("agreements", "clocks", "seats.handover"),
    COMPETE: ("tournaments", "leagues", "ladders"),
    LOOK_BACK: ("records", "lobby.rematch", "ratings"),
    LEARN: ("learning",),
    YOU: ("settings", "privacy"),
    MENUS: (),
    SERVER: (),
}
"""The headings in order, with the features, modules of features, or commands that they hold."""

_Command: TypeAlias = (
    "app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu"
)


@dataclass(frozen=True, slots=True)
class Names:
    """The commands as a reader in a guild, or elsewhere, can click them."""

    ids: CommandIds
    guild_id: GuildId | None
    language: NullTranslations

    def __getitem__(self, name: str) -> str:
        """A slash command by its full English name."""
        return self.ids.mention(
            name, " ".join(map(self.language.gettext, name.split())), self.guild_id
        )

    def link(self, name: str) -> str:
        """The same without the reader's own name, if it can be clicked."""
        return self[name].partition(" `")[0]


def overview(
    tree: app_commands.CommandTree[Any],
    names: Names,
    may: discord.Permissions,
    works: Callable[[_Command], bool],
) -> dict[str, list[str]]:
    """By chapter, a line for each command that works here and is visible with these permissions.
    Chapters without any are left out.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for command in filter(works, tree.get_commands()):
        if command.default_permissions is None or command.default_permissions <= may:
            found[_chapter(command)] += _lines(command, names)
    return {chapter: sorted(found[chapter]) for chapter in CHAPTERS if found[chapter]}


def _chapter(command: _Command) -> str:
    if isinstance(command, app_commands.ContextMenu):
        return MENUS
    if command.default_permissions is not None:
        return SERVER
    parts = str(command.module).split(".")[2:]
    names = {parts[0], ".".join(parts), ".".join([*parts, command.name])}
    return next(chapter for chapter, modules in CHAPTERS.items() if names & {*modules})


def _lines(command: _Command, names: Names) -> Iterator[str]:
    if isinstance(command, app_commands.ContextMenu):
        yield f"`{names.language.gettext(command.name)}`"
    elif isinstance(command, app_commands.Group):
        for part in command.commands:
            yield from _lines(part, names)
    else:
        described = names.language.gettext(command.description)
        yield f"{names[command.qualified_name]} – {described}"
