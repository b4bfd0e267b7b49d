"""The rules of the games."""

from __future__ import annotations

import re

from discord import app_commands
from discord.ext import commands

from bot.cogs.learning import _rules_pages, _which_game
from bot.cogs.learning._pictures import Reader
from bot.commands import options
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.contexts import everywhere
from bot.interactions.locale import language_of
from bot.ui.dispatch import Press, on
from games.protocol import AnyGame
from games.words import N_

ASKED = N_("**Which game's rules do you want to read?**")
LONGEST = 60
"""The most characters of a section's name that are remembered while the game is asked for."""


class Rules(commands.Cog):
    """`/rules`."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("rules"), description=N_("How a game is played"))
    @app_commands.describe(game=N_("The game"), section=N_("The section to start with"))
    @app_commands.choices(game=options.GAMES)
    async def rules(
        self, interaction: Interaction, game: str | None = None, section: str = "0"
    ) -> None:
        """Shows a page of a game's rules; the first by default."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await _which_game.meant_game(
            interaction, game, ASKED, "rules-game", section[:LONGEST]
        )
        if found is not None:
            page = _rules_pages.page_of(found, section, language_of(interaction))
            await _show(interaction, found, page)

    @rules.autocomplete("section")
    async def _complete_section(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The sections of the named game, or of the one that is played here."""
        language, typed = language_of(interaction), current.strip().casefold()
        try:
            game = await _which_game.game_at_hand(interaction, interaction.namespace.game)
        except Outdated:
            return []
        every = [] if game is None else _rules_pages.pages(game)
        return [
            app_commands.Choice(name=page.title(language), value=str(number))
            for number, page in enumerate(every)
            if page.first and typed in page.title(language).casefold()
        ]


async def _show(interaction: Interaction, game: AnyGame, number: int) -> None:
    reader = await Reader.of(interaction)
    await answers.show_reply(interaction, await _rules_pages.rules(reader, game, number))


@on("rules")
@on("rules-on")  # ◀ and ▶ may lead to the same page, but two controls of a message must differ.
async def turn_page(press: Press) -> None:
    """Shows another page."""
    key, number = press.read(r"([^/]+)/(\d{1,3})")
    game = options.game_of(key)
    await press.interaction.response.defer()
    await _show(press.interaction, game, int(number))


@on("rules-of")
async def open_rules(press: Press) -> None:
    """Shows the rules of a game to the user alone, below a board, a table or a puzzle."""
    game = options.game_of(press.rest)
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _show(press.interaction, game, 0)


@on("rules-game")
async def choose_game(press: Press) -> None:
    """Shows the rules of the chosen game, starting at the wanted section."""
    game = options.game_of(press.choice)
    await press.interaction.response.defer()
    page = _rules_pages.page_of(game, press.rest or "0", language_of(press.interaction))
    await _show(press.interaction, game, page)


@on("rules-section")
async def open_section(press: Press) -> None:
    """Shows the page chosen from the contents."""
    game = options.game_of(press.rest)
    if not re.fullmatch(r"[0-9]{1,3}", press.choice):
        raise Outdated
    await press.interaction.response.defer()
    await _show(press.interaction, game, int(press.choice))


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Rules(bot))
