"""Forms that were refused: a button opens them again, filled in with what was typed.

The button carries what was typed. What it has no room for is remembered for a while, by this
process alone; after that, and after a restart, the form opens as it does at first.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import discord
from discord import ui

from bot import errors
from bot.context import Interaction
from bot.interactions import error_handler
from bot.interactions.registry import Registry
from bot.interactions.ways_out import Refusal, lead_back
from bot.ui import controls, dispatch
from bot.ui.controls import button, custom_id, number
from bot.ui.dispatch import Press
from games.words import N_
from matches.model.ids import PlayerId

AGAIN = N_("Try again")
_ACTION = "again"
_BETWEEN, _AMONG = "|", "&"
"""What stands in the button between the values of fields, and between those of one field."""
_TICKED = "1"
_TYPED, _SHOWN = "typed", "shown"
"""Under these names, an interaction's extras hold what was typed, and that a message holds it."""

Value: TypeAlias = "str | bool | list[str]"
"""What a field holds: a text, whether a box is ticked, what is chosen in a menu."""
Values: TypeAlias = Mapping[str, Any]
"""What a form holds, by field, in the order of its fields."""

_OPENERS: Registry[str] = Registry("opener of a form")
opened_by = _OPENERS.add
"""Says which button opens a form, by their actions, so that it is offered again. A press of that
button with the `rest` of the form's `custom_id` has to open the same form.
"""


Typed: TypeAlias = Callable[[Interaction], Sequence["Value"]]
_TYPED_IN: Registry[Typed] = Registry("reader of a form")


def shown_by(form: str, opener: str, typed: Typed) -> None:
    """The same of a form whose message holds what was typed, such as that of a new table. It does
    so only once the form is read: if that fails, a button shows what was `typed` by then, all that
    the message held included. The handler of the button gets that from `typed_in`.
    """
    opened_by(form, opener)
    _TYPED_IN.add(form, typed)


def shows(interaction: Interaction) -> None:
    """From now on a message holds what was typed: no refusal has to lead back to it."""
    interaction.extras[_SHOWN] = True


def typed_in(interaction: Interaction) -> Sequence[Value]:
    """What was typed into a form that was refused, for the handler that shows it; empty if that is
    forgotten.
    """
    found: Sequence[Value] = interaction.extras.get(_TYPED, ())
    return found


def openers() -> dict[str, str]:
    """The forms that are offered again, and the actions of the buttons that open them."""
    return dict(_OPENERS)


def values_of(interaction: Interaction) -> Values:
    """What was typed into the form that was sent."""
    return dict(_values(controls.field(interaction, "components")))


def _values(parts: Any) -> Iterator[tuple[str, Any]]:
    for part in parts or ():
        inner = part.get("component") or {}
        if "custom_id" in inner:
            yield inner["custom_id"], inner.get("value", inner.get("values"))


class TypedForms:
    """What people typed into forms that were refused, if it was too long for a button: the last
    `OF_ONE` forms of each person, for `FRESH` seconds, `MOST` forms at most.
    """

    OF_ONE, MOST, FRESH = 5, 1000, 3600.0

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[tuple[PlayerId, int], tuple[float, Sequence[Value]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, player: PlayerId, key: int, values: Sequence[Value]) -> None:
        """Remembers what somebody typed, under a key."""
        self._forget_old()
        own = [one for one in self._kept if one[0] == player]
        for one in own[: max(0, len(own) - self.OF_ONE + 1)]:
            del self._kept[one]
        self._kept[player, key] = self._now() + self.FRESH, values
        if len(self._kept) > self.MOST:
            self._kept.popitem(last=False)

    def find(self, player: PlayerId, key: int) -> Sequence[Value]:
        """What they typed; empty if that is forgotten."""
        self._forget_old()
        return self._kept.get((player, key), (0.0, ()))[1]

    def _forget_old(self) -> None:
        while self._kept and next(iter(self._kept.values()))[0] <= self._now():
            self._kept.popitem(last=False)


# The way back


async def fail(interaction: Interaction, error: Exception) -> None:
    """Tells the user what went wrong with a form, with a button back to it; but not if what it was
    for is done already.
    """
    form, match_id, seq, rest = controls.read(interaction)
    known = form in _OPENERS and _BETWEEN not in rest
    held = error_handler.is_stored(interaction) or _SHOWN in interaction.extras
    if known and not held:
        with suppress(errors.Outdated):  # The message may be from another version.
            typed = _TYPED_IN.get(form, _fields)(interaction)
            lead_back(interaction, partial(_again, (form, match_id, seq, rest), typed))
    await error_handler.answer(interaction, error)


def _fields(interaction: Interaction) -> Sequence[Value]:
    return [*map(_value, values_of(interaction).values())]


def _value(given: Any) -> Value:
    if isinstance(given, list):
        return [*map(str, given)]
    return given if isinstance(given, bool) else str(given or "")


def _again(
    form: tuple[str, str, int, str], typed: Sequence[Value], refusal: Refusal
) -> Iterator[ui.Item[Any]]:
    """To the form with what was typed."""
    action, match_id, seq, rest = form
    try:
        carried = _joined("", action, rest, *_packed(typed))
        to = custom_id(_ACTION, match_id, seq, carried)
    except ValueError:  # The button has no room for it.
        key = refusal.interaction.id
        refusal.interaction.client.service(TypedForms).keep(refusal.player, key, typed)
        to = custom_id(_ACTION, match_id, seq, _joined(str(key), action, rest))
    yield button(refusal.language.gettext(AGAIN), to)


def _joined(*parts: str) -> str:
    """Raises ValueError if they could not be told apart again."""
    if any(_BETWEEN in one for one in parts):
        raise ValueError(parts)
    return _BETWEEN.join(parts)


def _packed(typed: Sequence[Value]) -> Iterator[str]:
    """The values as the button carries them. Raises ValueError if it can't."""
    for value in typed:
        if isinstance(value, list):
            if any(_AMONG in one for one in value):
                raise ValueError(value)
            yield _AMONG.join(value)
        else:
            yield (_TICKED if value else "") if isinstance(value, bool) else value


# The form again

_HEAD = 3
"""How many parts the button has before the values."""


@dispatch.on(_ACTION)
async def open_again(press: Press) -> None:
    """Opens a form that was refused, with what was typed, or shows that elsewhere."""
    parts = press.rest.split(_BETWEEN)
    if len(parts) < _HEAD or parts[1] not in _OPENERS:
        raise errors.Outdated
    key, action, rest, *typed = parts
    found: Sequence[Value] = typed
    if key:
        found = press.interaction.client.service(TypedForms).find(press.player, number(key))
    press.interaction.extras[_TYPED] = found
    await dispatch.HANDLERS[_OPENERS[action]](replace(press, rest=rest, values=()))


def refill(interaction: Interaction, fields: Sequence[ui.Label[Any]]) -> None:
    """Fills the fields in with what was typed, if the form is opened again. Raises Outdated."""
    typed = typed_in(interaction)
    if len(typed) == len(fields):  # After an upgrade, a form may have others.
        for field, value in zip(fields, typed, strict=True):
            _fill(field.component, value)


_KINDS: Mapping[type[ui.Item[Any]], discord.SelectDefaultValueType] = {
    ui.UserSelect: discord.SelectDefaultValueType.user,
    ui.RoleSelect: discord.SelectDefaultValueType.role,
    ui.ChannelSelect: discord.SelectDefaultValueType.channel,
}


def _fill(component: ui.Item[Any], value: Value) -> None:
    if isinstance(component, ui.TextInput):
        component.default = str(value)[: component.max_length] or None
    elif isinstance(component, ui.Checkbox):
        component.default = bool(value)
    elif isinstance(component, ui.Select):
        chosen = _chosen(value)[: component.max_values]
        for option in component.options:
            option.default = option.value in chosen
    elif isinstance(component, ui.UserSelect | ui.RoleSelect | ui.ChannelSelect):
        kind = _KINDS[type(component)]
        component.default_values = [
            discord.SelectDefaultValue(id=number(one), type=kind)
            for one in _chosen(value)[: component.max_values]
        ]


def _chosen(value: Value) -> list[str]:
    if isinstance(value, list):
        return value
    return [one for one in str(value).split(_AMONG) if one]
