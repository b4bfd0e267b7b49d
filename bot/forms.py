"""Forms with one line to fill in, which are heard also when they were opened before a restart."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot import access, components, errors
from bot.chosen import know

if TYPE_CHECKING:
    from bot.client import Interaction

PATIENCE = 900.0
"""Seconds for which Discord's library keeps a form; the answer is heard of later, too."""
LONGEST_TITLE = 45
_PATTERN = re.compile(components.TEMPLATE, re.DOTALL)


async def ask(
    interaction: Interaction, title: str, label: str, to: str, *, filled: str = "", most: int = 100
) -> None:
    """Opens a form with this `custom_id`; `filled` stands in its line already."""
    form = ui.Modal(title=title[:LONGEST_TITLE], custom_id=to, timeout=PATIENCE)
    line: ui.TextInput[Any] = ui.TextInput(
        custom_id="text", max_length=most, default=filled or None
    )
    form.add_item(ui.Label(text=label[:LONGEST_TITLE], component=line))
    await interaction.response.send_modal(form)


async def hear(
    interaction: Interaction,
    action: str,
    handle: Callable[[components.Press, str], Awaitable[None]],
) -> None:
    """Gives the form of this action, with what was typed, to a handler; answers its errors."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    found = _PATTERN.fullmatch(str(components.field(interaction, "custom_id")))
    if found is None or found["action"] != action:
        return
    interaction.extras |= {"match": found["match"], "action": action}
    await know(interaction)
    press = components.Press(interaction, found["match"], int(found["seq"]), found["rest"], ())
    try:
        if press.match != components.NO_MATCH:
            await access.admit(interaction, press.match)
        await handle(press, _typed(components.field(interaction, "components")).strip())
    except Exception as error:  # noqa: BLE001 - all of them are answered
        await errors.answer(interaction, error)


def _typed(parts: Any) -> str:
    """What stands in the only line of a form, however deep that is."""
    for part in parts or ():
        if "value" in part:
            return str(part["value"])
        if found := _typed([part["component"]] if "component" in part else part.get("components")):
            return found
    return ""
