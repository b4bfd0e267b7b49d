"""The budget of invalid requests.

Discord counts the answers 401, 403 and 429, and blocks an IP address that gets 10,000 of them in
ten minutes. They are counted here, where every request passes. After too many of them, only
interactions are answered, and finally not even those.
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
"""From this many on, everything except answers to interactions waits …"""
LIMIT = 5000
"""… and from this many on, those wait, too. Several processes may share an address."""
_INVALID = (401, 403, 429)


class Exhausted(aiohttp.ClientError):
    """A request was not sent, because too many were refused lately. It can be sent later."""


class InvalidRequests:
    """The invalid requests of this process. `count` is called with the status of each."""

    count: Callable[[int], None]

    def __init__(self) -> None:
        self.count = lambda _: None
        self._times: deque[float] = deque(maxlen=LIMIT)

    @property
    def exhausted(self) -> bool:
        """Whether everything except answers to interactions has to wait."""
        return self._recent() >= BUDGET

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
        if kind is not None and self._recent() >= (BUDGET if kind.budgeted else LIMIT):
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
        before = self._recent()
        self._times.append(time.monotonic())
        if before == BUDGET - 1:
            log.error("%d requests were refused in ten minutes: others have to wait", BUDGET)
