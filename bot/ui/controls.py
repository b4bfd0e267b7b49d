"""Buttons and menus whose `custom_id` holds their whole state, so that they survive restarts.

A `custom_id` is `action:match:seq:rest`: the action, the match (`-` for none), the match's `seq`
when the control was made, and whatever else the action needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import discord
from discord import ui

from bot import errors
from bot.context import Interaction
from bot.text.discord_limits import BUTTON_LABEL, LABEL
from matches.model.ids import MatchId

TEMPLATE = (
    r"(?P<action>[a-z]+(?:-[a-z]+)*):(?P<match>-|[0-9A-Z]{4,12}):(?P<seq>\d{1,9}):(?P<rest>.*)"
)
_PATTERN = re.compile(TEMPLATE, re.DOTALL)
NO_MATCH = "-"
"""The match in a `custom_id` that is about none."""
UNKNOWN = "-"
"""The name of an unknown action."""


def known(custom_id: str) -> bool:
    """Whether a `custom_id` is one of ours."""
    return _PATTERN.fullmatch(custom_id) is not None


def match_in(custom_id: str) -> MatchId | None:
    """The match that a `custom_id` names, if it is one of ours."""
    match_id = parts(custom_id)[1]
    return None if match_id == NO_MATCH else MatchId(match_id)


def parts(custom_id: str) -> tuple[str, str, int, str]:
    """The action of a `custom_id`, its match, the seq, and the rest; hyphens for one that the bot
    doesn't make.
    """
    found = _PATTERN.fullmatch(custom_id)
    if found is None:
        return UNKNOWN, NO_MATCH, 0, ""
    action, match_id, seq, rest = found.groups()
    return action, match_id, int(seq), rest


def texts(part: Any, key: str) -> Iterator[str]:
    """All texts under a key in a message, or a part of it, as Discord describes it, such as each
    `custom_id`: however deeply nested, except those of an earlier message.
    """
    if isinstance(part, list):
        for one in part:
            yield from texts(one, key)
    elif isinstance(part, dict):
        for name, value in part.items():
            if name == key:
                yield str(value)
            elif name != "referenced_message":
                yield from texts(value, key)


def field(interaction: discord.Interaction[Any], name: str) -> Any:
    """A field that Discord sends with a component, such as `custom_id` or a menu's `values`."""
    data: Any = interaction.data or {}
    return data.get(name)


def number(text: str) -> int:
    """The number that a control carries, which fits the database. Raises Outdated for any other
    text, since people can send what they were never shown.
    """
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) >= 2**63:
        raise errors.Outdated
    return int(text)


class Control(ui.DynamicItem[ui.Item[Any]], template=_PATTERN):
    """Any of our buttons and menus. Its handler is found by its `custom_id`."""


def read(interaction: Interaction) -> tuple[str, str, int, str]:
    """The `parts` of the id of a control or a form."""
    return parts(str(field(interaction, "custom_id")))


def custom_id(action: str, match_id: str = NO_MATCH, seq: int = 0, rest: str = "") -> str:
    """The `custom_id` of a control, about no match by default. Raises ValueError if it would be too
    long.
    """
    text = f"{action}:{match_id}:{seq}:{rest}"
    if len(text) > LABEL or not known(text):
        raise ValueError(f"not a custom_id: {text!r}")
    return text


def button(
    label: str,
    to: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    row: int | None = None,
    emoji: discord.PartialEmoji | None = None,
) -> Control:
    """A button with this `custom_id`."""
    made = ui.Button[Any](
        label=label[:BUTTON_LABEL],
        custom_id=to,
        style=style,
        disabled=disabled,
        row=row,
        emoji=emoji,
    )
    return Control(made)


Link: TypeAlias = "ui.Button[Any]"
"""A button that leads to an address. The bot hears nothing of it."""


def link(label: str, url: str) -> Link:
    """A button that leads to this address."""
    return ui.Button(label=label[:BUTTON_LABEL], url=url)


def item_of(control: Control | Link) -> ui.Item[Any]:
    """The button or menu itself, as Discord knows it."""
    return control.item if isinstance(control, Control) else control


def menu(
    placeholder: str,
    to: str,
    options: list[discord.SelectOption],
    *,
    most: int = 1,
    least: int = 1,
    row: int | None = None,
) -> Control:
    """A menu with a single choice, or with from `least` to `most` of them."""
    most = max(1, min(most, len(options)))
    title = placeholder[:150]
    return Control(
        ui.Select(
            placeholder=title,
            custom_id=to,
            options=options,
            min_values=min(least, most),
            max_values=most,
            row=row,
        )
    )


def pager(page: int, to: Callable[[int], str], *, more: bool) -> list[Control]:
    """Buttons to the previous and next page, if there are any. Pages count from 0."""
    beside = (("◀", page - 1, page > 0), ("▶", page + 1, more))
    return [button(sign, to(number)) for sign, number, there in beside if there]


def in_rows(*rows: Sequence[Control | Link]) -> tuple[Control | Link, ...]:
    """The buttons of these rows, at most five in each. Empty rows are left out."""
    for number, row in enumerate(filter(None, rows)):
        for control in row:
            control.row = number
    return tuple(control for row in rows for control in row)


def view(*controls: Control | Link) -> ui.View:
    """The controls as a view for a message."""
    shown = ui.View(timeout=None)
    for control in controls:
        shown.add_item(control)
    shown.stop()  # Handlers find controls by pattern, not by view.
    return shown
