"""`/health` and `/metrics`: two pages for monitoring, reachable only from this machine unless
METRICS_HOST says otherwise.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.config.database import CantStart
from bot.config.settings import Settings
from bot.context import Bot
from bot.observability.metrics import Metrics
from bot.observability.pulse import Pulse
from matches.clocks.downtime import ALIVE
from matches.model.errors import Unavailable
from matches.outbox.backlog import Backlog, backlog
from storage.database import Database

log = logging.getLogger(__name__)


PATIENCE = 5.0
"""Seconds within which the database has to answer."""
WELL: Mapping[str, str] = {
    "gateway": "connected",
    "database": "reachable",
    "writes": "done",
    "calls": "answered",
    "processes": "well",
}
"""What each part of a process reports if all is well. A bot has no calls, and a thinker has neither
gateway nor writes.
"""


@dataclass(frozen=True, slots=True)
class Watched:
    """A process, as its health is asked for: `parts` are what its parts report, by their names, but
    for the database's own.
    """

    database: Database
    metrics: Metrics
    parts: Callable[[], dict[str, str]]


def watched(bot: Bot) -> Watched:
    """A bot as it is asked for."""

    def parts() -> dict[str, str]:
        writes = "failing" if is_late(bot.pulse) else "done"
        return {"gateway": _gateway(bot), "writes": writes, "processes": processes(bot.unwell)}

    return Watched(bot.database, bot.metrics, parts)


def is_late(pulse: Pulse) -> bool:
    """Whether the last heartbeat is too long ago."""
    return pulse.age > ALIVE.total_seconds()


def processes(unwell: list[str]) -> str:
    """What child processes report, given those that are failing."""
    return f"failing: {', '.join(unwell)}" if unwell else WELL["processes"]


@asynccontextmanager
async def served(watched: Watched, settings: Settings) -> AsyncIterator[None]:
    """Serves both pages at METRICS_HOST and METRICS_PORT: at any free port for 0, nowhere without
    one. Raises CantStart if the port is taken, or the address is not of this machine.
    """
    host, port = settings.metrics_host, settings.metrics_port
    if port is None:
        yield
        return
    app = web.Application()
    pages = _Pages(watched)
    app.add_routes([web.get("/health", pages.health), web.get("/metrics", pages.metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    lag = asyncio.create_task(watched.metrics.watch_loop(), name="loop-lag")
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            where = f"{host}:{port}: {error.strerror}"
            raise CantStart(f"METRICS_HOST, METRICS_PORT: can't listen at {where}") from error
        log.info("health and metrics at http://%s:%d", host, runner.addresses[0][1])
        yield
    finally:
        lag.cancel()
        await runner.cleanup()


class _Pages:
    def __init__(self, watched: Watched) -> None:
        self._watched = watched

    async def health(self, _: web.Request) -> web.Response:
        """Status 200 if the process does its work, else 503; the text says what is wrong."""
        database = "reachable" if await self._backlog() is not None else "unreachable"
        parts = {"database": database} | self._watched.parts()
        well = all(WELL[part] == said for part, said in parts.items())
        found = {"status": "ok" if well else "failing"} | parts
        return web.json_response(found, status=200 if well else 503)

    async def metrics(self, _: web.Request) -> web.Response:
        """All metrics, even while something is wrong."""
        text = self._watched.metrics.text(await self._backlog())
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _backlog(self) -> Backlog | None:
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                return await backlog(self._watched.database)
        return None


def _gateway(bot: Bot) -> str:
    if bot.stopping:
        return "stopping"
    if bot.is_cut_off:
        return "reconnecting"
    if bot.stands_by:
        return WELL["gateway"]
    if bot.lacks_sessions:
        return "too few sessions left"
    if not bot.is_ready():
        return "connecting"
    return WELL["gateway"] if bot.metrics.connected >= {*bot.own_shards()} else "reconnecting"
