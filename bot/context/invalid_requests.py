"""The budget of invalid requests.

Discord counts the answers 401, 403 and 429, and blocks an IP address that gets 10,000 of them in
ten minutes. They are counted here, where every request passes. After too many of them, only
interactions are answered, and finally not even those. Processes may share an address, so all living
ones have equal shares, wherever they run.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from bot.context.requests import kind_of

log = logging.getLogger(__name__)


SPAN = 600.0
"""Seconds over which Discord counts."""
BUDGET = 1000
"""From this many on, by all processes together, everything except answers to interactions waits …
"""
LIMIT = 5000
"""… and from this many on, those wait, too."""
_INVALID = (401, 403, 429)


class Exhausted(aiohttp.ClientError):
    """A request was not sent, because too many were refused lately. It can be sent later."""


class InvalidRequests:
    """The invalid requests of this process. `count` is called with the status of each."""

    count: Callable[[int], None]

    def __init__(self) -> None:
        self.count = lambda _: None
        self._times: deque[float] = deque(maxlen=LIMIT)
        self._share = 1.0
        self._told = False

    def share(self, part: float) -> None:
        """Sets this process's share of what all processes together may get."""
        self._share = part

    @property
    def exhausted(self) -> bool:
        """Whether everything except answers to interactions has to wait."""
        return self._has_got(BUDGET)

    def _has_got(self, of_all: int) -> bool:
        return self._recent() >= of_all * self._share

    def _recent(self) -> int:
        begin = time.monotonic() - SPAN
        while self._times and self._times[0] < begin:
            self._times.popleft()
        return len(self._times)

    def trace(self, config: aiohttp.TraceConfig | None = None) -> aiohttp.TraceConfig:
        """Hooks for the session of all requests, added to those of `config`."""
        config = config or aiohttp.TraceConfig()
        config.on_request_start.append(self._begin)
        config.on_request_end.append(self._end)
        return config

    async def _begin(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        """Raises Exhausted."""
        kind = kind_of(params.method, params.url)
        if kind is not None and self._has_got(BUDGET if kind.budgeted else LIMIT):
            raise Exhausted("too many requests have been refused in the last ten minutes")

    async def _end(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        response = params.response
        if response.status not in _INVALID or kind_of(params.method, params.url) is None:
            return
        self.count(response.status)
        if response.headers.get("X-RateLimit-Scope") == "shared":
            return  # A limit shared with others doesn't count against us.
        self._times.append(time.monotonic())
        told, self._told = self._told, self.exhausted
        if self._told and not told:
            refused = len(self._times)
            log.error("%d requests were refused in ten minutes: others have to wait", refused)
