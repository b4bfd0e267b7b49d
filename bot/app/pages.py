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
from matches import pages
from matches.model.ids import GuildId, PlayerId
from playground.address import DEFAULT_TOKEN
from storage.database import Database
from web.server import served
from web.site import Address, Site

log = logging.getLogger(__name__)

PORT = 8766
"""The usual port."""
HERE = "127.0.0.1"


@asynccontextmanager
async def beside(
    settings: Settings, database: Database, names: Names | None
) -> AsyncIterator[None]:
    """Serves the pages while the block runs, if there is an address for them: WEB_URL, or in the
    playground an own one on this machine. Without `names` nobody is called by name; WEB_PROXY says
    whether a proxy is believed who asks. Raises CantStart.
    """
    port = _port(settings)
    url = settings.web_url or (f"http://{HERE}:{port}" if _local(settings) and port else None)
    if url is None:
        yield
        return

    async def name(guild: GuildId | None, player: PlayerId) -> str | None:
        found = await names.of(guild, player, language("en")) if names is not None else NOBODY
        return None if found == NOBODY else found

    key = await pages.key(database)
    site = Site(database, Address.read(url), name, key, trusted=settings.web_proxy)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(served(site, settings.web_host, port))
        except OSError as error:
            where = f"{settings.web_host}:{port}: {error.strerror}"
            if settings.web_url or settings.web_port:
                raise CantStart(f"WEB_HOST, WEB_PORT: can't listen at {where}") from error
            log.warning("no pages beside the playground: can't listen at %s", where)
        yield


async def alone(settings: Settings, stop: asyncio.Event) -> None:
    """Serves the pages alone until it is told to stop; names are asked from Discord. Raises
    CantStart.
    """
    if settings.web_url is None:
        raise CantStart("WEB_URL: expected the address at which people find the pages")
    database = await existing(settings)
    try:
        async with _named(settings) as names, beside(settings, database, names):
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


def _local(settings: Settings) -> bool:
    """Whether the bot runs in its own playground."""
    return settings.discord_token is None


def _port(settings: Settings) -> int:
    if settings.web_port is not None:
        return settings.web_port
    if settings.web_url is None:  # Beside the playground's; none for one that takes any free port.
        return settings.playground_port + 1 if 0 < settings.playground_port < 65535 else 0
    return PORT
