"""Requests that a token authorizes, not the bot's own."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest
from discord.http import MultipartParameters, Route

from bot.delivery.transport import tokens
from playground.server import serve

NOTHING = MultipartParameters(payload={}, multipart=None, files=None)
GONE = 404


async def test_a_request_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reply counts as lost. The match doesn't wait for minutes."""
    monkeypatch.setattr(tokens, "PATIENCE", 0.05)
    async with _silent() as url, aiohttp.ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", url)
        async with asyncio.timeout(5):  # If this ends first, it is no `TimeoutError` in its block.
            with pytest.raises(TimeoutError):
                await tokens.Tokens().ask(_token(session), "POST", "/webhooks", NOTHING)


async def test_a_token_that_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rests for as long as Discord has said, so that nothing is asked for in vain."""
    pg = await serve(port=0, token="bot")
    pg.world.settings.rate_limits = True
    asked = Counter[int]()
    pg.faults.heard.append(lambda request: asked.update((request.status,)))
    try:
        async with aiohttp.ClientSession() as session:
            monkeypatch.setattr(Route, "BASE", pg.api_url)
            known, token = tokens.Tokens(), _token(session)
            path = f"/webhooks/{token.webhook.id}/{token.webhook.token}/messages/1"
            for _ in range(6):
                with pytest.raises(discord.HTTPException):
                    await known.ask(token, "PATCH", path, NOTHING)
    finally:
        await pg.close()
    assert asked == {GONE: 6}


def _token(session: aiohttp.ClientSession) -> tokens.Token:
    return tokens.Token(7, discord.Webhook.partial(8, "some-token", session=session))


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
