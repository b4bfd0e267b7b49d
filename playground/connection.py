"""The test client's connection to a playground: requests, files, and waiting."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, Self, TypeVar, overload

import aiohttp

from .errors import Json

PATIENCE = 240.0
"""Seconds after which a wait is given up. This ends a run that hangs, and does not judge the speed
of a machine.
"""
T = TypeVar("T")


class PlaygroundError(Exception):
    """The playground refused a test's request; `status` is the HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(f"{status}: {sentence}")
        self.status = status


class Connection:
    """A connection to a running playground, by its page's address; use it with `async with`."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._session is not None:
            await self._session.close()

    async def request(
        self, method: str, path: str, body: Json | None = None, /, **query: Any
    ) -> Any:
        """The JSON answer of a route below /playground/. Raises PlaygroundError."""
        assert self._session is not None, "use `async with Playground.connect(url)`"
        params = {key: str(value) for key, value in query.items() if value is not None}
        async with self._session.request(
            method, f"{self.url}/playground/{path}", json=body, params=params
        ) as response:
            data = await response.json() if response.content_type == "application/json" else {}
            if response.status >= 400:
                raise PlaygroundError(response.status, str(data.get("error", response.reason)))
            return data

    async def fetch(self, path: str) -> bytes:
        """The bytes of a file, such as an attachment's `url`."""
        assert self._session is not None, "use `async with Playground.connect(url)`"
        async with self._session.get(self.url + path) as response:
            response.raise_for_status()
            return await response.read()

    async def fetch_json(self, path: str) -> Any:
        """The JSON at a path of the server, such as `/api/v10/gateway`."""
        return json.loads(await self.fetch(path))

    @overload
    async def wait_for(
        self, predicate: Callable[[], Awaitable[T]], within: float = ..., message: str = ...
    ) -> T: ...

    @overload
    async def wait_for(
        self, predicate: Callable[[], T], within: float = ..., message: str = ...
    ) -> T: ...

    async def wait_for(
        self, predicate: Callable[[], Any], within: float = PATIENCE, message: str = ""
    ) -> Any:
        """The first true value of `predicate`, plain or async. It is polled every 20 ms at first,
        then at intervals of a quarter of the elapsed time, at most half a second.

        Raises TimeoutError with the message when `within` seconds have passed.
        """
        begun = time.monotonic()
        while True:
            value = predicate()
            result = await value if inspect.isawaitable(value) else value
            if result:
                return result
            passed = time.monotonic() - begun
            if passed > within:
                raise TimeoutError(message or f"still not true after {within} s: {predicate}")
            await asyncio.sleep(min(max(0.02, passed / 4), 0.5))
