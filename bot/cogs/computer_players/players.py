"""Answers the calls of computer players, unless other processes do."""

from __future__ import annotations

from bot.context import Bot
from bot.thinkers.computer_players import ComputerPlayers


async def setup(bot: Bot) -> None:
    """Starts answering calls."""
    if bot.settings.role != "gateway":
        bot.keep(bot.service(ComputerPlayers).rounds)
