"""Options that several features share: the game, and the clock."""

from __future__ import annotations

from contextlib import suppress

from discord import app_commands

import games
from bot.context import Interaction
from bot.errors import Outdated, Refused
from bot.interactions.locale import language_of
from bot.text import clock as clock_text
from games.protocol import AnyGame
from games.words import N_
from matches.model.clock import PRESETS, Clock

WRONG_CLOCK = N_(
    "Write a clock as `3d` (1 hour to 14 days for each turn), `5d+12h/10d` (time at the start, "
    "more for each turn, at most) or `5m+5s` for a live match. d, h, m and s are days, hours, "
    "minutes and seconds."
)
UNTIMED = "none"
NO_CLOCK = N_("no clock")


# Clocks


def read_clock(typed: str) -> Clock | None:
    """The typed clock; None for no clock. Raises Refused."""
    if typed.strip().lower() == UNTIMED:
        return None
    try:
        return Clock.read(typed)
    except ValueError:
        raise Refused(WRONG_CLOCK) from None


def canonical_clock(typed: str) -> str | None:
    """The typed clock in its stored form. Raises Refused."""
    clock = read_clock(typed)
    return None if clock is None else str(clock)


async def complete_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The usual clocks, and what is being typed if that is a clock."""
    language, typed = language_of(interaction), current.strip()
    offered = [one for one in PRESETS if typed.lower() in str(one)]
    with suppress(ValueError):
        offered.insert(0, Clock.read(typed))
    choices = [
        app_commands.Choice(
            name=f"{clock} – {clock_text.control(clock, language)}", value=str(clock)
        )
        for clock in dict.fromkeys(offered)
    ]
    if UNTIMED.startswith(typed.lower()):
        choices.append(app_commands.Choice(name=language.gettext(NO_CLOCK), value=UNTIMED))
    return choices


GAMES = [
    app_commands.Choice(name=game.info.name, value=game.info.key) for game in games.all_games()
]
"""The values of the option `game`."""


def game_of(key: str) -> AnyGame:
    """The game that a control names. Raises Outdated."""
    try:
        return games.get(key)
    except KeyError:
        raise Outdated from None
