"""A match against the easiest computer player, opened by a button: where the tutorial ends."""

from __future__ import annotations

from bot.cogs.lobby._play_options import Opening
from bot.cogs.lobby.cog import open_table
from bot.commands import options
from bot.context import Bot
from bot.ui.dispatch import Press, on
from matches.model.computer_players import LEVELS


@on("practise")
async def practise(press: Press) -> None:
    """Opens the match. The user begins, has no clock, and may ask for hints."""
    game = options.game_of(press.rest)
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    easiest = Opening(game, decided=True, rated=False, seating="chosen", computer=min(LEVELS))
    await open_table(press.interaction, easiest)


async def setup(bot: Bot) -> None:
    """Nothing to add: the button registers itself."""
