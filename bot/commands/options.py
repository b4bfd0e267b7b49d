"""Options that several features share: the game, and the clock."""

from __future__ import annotations

from contextlib import suppress
from gettext import NullTranslations

import discord
from discord import app_commands

import games
from bot.context import Interaction
from bot.errors import Outdated, Refused
from bot.interactions.contexts import guild_of
from bot.interactions.locale import language_of
from bot.pictures.men import Emojis, sign
from bot.text import clock as clock_text
from bot.text.clock_words import completions, read_words
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.match import cut
from games.protocol import AnyGame
from games.words import N_
from matches.model.clock import PRESETS, TEXT_LIMIT, Clock

WRONG_CLOCK = N_(
    "I don't understand that clock. Enter, for example, `3 days` (per turn, from 1 hour to 14 "
    "days) or `10 min + 5 s` (10 minutes at the start, plus 5 seconds per turn)."
)
UNTIMED = "none"
_NONE = (UNTIMED, "no", "no clock", "without", "ohne", "keine", "keine uhr")
"""What people type if they want no clock."""


def read_clock(typed: str) -> Clock | None:
    """The typed clock; None for no clock. Raises Refused."""
    if typed.strip().lower() in _NONE:
        return None
    try:
        return read_words(typed)
    except ValueError:
        raise Refused(WRONG_CLOCK) from None


def canonical_clock(typed: str) -> str | None:
    """The typed clock in its stored form. Raises Refused."""
    clock = read_clock(typed)
    return None if clock is None else str(clock)


def as_typed(clock: Clock, language: NullTranslations) -> str:
    """A clock as somebody would type it: in words if these are read as the same clock and fit into
    a field, else in its stored form.
    """
    said = clock_text.control(clock, language)
    with suppress(ValueError):
        if len(said) <= TEXT_LIMIT and read_words(said) == clock:
            return said
    return str(clock)


async def complete_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The clocks that somebody may be typing, and the usual ones that match."""
    language, typed = language_of(interaction), current.strip().casefold()
    said = {clock: clock_text.control(clock, language) for clock in completions(typed)}
    for clock in PRESETS:
        words = clock_text.control(clock, language)
        if typed in str(clock) or typed in words.casefold():
            said.setdefault(clock, words)
    choices = [
        app_commands.Choice(name=cut(words, LABEL), value=str(clock))
        for clock, words in said.items()
    ]
    untimed = language.gettext(clock_text.NO_CLOCK)
    if any(one.startswith(typed) for one in (*_NONE, untimed.casefold())):
        choices.append(app_commands.Choice(name=untimed, value=UNTIMED))
    return choices[:OPTIONS]


RELIABILITY = N_("Percentage of matches that others must have played to the end")
SHARES = (50, 70, 80, 90, 95)
"""The shares that are offered. Others can be typed."""
WRONG_SHARE = N_("Choose a percentage from {least} to {most}.")


def share(percent: int | None) -> int | None:
    """A valid share. Raises Refused for others."""
    if percent is not None and not 1 <= percent <= 100:
        raise Refused(WRONG_SHARE, least=1, most=100)
    return percent


async def complete_share(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """The shares that begin with what is being typed."""
    typed = str(current).strip()
    return [
        app_commands.Choice(name=f"{one} %", value=one)
        for one in SHARES
        if str(one).startswith(typed)
    ]


GAMES = [
    app_commands.Choice(name=game.info.name, value=game.info.key) for game in games.all_games()
]
"""The values of the option `game`."""


WHICH_GAME = N_("Choose a game")


async def games_here(interaction: Interaction) -> list[discord.SelectOption]:
    """The games that can be played here, for a menu."""
    language = language_of(interaction)
    here = await interaction.client.preferences.in_guild(guild_of(interaction))
    emojis = interaction.client.service(Emojis)
    return [
        discord.SelectOption(
            label=language.gettext(game.info.name),
            value=game.info.key,
            description=cut(language.gettext(game.texts.summary), LABEL),
            emoji=emojis.of(sign(game.info.key)),
        )
        for game in games.all_games()
        if here.offers(game.info.key)
    ]


def game_of(key: str) -> AnyGame:
    """The game that a control names. Raises Outdated."""
    try:
        return games.get(key)
    except KeyError:
        raise Outdated from None
