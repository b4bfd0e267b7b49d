"""The rounds in which computer players answer their calls."""

from __future__ import annotations

import asyncio

from discord.ext import commands

from bot.cogs.computer_players._worker import Robots as Worker
from bot.context import Bot


class Robots(commands.Cog):
    """Has computer players answer their calls."""

    def __init__(self, bot: Bot) -> None:
        self._worker = bot.service(Worker)
        self._rounds: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begins to look for calls."""
        self._rounds = asyncio.create_task(self._worker.run(), name="robots")

    async def cog_unload(self) -> None:
        """Stops, and leaves what is not answered yet to others."""
        if self._rounds is not None:
            self._rounds.cancel()
        self._worker.stop()


async def setup(bot: Bot) -> None:
    """Adds the rounds."""
    await bot.add_cog(Robots(bot))
