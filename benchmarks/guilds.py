"""Start-up time and memory of the bot's process in very many guilds, against a bare discord.py
client in the same ones.

The playground recommends 64 shards, and lets sixteen begin at a time, as Discord does for a bot of
that size. Both processes keep what discord.py keeps of a guild: its channels and its roles.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.memory import Seen, started
from benchmarks.table import Aim, Row, row, show
from playground.sample import crowd, default_world
from playground.server import serve
from storage.database import migrate
from tests.support.stack import TOKEN, Bot, environment

GUILDS, CHANNELS, ROLES = 100_000, 20, 10
SHARDS, AT_A_TIME = 64, 16

START = Aim("start-up in very many guilds", "a bare discord.py client", "s", "≤ 1.5")
MEMORY = Aim("memory in very many guilds", "a bare discord.py client", "MB", "≤ 1.2")
AIMS = (START, MEMORY)


class _Bare(Bot):
    """A bare client, started like a bot."""

    def start(self) -> subprocess.Popen[bytes]:
        """Starts it."""
        picture = self.folder / "picture.png"
        picture.touch()
        command = [
            sys.executable,
            "-m",
            "benchmarks.bare",
            f"{self.url}/api/v10",
            TOKEN,
            str(picture),
        ]
        with self.log.open("ab") as log:
            self.bot = subprocess.Popen(command, env=environment(), stdout=log, stderr=log)
        return self.bot


async def _in_guilds(kind: type[Bot], guilds: int) -> Seen:
    """Starts the process, in a new playground."""
    world = default_world()
    world.settings.recommended_shards, world.settings.max_concurrency = SHARDS, AT_A_TIME
    crowd(world, guilds, CHANNELS, ROLES)
    server = await serve(port=0, token=TOKEN, world=world)
    with TemporaryDirectory() as name:
        folder = Path(name)
        await migrate(f"sqlite:///{folder / 'bot.db'}")
        try:
            return await started(lambda: kind(folder, server.url))
        finally:
            await server.close()


def rows(guilds: int = GUILDS) -> Iterator[Row]:
    """The bare client first."""
    bare, ours = (asyncio.run(_in_guilds(kind, guilds)) for kind in (_Bare, Bot))
    case = f"{guilds:,} of {CHANNELS} channels and {ROLES} roles, {SHARDS} shards"
    yield row(START, case, ours.milliseconds / 1000, bare.milliseconds / 1000)
    yield row(MEMORY, case, ours.megabytes, bare.megabytes)


if __name__ == "__main__":
    show(rows(*map(int, sys.argv[1:])))
