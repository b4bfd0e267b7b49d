"""Fixtures: processes that share the shards of one playground by leases."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from playground.client import Playground
from tests.support.stack import Bot, Stack

Another = Callable[..., Bot]


@pytest.fixture
def shared(address: str) -> dict[str, str]:
    """What all processes have in common: nothing says which shards are whose."""
    return {"DATABASE_URL": address, "ROLE": "gateway", "SHARD_COUNT": "2", "METRICS_PORT": "0"}


@pytest.fixture
def stack(tmp_path: Path, shared: dict[str, str]) -> Iterator[Stack]:
    """A playground, and the first process."""
    running = Stack(tmp_path, **shared)
    yield running
    running.close()
    running.check()


@pytest.fixture
def another(stack: Stack, tmp_path: Path, shared: dict[str, str]) -> Iterator[Another]:
    """Starts another process."""
    started = list[Bot]()

    def start() -> Bot:
        folder = tmp_path / f"another{len(started)}"
        folder.mkdir()
        started.append(Bot(folder, stack.url, **shared))
        return started[-1]

    yield start
    for one in started:
        one.close()
        one.check()


@pytest.fixture
async def pg(stack: Stack) -> AsyncIterator[Playground]:
    """The playground, once the first process is online with all shards."""
    async with Playground.connect(stack.url) as client:
        await client.wait_online(shards=2)
        yield client
