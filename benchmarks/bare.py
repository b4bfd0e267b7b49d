"""A bare discord.py program: one command, answered with one prepared picture.

`python -m benchmarks.bare API TOKEN FILE`
"""

from __future__ import annotations

import asyncio
import io
import sys
import time
from pathlib import Path

import discord
from discord import app_commands

from bot.app.client import point_at
from bot.app.starts import Starts


class Bare(discord.AutoShardedClient):
    """Answers `/move` with the picture."""

    def __init__(self, picture: bytes) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.5
        )
        self.tree = app_commands.CommandTree(self)
        self._starts = Starts()

        @self.tree.command(name="move", description="Shows the picture.")
        async def _(interaction: discord.Interaction[Bare], turn: str) -> None:
            file = discord.File(io.BytesIO(picture), "board.png")
            await interaction.response.send_message(file=file)

    async def on_ready(self) -> None:
        """Says so."""
        print(f" ready as {self.user}", flush=True)

    async def setup_hook(self) -> None:
        """Registers the command. Asks how many sessions may begin at a time."""
        await self.tree.sync()
        self._starts = Starts((await self.fetch_session_start_limits()).max_concurrency)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """As many sessions begin at a time as with the bot. discord.py's own hook begins one every
        five seconds, whatever Discord allows.
        """
        await asyncio.sleep(self._starts.wait(shard_id or 0, time.monotonic()))


async def _run(api: str, token: str, path: Path) -> None:
    await point_at(api)
    picture = await asyncio.to_thread(path.read_bytes)
    async with Bare(picture) as client:
        await client.start(token)


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
