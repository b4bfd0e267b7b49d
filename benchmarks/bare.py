"""A bare discord.py program: one command, answered with one prepared picture.

`python -m benchmarks.bare API TOKEN FILE`
"""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

import discord
from discord import app_commands

from bot.app.client import point_at


class Bare(discord.AutoShardedClient):
    """Answers `/move` with the picture."""

    def __init__(self, picture: bytes) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.5
        )
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="move", description="Shows the picture.")
        async def _(interaction: discord.Interaction[Bare], turn: str) -> None:
            file = discord.File(io.BytesIO(picture), "board.png")
            await interaction.response.send_message(file=file)

    async def on_ready(self) -> None:
        """Says so."""
        print(f" ready as {self.user}", flush=True)

    async def setup_hook(self) -> None:
        """Registers the command."""
        await self.tree.sync()


async def _run(api: str, token: str, path: Path) -> None:
    await point_at(api)
    picture = await asyncio.to_thread(path.read_bytes)
    async with Bare(picture) as client:
        await client.start(token)


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
