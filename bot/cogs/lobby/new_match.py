"""A new match with default options, from a button: two taps instead of `/play` and its options."""

from __future__ import annotations

from gettext import NullTranslations

import discord

import games
from bot.cogs.lobby._play_options import Opening
from bot.cogs.lobby.cog import open_table
from bot.commands.options import games_here
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.locale import language_of
from bot.ui.controls import Control, custom_id, menu
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say

WHAT = N_("What do you want to play?")
MORE = N_("With `/play` you can also choose the clock, the seats and everything else.")
WITH_PEOPLE = N_("Open a table to play…")
WITH_COMPUTER = N_("Play the computer (level {level}, rated): …")
FRIENDLY = N_("Play the computer (level {level}, unrated): …")
LEVEL = 2
"""The computer player's level, unless the user has asked for another."""


@on("new")
async def ask(press: Press) -> None:
    """Asks for the game, and whether to play people or the computer."""
    (unrated,) = press.read("(unrated|)")
    interaction, language = press.interaction, language_of(press.interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = await games_here(interaction)
    text = f"{language.gettext(WHAT)}\n-# {language.gettext(MORE)}"
    controls = [_games(found, f"computer/{unrated}", language)]
    if interaction.is_guild_integration():  # Elsewhere nobody could find the table.
        controls.insert(0, _games(found, f"people/{unrated}", language))
    await answers.show_reply(interaction, Reply(text, tuple(controls)))


def _games(found: list[discord.SelectOption], rest: str, language: NullTranslations) -> Control:
    """A menu of the games."""
    asked = language.gettext(WITH_PEOPLE)
    if rest.startswith("computer"):
        sentence = FRIENDLY if rest.endswith("unrated") else WITH_COMPUTER
        asked = say(sentence, {"level": LEVEL}, language=language)
    return menu(asked, custom_id("new-match", rest=rest), found)


@on("new-match")
async def chosen(press: Press) -> None:
    """Opens the table, or begins the match against the computer."""
    whom, unrated = press.read("(people|computer)/(unrated|)")
    try:
        game = games.get(press.choice)
    except KeyError:
        raise Outdated from None
    await press.interaction.response.defer()
    computer = LEVEL if whom == "computer" else None
    await open_table(press.interaction, Opening(game, computer=computer, rated=not unrated))
