"""Forms with one line to fill in. They are handled even if they were opened before a restart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from discord import ui

from bot.context import Interaction
from bot.interactions.registry import Registry
from bot.text.discord_limits import FORM_LABEL, LABEL
from bot.ui import controls, dispatch, refused_forms
from bot.ui.dispatch import Press

PATIENCE = 900.0
"""Seconds for which discord.py keeps a form. Answers that come later are handled, too."""


async def ask(
    interaction: Interaction,
    title: str,
    label: str,
    to: str,
    *,
    more: str = "",
    filled: str = "",
    most: int = 100,
) -> None:
    """Opens a form with this `custom_id`. Its line is prefilled with `filled`; if it was refused,
    with what was typed. `more` stands beside its label.
    """
    form = ui.Modal(title=title[:FORM_LABEL], custom_id=to, timeout=PATIENCE)
    line: ui.TextInput[Any] = ui.TextInput(
        custom_id="text", max_length=most, default=filled or None
    )
    said = more[:LABEL] or None
    field: ui.Label[Any] = ui.Label(text=label[:FORM_LABEL], description=said, component=line)
    refused_forms.refill(interaction, [field])
    form.add_item(field)
    await interaction.response.send_modal(form)


Handler: TypeAlias = Callable[[Press, str], Awaitable[None]]
_HANDLERS: Registry[dispatch.Handler] = Registry("handler of a form")
handle = _HANDLERS.add
"""Registers a function as what answers an action's forms."""


def on(action: str, *, opened_by: str | None = None) -> Callable[[Handler], Handler]:
    """Registers a function as the handler of an action's forms. It gets the typed text. A refusal
    leads back to the form if that is `opened_by` a button: see `refused_forms`.
    """

    def register(handler: Handler) -> Handler:
        async def answer(press: Press) -> None:
            parts = controls.field(press.interaction, "components")
            await handler(press, _typed(parts).strip())

        _HANDLERS.add(action, answer)
        if opened_by is not None:
            refused_forms.opened_by(action, opened_by)
        return handler

    return register


FORMS = dispatch.kind_of(_HANDLERS, refused_forms.fail)


def _typed(parts: Any) -> str:
    """The text in a form's only line, however deeply nested."""
    for part in parts or ():
        if "value" in part:
            return str(part["value"])
        if found := _typed([part["component"]] if "component" in part else part.get("components")):
            return found
    return ""
