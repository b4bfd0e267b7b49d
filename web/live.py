"""Live pages: who watches which match, and when something has happened there.

However many watch, the database is asked once a second, for all matches together.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

import matches
from matches.model.errors import Unavailable
from matches.model.ids import MatchId
from matches.pages import pages
from web.site import Site

log = logging.getLogger(__name__)

PERIOD = 1.0
"""Seconds from one look to the next."""
CHECK = 5
"""After how many looks it is asked whether the matches may still be seen."""
HEARTBEAT = 20.0
"""Seconds after which a silent stream says that it is alive."""
MOST, MOST_EACH = 5000, 16
"""How many streams there may be, and how many to one address."""


class Watch:
    """Who watches a match: what the latest entry is, and whether it is still to be seen."""

    def __init__(self) -> None:
        self.seq = -1
        self.gone = False
        self.watchers = 0
        self.changed = asyncio.Event()

    def tell(self) -> None:
        """Wakes everybody who watches."""
        self.changed.set()
        self.changed = asyncio.Event()


class Live:
    """All streams."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._watched: dict[MatchId, Watch] = {}
        self._each: Counter[str] = Counter()
        self._looking: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def streams(self) -> int:
        """How many there are."""
        return self._each.total()

    async def stream(
        self, request: web.Request, match_id: MatchId, address: str, seq: int
    ) -> web.StreamResponse:
        """Tells a reader of everything that happens in a match after an entry, for as long as they
        listen. Too many are refused.
        """
        if self._closing or self.streams >= MOST or self._each[address] >= MOST_EACH:
            raise web.HTTPServiceUnavailable
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        response.headers["X-Accel-Buffering"] = "no"
        async with self._watching(match_id, address) as watch:
            await response.prepare(request)
            await response.write(b"retry: 5000\n\n")
            while not self._closing:
                changed = watch.changed
                if watch.gone:
                    await response.write(b"event: gone\ndata: -\n\n")
                    break
                if watch.seq > seq:
                    seq = watch.seq
                    await response.write(f"id: {seq}\ndata: {seq}\n\n".encode())
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    await response.write(b": \n\n")
        return response

    @asynccontextmanager
    async def _watching(self, match_id: MatchId, address: str) -> AsyncIterator[Watch]:
        watch = self._watched.setdefault(match_id, Watch())
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
            if not watch.watchers and self._watched.get(match_id) is watch:
                del self._watched[match_id]

    async def _look(self) -> None:
        """Looks for as long as anybody watches."""
        looks = 0
        while self._watched:
            try:
                await self._seen(check=looks % CHECK == 0)
            except Unavailable as error:
                log.warning("watched matches can't be looked at: %s", error)
            looks += 1
            await asyncio.sleep(PERIOD)

    async def _seen(self, *, check: bool) -> None:
        watched = dict(self._watched)
        found = await matches.seqs(self._site.database, [*watched])
        known = await pages(self._site.database, [*watched]) if check else watched.keys()
        for match_id, watch in watched.items():
            seq, gone = found.get(match_id, watch.seq), match_id not in known
            if seq != watch.seq or gone != watch.gone:
                watch.seq, watch.gone = seq, watch.gone or gone
                watch.tell()

    async def close(self) -> None:
        """Ends all streams."""
        self._closing = True
        for watch in self._watched.values():
            watch.tell()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
