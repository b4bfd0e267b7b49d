"""The checks that every request has to pass, and the headers of every answer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import TypeAlias

from aiohttp import web
from aiohttp.typedefs import Middleware

from matches.model.errors import Unavailable
from web.site import Site

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
BODY = 16_384
"""The largest body of a request, in bytes."""
BURST, RATE = 120, 20.0
"""How many requests an address may make at once, and how many per second after that."""
ADDRESSES = 50_000
"""How many addresses are remembered."""
HOLD = 1.0
"""Seconds until an excess request is refused: this slows down clients that ask again at once. While
one program asked for four pages in turn (`benchmarks.mob`), the bot used 65 % of a core if requests
were refused at once, and 40 % with this delay.
"""
HELD = 16
"""How many such requests of an address are held at a time; further ones are refused at once."""
BUG = "Something went wrong here. It is noted under the number {reference}."
REFERENCE = "X-Reference"
"""The header with that number."""
_BEGUN = web.RequestKey("begun", bool)
"""The key under which a request notes that its answer is being sent."""
HALF = 64
"""The bits of an IPv6 address that a household shares."""


class Buckets:
    """Tokens by address: each request takes one, and they come back over time. Requests without a
    token are held for this many seconds, and then refused.
    """

    def __init__(self, burst: int = BURST, rate: float = RATE, hold: float = HOLD) -> None:
        self._burst, self._rate, self._hold = burst, rate, hold
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._held: Counter[str] = Counter()

    @property
    def held(self) -> int:
        """How many requests are being held."""
        return self._held.total()

    async def admits(self, address: str) -> bool:
        """Whether a request may pass; if not, it has been held."""
        if self.take(address, time.monotonic()):
            return True
        if self._held[address] < HELD:
            self._held[address] += 1
            try:
                await asyncio.sleep(self._hold)
            finally:
                self._held[address] -= 1
                if not self._held[address]:
                    del self._held[address]
        return False

    def take(self, address: str, now: float) -> bool:
        """Whether there was a token left for this address at this time, in seconds."""
        left, at = self._left.pop(address, (float(self._burst), now))
        left = min(self._burst, left + (now - at) * self._rate)
        self._left[address] = max(left - 1, 0.0) if left >= 1 else left, now
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1


def address_of(request: web.Request, *, trusted: bool) -> str:
    """The address that a request comes from, as reported by the proxy in front of the server, if
    there is one: it adds its own behind whatever the client has sent, in the same header or in
    another one. Of an IPv6 address only the half that a household shares.
    """
    forwarded = request.headers.getall("X-Forwarded-For", [""])[-1] if trusted else ""
    return household(forwarded.rpartition(",")[2].strip() or request.remote or "")


def household(address: str) -> str:
    """The key of the limits that an address shares, however it is written; text that isn't an
    address is returned as it is.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), HALF), strict=False))


def guard(site: Site, buckets: Buckets) -> Middleware:
    """The middleware: refuses requests for another host name, from other pages, or too often. An
    error is answered in a few words that say nothing of its cause. A bug gets a number, which is
    logged with the cause.
    """

    async def answered(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.host.lower() != site.address.host:
            return _refused(421, "This server is not known by that name.")
        if not await buckets.admits(address_of(request, trusted=site.trusted)):
            return _refused(429, "Too many requests.", {"Retry-After": "5"})
        if request.method not in ("GET", "HEAD") and _foreign(request, site):
            return _refused(403, "Requests from other pages are refused.")
        try:
            return await handler(request)
        except web.HTTPException as error:
            return _refused(error.status, error.reason, _allowed(error))
        except Unavailable as error:
            if request.method not in ("GET", "HEAD"):
                log.warning("%s %s refused: %s", request.method, request.path, error)
            return _refused(503, "The database can't be reached just now.", {"Retry-After": "5"})
        except ConnectionError:
            raise  # The client has disconnected.
        except Exception:
            number = site.bug()
            log.exception("reference=%s %s %s", number, request.method, request.path)
            if request.get(_BEGUN):
                raise  # No other answer can follow.
            return _refused(500, BUG.format(reference=number), {REFERENCE: number})

    @web.middleware
    async def wrap(request: web.Request, handler: Handler) -> web.StreamResponse:
        return await answered(request, handler)

    return wrap


async def secure(request: web.Request, response: web.StreamResponse) -> None:
    """Adds the headers that every answer has, including streamed ones, and notes that the answer
    begins.
    """
    request[_BEGUN] = True
    response.headers.update(HEADERS)


def _foreign(request: web.Request, site: Site) -> bool:
    """Whether something other than our own pages asks for a change."""
    same = request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"
    return not same or request.headers.get("Origin", site.address.origin) != site.address.origin


def _refused(status: int, why: str, headers: dict[str, str] | None = None) -> web.Response:
    cached = {"Cache-Control": "no-store", **(headers or {})}
    return web.Response(status=status, text=why, headers=cached)


def _allowed(error: web.HTTPException) -> dict[str, str]:
    return {"Allow": error.headers["Allow"]} if "Allow" in error.headers else {}
