"""`/health` and `/metrics`: two pages for monitoring, reachable only from this machine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.context import Bot
from matches.clocks.downtime import ALIVE
from matches.model.errors import Unavailable
from matches.outbox.backlog import Backlog, backlog

log = logging.getLogger(__name__)


HOST = "127.0.0.1"
PATIENCE = 5.0
"""Seconds within which the database has to answer."""
WELL: Mapping[str, str] = {
    "gateway": "connected",
    "database": "reachable",
    "writes": "done",
    "processes": "well",
}
"""What each part of the bot reports if all is well."""


@asynccontextmanager
async def served(bot: Bot, port: int | None) -> AsyncIterator[None]:
    """Serves both pages at this port of the loopback interface: any free one for 0, none for None.

    Raises OSError if the port is taken.
    """
    if port is None:
        yield
        return
    app = web.Application()
    pages = _Pages(bot)
    app.add_routes([web.get("/health", pages.health), web.get("/metrics", pages.metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    lag = asyncio.create_task(bot.metrics.watch_loop(), name="loop-lag")
    try:
        site = web.TCPSite(runner, HOST, port)
        await site.start()
        log.info("health and metrics at http://%s:%d", HOST, runner.addresses[0][1])
        yield
    finally:
        lag.cancel()
        await runner.cleanup()


class _Pages:
    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def health(self, _: web.Request) -> web.Response:
        """Status 200 if people get answers, else 503; the text says what is wrong."""
        parts = await self._parts()
        well = parts == WELL
        found = {"status": "ok" if well else "failing"} | parts
        return web.json_response(found, status=200 if well else 503)

    async def _parts(self) -> dict[str, str]:
        """What each part reports, by its name."""
        late, unwell = self._bot.pulse.age > ALIVE.total_seconds(), self._bot.unwell
        return {
            "gateway": self._gateway(),
            "database": "reachable" if await self._backlog() is not None else "unreachable",
            "writes": "failing" if late else "done",
            "processes": f"failing: {', '.join(unwell)}" if unwell else "well",
        }

    async def metrics(self, _: web.Request) -> web.Response:
        """All metrics, even while something is wrong."""
        text = self._bot.metrics.text(await self._backlog())
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    def _gateway(self) -> str:
        if self._bot.stopping:
            return "stopping"
        if not self._bot.is_ready():
            return "connecting"
        return "connected" if self._bot.metrics.connected >= {*self._bot.shards} else "reconnecting"

    async def _backlog(self) -> Backlog | None:
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                return await backlog(self._bot.database)
        return None
