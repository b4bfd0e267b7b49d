"""Completions of what is being typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from discord import app_commands

from bot import errors
from bot.context import Interaction
from bot.interactions import error_handler
from bot.interactions.contexts import require_context
from bot.text.discord_codes import TROUBLES


async def complete(interaction: Interaction) -> None:
    """Completes what the user is typing, by the function of the command's option."""
    data: Any = interaction.data or {}
    command, name = interaction.command, _focused(data.get("options", ()))
    if isinstance(command, app_commands.Command) and name is not None:
        require_context(interaction, command)
        run = command._invoke_autocomplete  # noqa: SLF001 - there is no other way to it
        await run(interaction, name, interaction.namespace)
    else:
        await _offer_nothing(interaction)


async def fail(interaction: Interaction, error: Exception) -> None:
    """Whatever goes wrong is one line in the log and no choices for the user, who goes on typing.
    What is refused needs no line: whoever sends the command reads why. Where it is too late nobody
    waits for choices, not even for none.
    """
    if not isinstance(error, errors.Refused):
        error_handler.note_shortly(interaction, error)
    if not error_handler.is_late(error):
        await _offer_nothing(interaction)


def _focused(options: Iterable[Mapping[str, Any]]) -> str | None:
    """The name of the option that is being typed."""
    for option in options:
        if option.get("focused"):
            return str(option["name"])
        if (inner := _focused(option.get("options", ()))) is not None:
            return inner
    return None


async def _offer_nothing(interaction: Interaction) -> None:
    """Offers no choices, unless the user has an answer."""
    if not interaction.response.is_done():
        with suppress(*TROUBLES):
            await interaction.response.autocomplete([])
