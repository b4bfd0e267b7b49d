"""Where refusals lead that are about a competition, a ladder or a league."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import ui

from bot.commands import destinations
from bot.commands.competitions import KIND
from bot.interactions import error_handler
from bot.interactions.ways_out import Refusal, Way, lead
from bot.messages import competition as message
from competitions.life.texts import REFUSALS
from competitions.model.errors import Code


def page(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the page of the competition, the ladder or the league that was meant."""
    if (id_ := refusal.interaction.extras.get(error_handler.COMPETITION)) is not None:
        yield message.page_of(id_, refusal.language)


def others(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the others of its kind here."""
    extras, fields = refusal.interaction.extras, refusal.fields
    named = extras.get(error_handler.COMPETITION) or extras.get(KIND) or fields.get("competition")
    yield message.list_of(str(named or ""), refusal.language)


_LEADS: Mapping[Code, tuple[Way, ...]] = {"too-many-games": (destinations.settings, page)}
"""Refusals that lead elsewhere than the others."""

for _said in (*error_handler.UNKNOWN_THERE.values(), *error_handler.STANDS_THERE.values()):
    lead(_said, page)
for _code, _sentence in REFUSALS.items():
    lead(_sentence, *_LEADS.get(_code, (page, others)))
