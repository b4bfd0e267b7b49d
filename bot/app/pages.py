"""The pages on the web: in the bot's process, or alone on the same database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import discord

from bot.app.client import point_at
from bot.config.database import CantStart, existing
from bot.config.settings import Settings
from bot.context.names import NOBODY, Names
from bot.i18n.catalogues import language
from bot.observability.logs import reference
from bot.observability.metrics import Metrics
from matches import pages
from matches.model.ids import GuildId, PlayerId
from playground.address import DEFAULT_TOKEN
from storage.database import Database
from web.server import served
from web.site import Address, Site

log = logging.getLogger(__name__)


@asynccontextmanager
async def beside(
    settings: Settings, database: Database, names: Names | None, metrics: Metrics
) -> AsyncIterator[str | None]:
    """Serves the pages while the block runs, if they have an address and WEB_ALONE doesn't say that
    another process serves them; yields the address. The metrics count internal errors. Raises
    CantStart.
    """
    url = settings.pages_url
    if url is None or settings.web_alone:
        yield url
        return
    async with _served(settings, url, database, names, metrics) as found:
        yield found


@asynccontextmanager
async def _served(
    settings: Settings,
    url: str,
    database: Database,
    names: Names | None,
    metrics: Metrics | None = None,
) -> AsyncIterator[str | None]:
    """Serves the pages, and yields their address; None if there are no pages, because their port in
    the playground is taken. Without `names` nobody's name is shown; WEB_PROXY says whether to trust
    a proxy about the client's address. Raises CantStart.
    """

    async def name(guild: GuildId | None, player: PlayerId) -> str | None:
        found = await names.of(guild, player, language("en")) if names is not None else NOBODY
        return None if found == NOBODY else found

    def bug() -> str:
        if metrics is not None:
            metrics.bugs.inc()
        return reference()

    key = await pages.key(database)
    site = Site(database, Address.read(url), name, key, bug, settings.web_proxy)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(served(site, settings.web_host, settings.pages_port))
        except OSError as error:
            where = f"{settings.web_host}:{settings.pages_port}: {error.strerror}"
            if settings.web_url or settings.web_port:
                raise CantStart(f"WEB_HOST, WEB_PORT: can't listen at {where}") from error
            log.warning("no pages beside the playground: can't listen at %s", where)
            yield None
        else:
            yield url


async def alone(settings: Settings, stop: asyncio.Event) -> None:
    """Serves the pages alone until it is told to stop; names are asked from Discord. Raises
    CantStart.
    """
    url = settings.web_url
    if url is None:
        raise CantStart("WEB_URL: expected the address at which people find the pages")
    database = await existing(settings)
    try:
        async with _named(settings) as names, _served(settings, url, database, names):
            await stop.wait()
    finally:
        await database.close()


@asynccontextmanager
async def _named(settings: Settings) -> AsyncIterator[Names | None]:
    """Names from Discord, without a connection to its gateway; None if it can't be asked."""
    client = discord.Client(intents=discord.Intents.none())
    token = settings.discord_token
    async with client:
        try:
            if settings.discord_api_url:
                await point_at(settings.discord_api_url)
            await client.login(token.get_secret_value() if token else DEFAULT_TOKEN)
        except (discord.DiscordException, OSError, ValueError, KeyError) as error:
            log.warning("players stay unnamed: Discord can't be asked: %s", error)
            yield None
            return
        yield Names(client)
