"""A playground and the bot's own process for each module."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from playground.client import Channel, Playground, User
from storage.database import Database
from tests.support.directed import end_all
from tests.support.forger import Forger
from tests.support.ladders import Climb, League
from tests.support.stack import Stack, measured
from tests.support.tournaments import Cup


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The bot's settings for this module, beside those that every test needs."""
    return {}


@pytest.fixture(scope="session")
def shared_stack(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Stack]:
    """Both processes, with the usual settings, for all modules marked `shared_bot`."""
    yield from _running(tmp_path_factory.mktemp("shared"), migrated_file, measured())


@pytest.fixture(scope="module")
def stack(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    migrated_file: Path,
    settings: dict[str, str],
) -> Iterator[Stack]:
    """Both processes; afterwards the bot's log is checked, and all that it has stored.

    A module marked `shared_bot` gets those that run already, among people, channels and servers
    that the bot has never met. It must not stop the bot, nor read its log or its database.
    """
    if request.node.get_closest_marker("shared_bot"):
        shared: Stack = request.getfixturevalue("shared_stack")
        shared.renew()
        yield shared
    else:
        yield from _running(tmp_path_factory.mktemp("bot"), migrated_file, settings)


def _running(folder: Path, migrated_file: Path, settings: dict[str, str]) -> Iterator[Stack]:
    shutil.copy(migrated_file, folder / "bot.db")
    running = Stack(folder, **settings)
    yield running
    running.close()
    running.check()


@pytest.fixture
async def db(address: str) -> AsyncIterator[Database]:
    """The same database, to see and change what is stored there."""
    opened = Database.connect(address)
    yield opened
    await opened.close()


@pytest.fixture
async def pg(stack: Stack) -> AsyncIterator[Playground]:
    """The tests' client, with a bot that is online."""
    async with Playground.connect(stack.url) as client:
        await client.wait_online()
        yield client


@pytest.fixture
def general(pg: Playground) -> Channel:
    """An English channel."""
    return pg.channel("general")


@pytest.fixture
async def forger(pg: Playground, general: Channel) -> AsyncIterator[Forger]:
    """Presses buttons that nobody was shown."""
    async with aiohttp.ClientSession() as session:
        yield Forger(pg, session, general)


@pytest.fixture
def anna(pg: Playground) -> User:
    """A user whose Discord is German."""
    return pg.user("anna")


@pytest.fixture
def ben(pg: Playground) -> User:
    """A user whose Discord is English."""
    return pg.user("ben")


@pytest.fixture
def david(pg: Playground) -> User:
    """Another user whose Discord is English."""
    return pg.user("david")


@pytest.fixture
def people(ben: User, david: User) -> tuple[User, User]:
    """Both of them, who play a match."""
    return ben, david


@pytest.fixture
def emma(pg: Playground) -> User:
    """A third one."""
    return pg.user("emma")


@pytest.fixture
async def owner(anna: User, general: Channel) -> AsyncIterator[User]:
    """A server manager who speaks English here. Nobody directs many competitions at once, so
    afterwards hers are ended.
    """
    await anna.change(locale="en-US")
    yield anna
    for kind in (League, Climb, Cup):
        await end_all(kind, anna, general)
    await anna.change(locale="de")
