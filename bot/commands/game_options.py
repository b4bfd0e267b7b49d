"""A game's own options in a single option of a command: `flags=false partners=false`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from itertools import chain, islice, product
from typing import TypeAlias

from discord import app_commands

import games
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions.locale import language_of
from bot.text.competition_terms import option
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.match import cut
from bot.text.verbatim import verbatim
from games.protocol import AnyGame, Option
from games.words import N_

OWN_OPTIONS = N_("The game's own options, from the list")
UNREADABLE = N_("I can't read “{typed}” as options. Choose one of those offered, or leave it out.")

_BETWEEN = re.compile(r"[\s,;]+")
_SEATS = "seats"
"""The command's option for the number of seats."""

Way: TypeAlias = tuple[tuple[Option, str], ...]
"""Options with values."""


def read_options(typed: str | None) -> dict[str, str]:
    """The options that were typed, each as `option=value`. It doesn't check whether a game has
    them. Raises Refused.
    """
    given = {}
    for part in filter(None, _BETWEEN.split(typed or "")):
        key, _, value = part.partition("=")
        if not (key and value):
            raise Refused(UNREADABLE, typed=verbatim(typed or ""))
        given[key.casefold()] = value
    return given


async def complete_options(
    interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """Completes the options of the game chosen in the same command: everything that differs from
    the defaults, in words. If the number of seats is chosen, only what fits it.
    """
    chosen, typed = dict(iter(interaction.namespace)), current.strip()
    try:
        game = games.get(chosen.get("game", ""))
    except KeyError:
        return []
    seats = chosen.get(_SEATS)
    offered = [one for one in game.info.options if not seats or _is_for(one, seats)]
    found = chain(_ways(offered), _with_text(offered, typed))
    written = ((" ".join(f"{one.key}={value}" for one, value in way), way) for way in found)
    said = ((text, _said(game, way, language_of(interaction))) for text, way in written)
    fitting = (one for one in said if any(typed.casefold() in text.casefold() for text in one))
    return [
        app_commands.Choice(name=cut(label, LABEL), value=text)
        for text, label in islice(fitting, OPTIONS)
    ]


def _is_for(option: Option, seats: int) -> bool:
    return option.seats is None or seats in option.seats


def _ways(offered: Sequence[Option]) -> Iterator[Way]:
    """All ways in which options with few values can differ from their defaults."""
    others = (
        [None, *((one, value) for value in one.values if value != one.default)]
        for one in offered
        if one.values is not None
    )
    ways = (tuple(filter(None, way)) for way in product(*others))
    yield from filter(None, ways)


def _with_text(offered: Sequence[Option], typed: str) -> Iterator[Way]:
    """What was typed, with its last option completed if that takes free text."""
    *before, last = _BETWEEN.split(typed)
    known = {one.key: one for one in offered}
    pairs = [(known.get(key), value) for key, _, value in (one.partition("=") for one in before)]
    kept = tuple((one, value) for one, value in pairs if one is not None)
    key, _, begun = last.partition("=")
    for one in offered:
        if one.complete is not None and one.key.startswith(key.casefold()):
            yield from ((*kept, (one, value)) for value in one.complete(begun))


def _said(game: AnyGame, way: Way, language: NullTranslations) -> str:
    return ", ".join(option(game, one.key, value, language) for one, value in way)
