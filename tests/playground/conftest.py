"""A playground in the test's own event loop, and what talks to it."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from playground.client import Playground, User
from playground.server import Server, serve
from tests.playground.rawbot import RawBot
from tests.playground.samples import COMMANDS


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A playground with the default world, deadlines short enough for tests."""
    running = await serve(port=0)
    running.world.settings.deadline = 0.3
    yield running
    await running.close()


@pytest.fixture
async def pg(server: Server) -> AsyncIterator[Playground]:
    """The tests' client."""
    async with Playground.connect(server.url) as client:
        yield client


@pytest.fixture
async def bot(server: Server) -> AsyncIterator[RawBot]:
    """A bot of bare HTTP and websocket, identified on one shard."""
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
    """A German in an English guild, which she owns."""
    return pg.user("anna")
