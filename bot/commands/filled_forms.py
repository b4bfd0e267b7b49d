"""Forms that are offered again, filled in with what was typed, if that was refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from discord import ui

from bot.context import Interaction
from bot.interactions.ways_out import Refusal, lead_back
from bot.ui.controls import NO_MATCH, button, custom_id
from bot.ui.dispatch import Press

_BETWEEN = "|"
_CARRIED = 85
"""How many characters of what was typed a button can carry."""


@dataclass(frozen=True, slots=True)
class FilledForm:
    """A form with these fields, which a button with this label and action opens."""

    action: str
    label: str
    fields: tuple[str, ...]

    def typed(self, press: Press) -> dict[str, str]:
        """What the button to the form carries."""
        values = press.rest.split(_BETWEEN, len(self.fields) - 1) if press.rest else []
        return dict(zip(self.fields, values, strict=False))

    def given(self, interaction: Interaction, values: Mapping[str, Any]) -> dict[str, str]:
        """What was typed into the form. A refusal leads back to it from now on."""
        found = {name: _given(values.get(name)) for name in self.fields}
        lead_back(interaction, partial(self._again, found))
        return found

    def _again(self, given: Mapping[str, str], refusal: Refusal) -> Iterator[ui.Item[Any]]:
        """To the form, with what was typed; as much of it as a button can carry."""
        values = [given[name] for name in self.fields]
        while len(filled := _BETWEEN.join(values)) > _CARRIED:
            values[-1] = values[-1][: max(0, len(values[-1]) - (len(filled) - _CARRIED))]
            if not values[-1]:
                values.pop()
        label = refusal.language.gettext(self.label)
        yield button(label, custom_id(self.action, NO_MATCH, 0, filled))


def _given(value: Any) -> str:
    typed = value[0] if isinstance(value, list) and value else value or ""
    return str(typed).replace(_BETWEEN, " ").strip()
