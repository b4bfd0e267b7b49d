"""A gateway that reaches the database, but not Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
import yarl
from sqlalchemy import select

from playground.client import Playground
from storage.database import Database
from storage.schema import shard
from tests.bot.gateways import pg, shared, stack
from tests.bot.observed import page_of
from tests.support.stack import Bot, Stack

__all__ = ["pg", "shared", "stack"]

pytestmark = pytest.mark.untraced

_MOST = 65_536


class Wire:
    """A way to the playground that can be cut."""

    def __init__(self, url: str) -> None:
        self._there = yarl.URL(url)
        self._server: asyncio.Server | None = None
        self._ends = list[asyncio.StreamWriter]()

    async def lay(self) -> str:
        """The address of its other end."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return str(self._there.with_port(port))

    def cut(self) -> None:
        """From now on nothing gets through, in either direction."""
        assert self._server is not None
        self._server.close()
        for end in self._ends:
            end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(self._there.host, self._there.port)
        self._ends += writer, there[1]
        async with asyncio.TaskGroup() as group:
            group.create_task(self._pump(reader, there[1]))
            group.create_task(self._pump(there[0], writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(_MOST):
                writer.write(data)
                await writer.drain()
        writer.close()


@pytest.fixture
async def wire(stack: Stack) -> AsyncIterator[Wire]:
    """A way to the playground, for one process alone."""
    laid = Wire(stack.url)
    yield laid
    laid.cut()


async def _shares(db: Database) -> set[frozenset[int]]:
    """The shards of each process that holds any."""
    found = dict[str | None, set[int]]()
    rows = await db.read(lambda connection: connection.execute(select(shard)).all())
    for row in rows:
        found.setdefault(row.process, set()).add(row.id)
    return {frozenset(one) for one in found.values()}


async def _are(db: Database, *shares: frozenset[int]) -> bool:
    return await _shares(db) == {*shares}


async def _one_session_each(pg: Playground) -> bool:
    sessions = (await pg.refresh())["sessions"]
    return sorted(one["shard"][0] for one in sessions if one["connected"]) == [0, 1]


@pytest.fixture
async def other(wire: Wire, tmp_path: Path, shared: dict[str, str]) -> AsyncIterator[Bot]:
    """The process that has only this way. What it can't reach it says with tracebacks."""
    folder = tmp_path / "other"
    folder.mkdir()
    running = Bot(folder, await wire.lay(), **shared)
    yield running
    running.close()
    running.check_loop()


async def test_whose_way_to_discord_is_cut(
    stack: Stack, pg: Playground, db: Database, wire: Wire, other: Bot
) -> None:
    """It renews its lease all the same, and leaves its shard to the other process after a minute.
    Then people are answered there again. Whoever asks it how it is learns of it.
    """
    await pg.wait_for(partial(_are, db, frozenset({0}), frozenset({1})))
    await pg.wait_for(partial(_one_session_each, pg))
    wire.cut()
    await pg.wait_for(partial(_are, db, frozenset({0, 1})))
    assert "are left to others: none is connected" in other.said()
    assert "are left to others" not in stack.said()
    await pg.wait_for(partial(_one_session_each, pg))
    anna = pg.user("anna")
    for place in (pg.channel("general"), pg.channel("spiele")):
        await anna.join(place)
        assert (await anna.command("help", place)).content
    status, said = await page_of(other, "health")
    assert (status, '"gateway": "reconnecting"' in said) == (503, True)
