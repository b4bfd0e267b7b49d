"""Builds the playground and serves it."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from .address import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    DEFAULT_TOKEN,
    OPEN_TO_ALL,
    is_loopback,
    reachable,
)
from .api import Api
from .control import Control
from .faults import Faults
from .gateway import Gateway
from .interactions import Interactions
from .messages import Messages
from .page import Page, page_errors
from .rest import Rest
from .rest_channels import ChannelRest
from .rest_emojis import EmojiRest
from .rest_events import EventRest
from .rest_interactions import InteractionRest
from .sample import default_world
from .world import World

MAX_BODY = 110 * 1024 * 1024
"""The largest request, in bytes: ten attachments and their form."""


class NotLoopback(ValueError):
    """The address can be reached from other machines, but was not meant to be `public`."""


class Server:
    """A running playground. Close it when done."""

    def __init__(
        self, world: World, runner: web.AppRunner, gateway: Gateway, page: Page, faults: Faults
    ) -> None:
        self.world = world
        self.gateway = gateway
        self.interactions = page.interactions
        self.faults = faults
        self._page = page
        self._runner = runner

    @property
    def url(self) -> str:
        """The page's address, without a trailing slash. The bot's DISCORD_API_URL is this with
        /api/v10.
        """
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """The value for the bot's DISCORD_API_URL."""
        return self.url + "/api/v10"

    async def close(self) -> None:
        """Close all connections and stop listening."""
        self.interactions.close()
        await self.gateway.close()
        await self._page.close()
        await self._runner.cleanup()


async def serve(
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    token: str = DEFAULT_TOKEN,
    world: World | None = None,
    *,
    allowed_hosts: tuple[str, ...] = (),
    public: bool = False,
) -> Server:
    """Start a playground in the running event loop. Port 0 picks a free port.

    Raises OSError if the address is taken, and NotLoopback if it can be reached from other machines
    and `public` is false.

    `allowed_hosts` are further host names under which it may be called. Any IP address and
    localhost are always allowed.
    """
    if not token:
        raise ValueError("the token must not be empty")
    if not (public or is_loopback(host)):
        raise NotLoopback(OPEN_TO_ALL.format(host=host or "Every address", flag="say `public`"))
    world = world or default_world()
    faults = Faults()
    messages = Messages(world)
    gateway = Gateway(world, token)
    interactions = Interactions(world, messages, gateway.deliver)
    page = Page(world, messages, interactions, gateway)
    app = web.Application(
        middlewares=[
            guard({host, *allowed_hosts}),
            page_errors,
            Api(world, token, faults).middleware(),
        ],
        client_max_size=MAX_BODY,
    )
    app.router.add_get("/gateway", gateway.connect)
    app.router.add_get("/gateway/", gateway.connect)
    for part in (
        Rest(world, messages),
        ChannelRest(world, messages),
        InteractionRest(world, interactions),
        EmojiRest(world),
        EventRest(world),
        Control(world, page, gateway, faults),
        page,
    ):
        app.router.add_routes(part.routes())
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, host, port)
    try:
        await site.start()
    except OSError:
        await runner.cleanup()
        raise
    bound = runner.addresses[0][1]
    world.base_url = f"http://{reachable(host)}:{bound}"
    return Server(world, runner, gateway, page, faults)


def _foreign(request: web.Request) -> bool:
    """Whether a browser says that the request comes from another page. This includes requests
    without an Origin header, for pictures, scripts and links for example. A top-level link to the
    page itself is allowed.
    """
    if request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none"):
        return False
    followed = request.headers.get("Sec-Fetch-Dest") == "document"
    return not (followed and request.method == "GET" and request.path == "/")


def guard(hosts: set[str]) -> Any:
    """Refuses requests under a foreign host name (DNS rebinding) and from foreign pages."""

    @lru_cache
    def known(netloc: str) -> bool:
        try:
            name = urlsplit(f"//{netloc}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name in hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    @web.middleware
    async def wrap(request: web.Request, handler: Any) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if not known(request.host):
            return web.Response(status=403, text="This server is not known by that name.")
        if (origin is not None and urlsplit(origin).netloc != request.host) or _foreign(request):
            return web.Response(status=403, text="Requests from other pages are refused.")
        response: web.StreamResponse = await handler(request)
        return response

    return wrap
