"""A playground in the test's own event loop, and its clients."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import aiohttp
import discord.gateway
import discord.http
import pytest
import yarl
from playwright.async_api import Browser

from playground.client import Playground, User
from playground.server import Server, serve
from tests.playground.rawbot import RawBot
from tests.playground.samples import COMMANDS
from tests.playground.tinybot import TinyBot
from tests.support.browser import chromium
from tests.support.stack import DEADLINE


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A playground with the default world, and deadlines that no machine misses."""
    running = await serve(port=0)
    running.world.settings.deadline = DEADLINE
    yield running
    await running.close()


@pytest.fixture
async def pg(server: Server) -> AsyncIterator[Playground]:
    """The tests' client."""
    async with Playground.connect(server.url) as client:
        yield client


@pytest.fixture
async def bot(server: Server) -> AsyncIterator[RawBot]:
    """A bot in bare HTTP and websocket, identified on one shard."""
    async with aiohttp.ClientSession() as session:
        raw = RawBot(server, session)
        await raw.identify()
        yield raw
        await raw.close()


@pytest.fixture
async def ready(bot: RawBot) -> RawBot:
    """The bot with its commands."""
    await bot.register(*COMMANDS)
    return bot


@pytest.fixture
def anna(pg: Playground) -> User:
    """A German user in an English guild that she owns."""
    return pg.user("anna")


@pytest.fixture
async def tiny(
    server: Server, pg: Playground, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TinyBot]:
    """The bot, connected and with its commands registered."""
    monkeypatch.setattr(discord.http.Route, "BASE", server.api_url)
    gateway = yarl.URL((await pg.fetch_json("/api/v10/gateway"))["url"])
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    bot = TinyBot()
    task = asyncio.create_task(bot.start("playground"))
    await pg.wait_online(shards=2)
    await bot.wait_until_ready()

    async def complete() -> bool:  # Guilds may come after "ready".
        return len(bot.guilds) == 2

    await pg.wait_for(complete)
    yield bot
    await bot.close()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A browser for one test."""
    async with chromium() as running:
        yield running
