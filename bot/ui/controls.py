"""Buttons and menus that remember everything in their `custom_id`, and so survive a restart.

A `custom_id` is `action:match:seq:rest`: what it does, the match (`-` for none), the number of log
entries that the match had when it was shown, and whatever else the action needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import discord
from discord import ui

from bot import errors
from bot.context import Interaction
from bot.text.discord_limits import LABEL

TEMPLATE = (
    r"(?P<action>[a-z]+(?:-[a-z]+)*):(?P<match>-|[0-9A-Z]{4,12}):(?P<seq>\d{1,9}):(?P<rest>.*)"
)
_PATTERN = re.compile(TEMPLATE, re.DOTALL)
NO_MATCH = "-"
"""What stands in a `custom_id` in the place of a match."""
UNKNOWN = "-"
"""What an action is called that nobody knows."""


def known(custom_id: str) -> bool:
    """Whether a `custom_id` is one of ours."""
    return _PATTERN.fullmatch(custom_id) is not None


def field(interaction: discord.Interaction[Any], name: str) -> Any:
    """What Discord sends with a component: its `custom_id`, the `values` of a menu."""
    data: Any = interaction.data or {}
    return data.get(name)


def number(text: str) -> int:
    """The number that a control carries, which fits the database. Raises Outdated for any other
    text: what people send need not be what they were shown.
    """
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) >= 2**63:
        raise errors.Outdated
    return int(text)


class Control(ui.DynamicItem[ui.Item[Any]], template=_PATTERN):
    """Any button or menu of ours. What it does when it is pressed is found by its `custom_id`."""


def read(interaction: Interaction) -> tuple[str, str, int, str]:
    """The action of a control or a form, its match, the seq, and the rest; hyphens for what no
    version of this program would make today.
    """
    found = _PATTERN.fullmatch(str(field(interaction, "custom_id")))
    if found is None:
        return UNKNOWN, NO_MATCH, 0, ""
    action, match_id, seq, rest = found.groups()
    return action, match_id, int(seq), rest


def custom_id(action: str, match_id: str, seq: int, rest: str = "") -> str:
    """The text that a control carries. Raises ValueError if it would be too long."""
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
) -> Control:
    """A button with this `custom_id`."""
    return Control(
        ui.Button(label=label[:80], custom_id=to, style=style, disabled=disabled, row=row)
    )


def menu(
    placeholder: str, to: str, options: list[discord.SelectOption], *, row: int | None = None
) -> Control:
    """A menu of which one option is chosen."""
    return Control(ui.Select(placeholder=placeholder[:150], custom_id=to, options=options, row=row))


def pager(page: int, to: Callable[[int], str], *, more: bool) -> list[Control]:
    """Buttons to the pages before and behind this one, where there are such; they count from 0."""
    beside = (("◀", page - 1, page > 0), ("▶", page + 1, more))
    return [button(sign, to(number)) for sign, number, there in beside if there]


def view(*controls: Control) -> ui.View:
    """The controls as a message takes them."""
    shown = ui.View(timeout=None)
    for control in controls:
        shown.add_item(control)
    shown.stop()  # Controls are known by their pattern; nobody has to keep this one.
    return shown
