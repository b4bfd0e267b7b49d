"""Commands on a message: they are about the match that the message shows."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import app_commands

from bot.commands.which_match import run_in_match
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions.contexts import everywhere
from bot.ui import controls
from games.words import N_
from matches.model.ids import MatchId

NO_MATCH = N_("This message isn't about a match. Choose one that shows a board or a table.")
_TITLE = re.compile(r"\*\* · (?:\w+ )?`([0-9A-Z]{4,12})`")
"""How messages about a match begin, after the name of the game (`bot.text.match.title`). Older ones
have no word before the id.
"""


def on_message(name: str, act: str) -> app_commands.ContextMenu:
    """A command in the context menu of messages that does the same as `act` (see `in_match`)."""

    async def run(interaction: Interaction, message: discord.Message) -> None:
        resolved = controls.field(interaction, "resolved")
        match_id = match_of(resolved["messages"][str(message.id)])
        if match_id is None or message.author != interaction.client.user:
            raise Refused(NO_MATCH)
        await run_in_match(interaction, act, match_id)

    return everywhere(app_commands.ContextMenu(name=name, callback=run))


def match_of(message: Any) -> MatchId | None:
    """The match that one of the bot's messages names, in its controls or else in its title. None if
    it names several.
    """
    ids = controls.texts(message, "custom_id")
    named = {found for text in ids if (found := controls.match_in(text))}
    if not named:
        titles = (_TITLE.search(text) for text in controls.texts(message, "content"))
        named = {MatchId(found[1]) for found in titles if found}
    return named.pop() if len(named) == 1 else None
