"""Forms with several fields: lines of text, choices, people, roles, channels, boxes to tick.

Discord takes at most `FIELDS` fields in one form; whoever has more makes pages. Forms are handled
even if they were opened before a restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import discord
from discord import ui

from bot.context import Interaction
from bot.text.discord_limits import FIELDS, FORM_LABEL, LABEL
from bot.text.match import cut
from bot.ui import controls, modals, refused_forms
from bot.ui.dispatch import Press

T = TypeVar("T")
Field: TypeAlias = "ui.Label[Any]"
Values: TypeAlias = refused_forms.Values
"""By field: a text, a list of chosen values, or whether a box is ticked."""
Handler: TypeAlias = Callable[[Press, Values], Awaitable[None]]


def pages(things: Sequence[T]) -> list[Sequence[T]]:
    """The things in as many forms as they need."""
    return [things[first : first + FIELDS] for first in range(0, len(things), FIELDS)]


async def show(
    interaction: Interaction, title: str, to: str, fields: Sequence[Field], said: str = ""
) -> None:
    """Opens a form with this `custom_id`. If it was refused, it holds what was typed. What is
    `said` stands above the fields, and takes the room of one.
    """
    refused_forms.refill(interaction, fields)
    form = ui.Modal(title=cut(title, FORM_LABEL), custom_id=to, timeout=modals.PATIENCE)
    if said:
        form.add_item(ui.TextDisplay(said))
    for field in fields:
        form.add_item(field)
    await interaction.response.send_modal(form)


def on(action: str, *, again: bool = True) -> Callable[[Handler], Handler]:
    """Registers a function as the handler of an action's forms. It gets the fields' values.

    A refusal leads back to the form (see `refused_forms`): a button with the `custom_id` of the
    form has to open it. Not with `again` off, for a form that is `shown_by` something else.
    """

    def register(handler: Handler) -> Handler:
        async def answer(press: Press) -> None:
            await handler(press, refused_forms.values_of(press.interaction))

        modals.handle(action, answer)
        if again:
            refused_forms.opened_by(action, action)
        return handler

    return register


def one(values: Values, name: str) -> str:
    """What a field holds: the text, or the one thing that was chosen; empty without that."""
    value = values.get(name) or ""
    return str(value[0] if isinstance(value, list) else value).strip()


# Fields


def _label(label: str, description: str, component: ui.Item[Any]) -> Field:
    below = cut(description, LABEL) or None
    return ui.Label(text=cut(label, FORM_LABEL), description=below, component=component)


def text(name: str, label: str, description: str, filled: str, *, most: int = 100) -> Field:
    """A line of text, which may stay empty."""
    line = ui.TextInput[Any](
        custom_id=name, default=filled or None, max_length=most, required=False
    )
    return _label(label, description, line)


def tick(name: str, label: str, description: str, *, ticked: bool) -> Field:
    """A box to tick."""
    return _label(label, description, ui.Checkbox[Any](custom_id=name, default=ticked))


def choice(
    name: str,
    label: str,
    description: str,
    choices: Mapping[str, str],
    chosen: Sequence[str],
    *,
    several: bool = False,
    required: bool = False,
) -> Field:
    """A menu of values with their names; nothing, one, or `several` of them can be chosen. If it is
    `required`, something has to be.
    """
    options = [
        discord.SelectOption(label=cut(said, LABEL), value=value, default=value in chosen)
        for value, said in choices.items()
    ]
    menu = ui.Select[Any](
        custom_id=name,
        options=options,
        min_values=1 if required else 0,
        max_values=len(options) if several else 1,
        required=required,
    )
    return _label(label, description, menu)


def people(name: str, label: str, description: str, chosen: Sequence[int], *, most: int) -> Field:
    """A menu of people."""
    kind = discord.SelectDefaultValueType.user
    menu = ui.UserSelect[Any](
        custom_id=name,
        min_values=0,
        max_values=most,
        required=False,
        default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in chosen],
    )
    return _label(label, description, menu)


def bots(interaction: Interaction) -> set[str]:
    """The bots among the people who were chosen, by their ids: Discord offers them, too."""
    users = (controls.field(interaction, "resolved") or {}).get("users", {})
    return {id_ for id_, user in users.items() if user.get("bot")}


def role(name: str, label: str, description: str, chosen: Sequence[int]) -> Field:
    """A menu of a server's roles."""
    kind = discord.SelectDefaultValueType.role
    menu = ui.RoleSelect[Any](
        custom_id=name,
        min_values=0,
        required=False,
        default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in chosen],
    )
    return _label(label, description, menu)


WRITTEN_IN = (discord.ChannelType.text, discord.ChannelType.news)
"""The kinds of channels in which anybody writes outside of threads."""


def channels(
    name: str,
    label: str,
    description: str,
    chosen: Sequence[int],
    *,
    most: int,
    kinds: Sequence[discord.ChannelType] = (*WRITTEN_IN, discord.ChannelType.forum),
) -> Field:
    """A menu of a server's channels of these kinds. What is `chosen` has to be of one of them."""
    kind = discord.SelectDefaultValueType.channel
    menu = ui.ChannelSelect[Any](
        custom_id=name,
        min_values=0,
        max_values=most,
        required=False,
        channel_types=[*kinds],
        default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in chosen],
    )
    return _label(label, description, menu)
