"""A playground and the bot's own process for each module."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from playground.client import Channel, Playground, User
from tests.support.stack import Stack


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The bot's settings for this module, beside those that every test needs."""
    return {}


@pytest.fixture(scope="module")
def stack(
    tmp_path_factory: pytest.TempPathFactory, migrated_file: Path, settings: dict[str, str]
) -> Iterator[Stack]:
    """Both processes; afterwards the bot's log is checked, and all that it has stored."""
    folder = tmp_path_factory.mktemp("bot")
    shutil.copy(migrated_file, folder / "bot.db")
    running = Stack(folder, **settings)
    yield running
    running.close()
    running.check()


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
def emma(pg: Playground) -> User:
    """A third one."""
    return pg.user("emma")
