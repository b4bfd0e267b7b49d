"""A bot in the test's own event loop, connected to a playground there, so that its waits can be
simulated.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import discord.http
import discord.webhook.async_
import pytest
from discord.gateway import DiscordWebSocket

from bot.app.client import Dreierlei, point_at
from bot.config.settings import Settings
from playground.server import Server, serve
from storage.database import Database
from tests import PATIENCE
from tests.support.stack import DEADLINE, TOKEN


class Pauses:
    """The pauses that discord.py makes because Discord has answered 429 or 5xx. They take no time
    or, while they are held, last until they are `over`. `asked` are their seconds so far.

    Pauses that it makes to stay within a known limit are real.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *simulated: float) -> None:
        self.asked: list[float] = []
        self._simulated = simulated
        self._over = asyncio.Event()
        self._over.set()
        patient = SimpleNamespace(**{**vars(asyncio), "sleep": self._sleep})
        for module in (discord.http, discord.webhook.async_):
            monkeypatch.setattr(module, "asyncio", patient)

    def hold(self) -> None:
        """From now on, they last until they are `over`."""
        self._over.clear()

    def over(self) -> None:
        """They are over."""
        self._over.set()

    async def _sleep(self, seconds: float) -> None:
        if seconds not in self._simulated:
            await asyncio.sleep(seconds)
            return
        self.asked.append(seconds)
        await self._over.wait()


@asynccontextmanager
async def inside(
    folder: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Server, Dreierlei]]:
    """The playground, and the bot, whose database is a file in this folder."""
    server = await serve(port=0, token=TOKEN)
    server.world.settings.deadline = DEADLINE
    monkeypatch.setattr(discord.http.Route, "BASE", server.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    await point_at(server.api_url)
    database = Database.connect(f"sqlite:///{shutil.copy(migrated_file, folder / 'bot.db')}")
    settings = Settings(_env_file=None, emojis=False, picture_patience=PATIENCE)  # type: ignore[call-arg]
    async with Dreierlei(settings, database) as bot:
        bot._spared = True  # What the test needs stays with the collector.
        connected = asyncio.create_task(bot.start(TOKEN))
        yield server, bot
        await bot.close()
        connected.cancel()
        with suppress(asyncio.CancelledError):
            await connected
    await database.close()
    await server.close()
