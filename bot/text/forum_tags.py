"""The words by which a forum's tags are recognized, in every language of the bot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from bot.i18n.catalogues import language, languages
from bot.text.competition_terms import STATUSES
from competitions.model.competition import Status
from games.protocol import AnyGame
from games.words import N_

Words: TypeAlias = frozenset[str]
"""Spellings that mean the same, in lower case."""

_TOURNAMENT = (N_("tournament"), N_("Tournaments"))
_STATES: Mapping[Status, tuple[str, ...]] = {
    "open": (N_("open"), STATUSES["open"]),
    "running": (N_("running"), STATUSES["running"]),
    "over": (N_("finished"), STATUSES["over"]),
    "cancelled": (STATUSES["cancelled"],),
}


def of_game(game: AnyGame) -> Words:
    """The names of a game. Its key counts as a short name."""
    return _spelled(game.info.key, game.info.name)


def of_tournament() -> Words:
    """The words for a tournament."""
    return _spelled(*_TOURNAMENT)


def of_state(status: Status) -> Words:
    """The words for the state of a tournament."""
    return _spelled(*_STATES[status])


def of_states() -> Words:
    """The words for all states of a tournament."""
    return frozenset[str]().union(*map(of_state, _STATES))


@cache
def _spelled(*words: str) -> Words:
    """The words in all languages."""
    spoken = (language(code).gettext(word) for code in languages() for word in words)
    return frozenset(word.casefold() for word in spoken)
