"""Starts and stops the database, the playground if there is no token, and the bot."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Iterator

import aiohttp
import discord

from bot.app import health, pages
from bot.app.client import Dreierlei, point_at
from bot.app.thinker import think
from bot.config.database import CantStart, migrated
from bot.config.settings import SECRETS_FILE, Settings, is_exposed
from playground.address import DEFAULT_TOKEN, OPEN_TO_ALL, TOKEN, is_loopback
from storage.database import PATIENCE as DATABASE_PATIENCE

log = logging.getLogger(__name__)


PATIENCE = 20.0
"""Seconds within which the playground has to start, and to stop."""

LOCKED = 0.0005
"""Seconds for which a thread that computes keeps Python's lock while others want it; 5 ms by
default. An answer passes the lock between the event loop and the database's threads a dozen times.
With ten hostile people, the slowest twentieth of buttons took 13 ms instead of 17.
"""

REFUSED = {
    4004: "DISCORD_TOKEN: expected a token that Discord accepts",
    4010: "SHARD_IDS, SHARD_COUNT: Discord does not accept these shards",
    4011: "SHARD_COUNT: expected a larger number; Discord wants this bot to have more shards",
    4012: "This version of Dreierlei is too old for Discord (gateway's code 4012)",
    4013: "This version of Dreierlei is too old for Discord (gateway's code 4013)",
    4014: "DISCORD_TOKEN: Discord does not let this application hear of its servers",
}
"""Reasons why the gateway closes a connection for good."""


class PlaygroundEnded(Exception):
    """The playground's process has ended while the bot was running; the text says how."""


async def run(settings: Settings) -> None:
    """Runs the bot, or a thinker, until it is interrupted. Raises CantStart and PlaygroundEnded."""
    stop = _signals()
    sys.setswitchinterval(LOCKED)
    if is_exposed(SECRETS_FILE):
        log.warning("%s can be read by other users of this machine: chmod 600 it", SECRETS_FILE)
    if settings.role == "thinker":
        await think(settings, stop)
        return
    database = await migrated(settings, patience=DATABASE_PATIENCE)
    try:
        bot = Dreierlei(settings, database)
        if settings.discord_token is not None:
            token = settings.discord_token.get_secret_value()
            await _connect(bot, settings.discord_api_url, token, stop)
        else:
            async with _playground(settings, stop) as page:
                print(f"Open {page} in a browser.", flush=True)  # noqa: T201
                await _connect(bot, page + "/api/v10", DEFAULT_TOKEN, stop)
    finally:
        await database.close()


async def serve_pages(settings: Settings) -> None:
    """Serves the pages on the web alone until it is interrupted. Raises CantStart."""
    await pages.alone(settings, _signals())


async def _connect(bot: Dreierlei, api: str | None, token: str, stop: asyncio.Event) -> None:
    """Keeps the bot connected until it is told to stop."""
    if api:
        try:
            await point_at(api)
        except (aiohttp.ClientError, TimeoutError, ValueError, KeyError) as error:
            raise CantStart(f"DISCORD_API_URL: {api}/gateway does not answer: {error}") from error
    async with _watched(bot), bot:
        connected = asyncio.create_task(bot.start(token))
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait({connected, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if stopped.done():
            log.info("stopping")
            await bot.close()
            connected.cancel()
            await asyncio.gather(connected, return_exceptions=True)
            return
        stopped.cancel()
        with _explained(api):
            connected.result()


@contextlib.contextmanager
def _explained(api: str | None) -> Iterator[None]:
    """Raises CantStart instead of errors that only the operator can fix."""
    try:
        yield
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired) as error:
        code = 4004 if isinstance(error, discord.LoginFailure) else 4014
        raise CantStart(REFUSED[code]) from error
    except discord.ConnectionClosed as error:
        other = f"DISCORD_API_URL: Discord has closed the connection (code {error.code})"
        raise CantStart(REFUSED.get(error.code, other)) from error
    except (
        aiohttp.ClientError,
        OSError,
        discord.DiscordServerError,
        discord.GatewayNotFound,
    ) as error:
        raise CantStart(f"DISCORD_API_URL: {api or 'Discord'} can't be reached") from error
    except discord.HTTPException as error:
        said = " ".join(str(error).split())[:200]
        raise CantStart(f"DISCORD_API_URL: {api or 'Discord'} refuses this bot: {said}") from error


@contextlib.asynccontextmanager
async def _watched(bot: Dreierlei) -> AsyncIterator[None]:
    """Serves health and metrics, and pages on the web, while the bot runs. Raises CantStart if a
    port is taken.
    """
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(health.served(health.watched(bot), bot.settings))
        bot.pages_url = await stack.enter_async_context(
            pages.beside(bot.settings, bot.database, bot.names, bot.metrics)
        )
        yield


def _signals() -> asyncio.Event:
    """An event that is set by the usual signals to stop."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop


@contextlib.asynccontextmanager
async def _playground(settings: Settings, stop: asyncio.Event) -> AsyncIterator[str]:
    """Runs a playground in its own process; yields the address of its page.

    If either process dies, the other one ends: a bot without its playground has nothing to do, and
    a playground without its bot would keep the port. Raises CantStart, and PlaygroundEnded if the
    playground has died.
    """
    host = settings.playground_host
    if not (settings.playground_public or is_loopback(host)):
        said = OPEN_TO_ALL.format(host=host, flag="set PLAYGROUND_PUBLIC=true")
        raise CantStart(f"PLAYGROUND_HOST: {said}")
    where = ["--host", host, "--port", str(settings.playground_port)]
    if settings.playground_public:
        where.append("--public")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "playground",
        *where,
        "--new",
        "--until-eof",
        stdin=PIPE,  # The pipe closes when this process ends, for whatever reason.
        stdout=PIPE,
        stderr=PIPE,
        env=os.environ | {TOKEN: DEFAULT_TOKEN},
        start_new_session=True,  # A keyboard interrupt is for this process; the bot stops first.
    )
    try:
        address = await _address(process)
        heard = asyncio.gather(_hear(process.stdout), _hear(process.stderr, log.warning))
        ended = asyncio.create_task(_watch(process, stop))
        yield address
        died = ended.done()
    finally:
        await _end(process)
    await heard
    status = await ended
    if died:
        raise PlaygroundEnded(
            f"The playground has ended by itself (status {status}), so the bot too."
        )


async def _watch(process: Process, stop: asyncio.Event) -> int:
    status = await process.wait()
    stop.set()
    return status


async def _address(process: Process) -> str:
    assert process.stdout is not None
    assert process.stderr is not None
    said = list[str]()
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
            if not line:
                said = (await process.stderr.read()).decode().strip().splitlines()
                await process.wait()
    except TimeoutError:
        line = ""
    if not line:
        raise CantStart(f"PLAYGROUND_HOST, PLAYGROUND_PORT: {said[-1] if said else 'no answer'}")
    return line.split()[-1]


async def _hear(
    stream: asyncio.StreamReader | None, say: Callable[[str, str], None] | None = None
) -> None:
    """Drains the playground's output, so that it never blocks, and passes errors on."""
    assert stream is not None
    async for line in stream:
        if say is not None:
            say("playground: %s", line.decode().rstrip())


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), PATIENCE)
    except TimeoutError:
        process.kill()
        await process.wait()
