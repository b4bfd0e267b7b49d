"""Live pages: who is watching what, and when something has happened there.

However many are watching, the database is asked once a second for all of them together.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Generic, TypeAlias, TypeVar

from aiohttp import web

from matches.model.errors import Unavailable

log = logging.getLogger(__name__)

PERIOD = 1.0
"""Seconds between two queries."""
CHECK = 5
"""After how many queries it is checked what may still be seen."""
HEARTBEAT = 20.0
"""Seconds after which a silent stream sends a sign of life."""
MOST, MOST_EACH = 5000, 16
"""How many streams there may be in all, and how many per address."""


K = TypeVar("K")
Marks: TypeAlias = Callable[[Collection[K]], Awaitable[Mapping[K, str]]]
"""Queries everything that is watched: returns a mark for each, which changes whenever something has
happened.
"""
Known: TypeAlias = Callable[[Collection[K]], Awaitable[Collection[K]]]
"""Those of these that may still be watched."""


class Watch:
    """What is watched: its latest mark, and whether it may still be seen."""

    def __init__(self) -> None:
        self.mark = ""
        self.gone = False
        self.watchers = 0
        self.changed = asyncio.Event()

    def tell(self) -> None:
        """Wakes everybody who watches."""
        self.changed.set()
        self.changed = asyncio.Event()


class Live(Generic[K]):
    """All streams of one kind."""

    def __init__(self, marks: Marks[K], known: Known[K]) -> None:
        self._marks, self._known = marks, known
        self._watched: dict[K, Watch] = {}
        self._each: Counter[str] = Counter()
        self._looking: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def streams(self) -> int:
        """How many there are."""
        return self._each.total()

    async def stream(
        self, request: web.Request, wanted: K, address: str, mark: str
    ) -> web.StreamResponse:
        """Tells a reader about everything that happens after the state with this mark, which they
        have seen, for as long as they listen. Refuses streams beyond the limits.
        """
        if self._closing or self.streams >= MOST or self._each[address] >= MOST_EACH:
            raise web.HTTPServiceUnavailable
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        response.headers["X-Accel-Buffering"] = "no"
        async with self._watching(wanted, address) as watch:
            await response.prepare(request)
            with suppress(ConnectionResetError):  # The reader has gone.
                await self._tell(response, watch, mark)
        return response

    async def _tell(self, response: web.StreamResponse, watch: Watch, mark: str) -> None:
        """Tells of each change after this mark. Raises ConnectionResetError."""
        await response.write(b"retry: 5000\n\n")
        while not self._closing:
            changed = watch.changed
            if watch.gone:
                await response.write(b"event: gone\ndata: -\n\n")
                break
            if watch.mark not in ("", mark):
                mark = watch.mark
                await response.write(f"id: {mark}\ndata: {mark}\n\n".encode())
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                await response.write(b": \n\n")

    @asynccontextmanager
    async def _watching(self, wanted: K, address: str) -> AsyncIterator[Watch]:
        watch = self._watched.setdefault(wanted, Watch())
        watch.watchers += 1
        self._each[address] += 1
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(), name="web-live")
        try:
            yield watch
        finally:
            watch.watchers -= 1
            self._each[address] -= 1
            if not self._each[address]:
                del self._each[address]
            if not watch.watchers and self._watched.get(wanted) is watch:
                del self._watched[wanted]

    async def _look(self) -> None:
        """Queries for as long as anybody is watching."""
        looks = 0
        while self._watched:
            try:
                await self._seen(check=looks % CHECK == 0)
            except Unavailable as error:
                log.warning("what is watched can't be looked at: %s", error)
            except Exception:  # Such as a row that can't be read: others are watched, too.
                log.exception("what is watched can't be looked at")
            looks += 1
            await asyncio.sleep(PERIOD)

    async def _seen(self, *, check: bool) -> None:
        watched = dict(self._watched)
        found = await self._marks([*watched])
        known = await self._known([*watched]) if check else watched.keys()
        for wanted, watch in watched.items():
            mark, gone = found.get(wanted, watch.mark), wanted not in known
            if mark != watch.mark or gone != watch.gone:
                watch.mark, watch.gone = mark, watch.gone or gone
                watch.tell()

    async def close(self) -> None:
        """Ends all streams."""
        self._closing = True
        for watch in self._watched.values():
            watch.tell()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
