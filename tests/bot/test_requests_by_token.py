"""Requests that a token authorizes, not the bot's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from discord.http import MultipartParameters, Route

from bot.delivery.transport import tokens


async def test_a_request_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reply counts as lost. The match doesn't wait for minutes."""
    monkeypatch.setattr(tokens, "PATIENCE", 0.05)
    given = MultipartParameters(payload={}, multipart=None, files=None)
    async with _silent() as url, aiohttp.ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", url)
        async with asyncio.timeout(5):  # If this ends first, it is no `TimeoutError` in its block.
            with pytest.raises(TimeoutError):
                await tokens._request(session, "POST", "/webhooks", given)


@asynccontextmanager
async def _silent() -> AsyncIterator[str]:
    """The address of a server that never answers."""
    over = asyncio.Event()

    async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await over.wait()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    over.set()
    server.close()
