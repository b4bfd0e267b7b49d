"""Ways out of refusals: where a sentence says what is possible instead, a button does it.

This module connects sentences with buttons. Packages above this one define what the buttons do.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, TypeAlias

from discord import ui

from bot.context import Interaction
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import user_of
from bot.interactions.subject import subject_of
from games.words import Fields, Sentence
from matches.model.errors import TableError
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Match


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal as its user reads it, and the match that it is about, if they may see that."""

    interaction: Interaction
    fields: Fields
    language: NullTranslations
    match: Match | None

    @property
    def player(self) -> PlayerId:
        """The user."""
        return user_of(self.interaction)


Items: TypeAlias = Iterable[ui.Item[Any]] | AsyncIterable[ui.Item[Any]]
Way: TypeAlias = Callable[[Refusal], Items]
"""Makes the buttons of one way out; none if it is not open to the user."""

_WAYS: dict[Sentence, tuple[Way, ...]] = {}
_BACK = "back"
_MOST = 5
"""The most buttons, which is one row of them."""


def lead(sentence: Sentence, *ways: Way) -> None:
    """Gives refusals with this sentence these ways out, the best one first. Raises ValueError if
    the sentence has some already.
    """
    if sentence in _WAYS:
        raise ValueError(f"{sentence!r} leads somewhere already")
    _WAYS[sentence] = ways


def lead_back(interaction: Interaction, way: Way) -> None:
    """Gives every later refusal of this interaction this first way out, such as the one back to the
    form that was filled in; unless it has one already.
    """
    interaction.extras.setdefault(_BACK, way)


async def view_of(
    interaction: Interaction, sentence: Sentence, fields: Fields, language: NullTranslations
) -> ui.View | None:
    """The buttons under a refusal, each only once even if several ways have it; None if there are
    none.
    """
    back: Way | None = interaction.extras.get(_BACK)
    ways = (*((back,) if back else ()), *_WAYS.get(sentence, ()))
    if not ways:
        return None
    match = await _match(interaction, fields)
    refusal = Refusal(interaction, fields, language, match)
    # Two ways may lead to the same place, but Discord doesn't accept two buttons with the same id.
    found = dict[str, ui.Item[Any]]()
    for way in ways:
        for item in await _made(way(refusal)):
            found.setdefault(_leading_to(item), item)
    if not found:
        return None
    shown = ui.View(timeout=None)
    for item in list(found.values())[:_MOST]:
        shown.add_item(item)
    shown.stop()  # Handlers find controls by pattern, not by view.
    return shown


async def _made(items: Items) -> list[ui.Item[Any]]:
    return [one async for one in items] if isinstance(items, AsyncIterable) else [*items]


def _leading_to(item: ui.Item[Any]) -> str:
    """The target of a button: its id, or the address of a link."""
    return str(getattr(item, "custom_id", None) or getattr(item, "url", ""))


async def _match(interaction: Interaction, fields: Fields) -> Match | None:
    """The match that the sentence names, else the one that the user has acted in."""
    named = fields.get("match") or subject_of(interaction).match_id
    if named is None:
        return None
    with suppress(TableError, Refused):
        return await access.require(interaction, MatchId(str(named)))
    return None
