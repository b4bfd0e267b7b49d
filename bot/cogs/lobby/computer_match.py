"""*Play the computer*: from the button to the first board in two taps.

The user begins, without a clock, and risks no rating, which suits newcomers; `/play` offers the
rest.
"""

from __future__ import annotations

from gettext import NullTranslations

import discord

from bot.cogs.lobby._play_options import Opening
from bot.cogs.lobby.cog import open_table
from bot.commands.options import WHICH_GAME, game_of, games_here
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.locale import language_of
from bot.text.levels import LEVELS
from bot.ui.controls import custom_id, menu
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.protocol import AnyGame
from games.words import N_

ASKED = N_(
    "**How strong should the computer be, and which game would you like to play?** The match "
    "begins as soon as you choose the game."
)
FRIENDLY = N_("You have the first move and as much time as you like, and the match is unrated.")
FIRST_LEVEL = min(LEVELS)


@on("computer")
async def ask(press: Press) -> None:
    """Asks for the level, with a default, and for the game."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _ask(press, FIRST_LEVEL)


@on("computer-level")
async def change_level(press: Press) -> None:
    """Asks again, with the level that was chosen."""
    level = _level(press.choice)
    await press.interaction.response.defer()
    await _ask(press, level)


@on("computer-game")
async def begin(press: Press) -> None:
    """Opens the match, and begins it at once."""
    game, level = game_of(press.choice), _level(press.rest)
    await press.interaction.response.defer()
    await open_table(press.interaction, _friendly(game, level))


@on("practise")
async def practise(press: Press) -> None:
    """Opens a match against the easiest player, where the tutorial of a game ends."""
    game = game_of(press.rest)
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await open_table(press.interaction, _friendly(game, FIRST_LEVEL))


def _friendly(game: AnyGame, level: int) -> Opening:
    return Opening(game, decided=True, rated=False, seating="chosen", computer=level)


async def _ask(press: Press, level: int) -> None:
    language = language_of(press.interaction)
    games = menu(
        language.gettext(WHICH_GAME),
        custom_id("computer-game", rest=str(level)),
        await games_here(press.interaction),
    )
    levels = menu("-", custom_id("computer-level"), _levels(level, language))
    text = f"{language.gettext(ASKED)}\n-# {language.gettext(FRIENDLY)}"
    await answers.show_reply(press.interaction, Reply(text, (levels, games)))


def _levels(chosen: int, language: NullTranslations) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=language.gettext(name), value=str(level), default=level == chosen
        )
        for level, name in LEVELS.items()
    ]


def _level(text: str) -> int:
    """The level that a control carries. Raises Outdated."""
    if not text.isdecimal() or int(text) not in LEVELS:
        raise Outdated
    return int(text)
