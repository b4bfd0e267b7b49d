"""Answers completions."""

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
    """Completes what the user is typing, using the function of the command's option."""
    data: Any = interaction.data or {}
    command, name = interaction.command, _focused(data.get("options", ()))
    if isinstance(command, app_commands.Command) and name is not None:
        require_context(interaction, command)
        run = command._invoke_autocomplete  # noqa: SLF001 - there is no public way
        await run(interaction, name, interaction.namespace)
    else:
        await _offer_nothing(interaction)


async def fail(interaction: Interaction, error: Exception) -> None:
    """Offers no choices, so that the user can go on typing, and logs one line.

    Refusals are not logged: users read them once they send the command. If it is too late, nothing
    is answered.
    """
    if not isinstance(error, errors.Refused):
        error_handler.note_shortly(interaction, error)
    if not error_handler.is_late(error):
        await _offer_nothing(interaction)


def _focused(options: Iterable[Mapping[str, Any]]) -> str | None:
    """The name of the option being typed."""
    for option in options:
        if option.get("focused"):
            return str(option["name"])
        if (inner := _focused(option.get("options", ()))) is not None:
            return inner
    return None


async def _offer_nothing(interaction: Interaction) -> None:
    """Offers no choices, unless there is an answer already."""
    if not interaction.response.is_done():
        with suppress(*TROUBLES):
            await interaction.response.autocomplete([])
