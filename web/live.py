"""Live pages: who is watching what, and when something has happened there.

However many are watching, the database is asked once a second for all of them together.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
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
MOST_ASKED = 64
"""How many queries one question may take to tell apart what can't be answered: one of 5000 takes
27.
"""


K = TypeVar("K")
A = TypeVar("A")
Marks: TypeAlias = Callable[[Collection[K]], Awaitable[Mapping[K, str]]]
"""Queries everything that is watched: returns a mark for each, which changes whenever something has
happened.
"""
Known: TypeAlias = Callable[[Collection[K]], Awaitable[Collection[K]]]
"""Those of these that may still be watched."""


class _Asked(Generic[K, A]):
    """A question about everything that is watched. `what` says what is not known without its
    answer.
    """

    def __init__(self, ask: Callable[[Collection[K]], Awaitable[A]], what: str) -> None:
        self._ask = ask
        self._what = what
        self._cause: str | None = None

    async def answers(self, wanted: Sequence[K]) -> list[tuple[Sequence[K], A]]:
        """The answers, each with what it is about. What can't be answered, such as a row that can't
        be read, is left out, and searched for by halves, so that it keeps nothing from the others.

        It is logged unless that was so the last time; so is that it is over.
        """
        found: list[tuple[Sequence[K], A]] = []
        rest, causes = [wanted], dict[str, Exception]()
        for _ in range(MOST_ASKED):
            if not rest:
                break
            asked = rest.pop()
            try:
                found.append((asked, await self._ask(asked)))
            except Unavailable as error:  # Nothing can be said of the others either.
                causes = {str(error): error}
                break
            except Exception as error:  # noqa: BLE001 - others are watched, too
                half = len(asked) // 2
                if half:
                    rest += [asked[half:], asked[:half]]
                else:
                    causes.setdefault(repr(error), error)
        self._tell(causes)
        return found

    def _tell(self, causes: Mapping[str, Exception]) -> None:
        cause = "; ".join(sorted(causes)) or None
        if cause is not None and cause != self._cause:
            error = causes[min(causes)]
            trace = None if isinstance(error, Unavailable) else error
            level = logging.WARNING if trace is None else logging.ERROR
            log.log(level, "%s: %s", self._what, cause, exc_info=trace)
        elif cause is None and self._cause is not None:
            log.info("%s: that is over", self._what)
        self._cause = cause


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
        self._marks = _Asked(marks, "what happens in what is watched can't be looked at")
        self._known = _Asked(known, "whether it may be watched can't be looked at")
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
            await self._seen(check=looks % CHECK == 0)
            looks += 1
            await asyncio.sleep(PERIOD)

    async def _seen(self, *, check: bool) -> None:
        watched = dict(self._watched)
        marks, gone = dict[K, str](), set[K]()
        for _, found in await self._marks.answers([*watched]):
            marks |= found
        if check:
            for asked, known in await self._known.answers([*watched]):
                gone |= {*asked}.difference(known)
        for wanted, watch in watched.items():
            mark, is_gone = marks.get(wanted, watch.mark), watch.gone or wanted in gone
            if (mark, is_gone) != (watch.mark, watch.gone):
                watch.mark, watch.gone = mark, is_gone
                watch.tell()

    async def close(self) -> None:
        """Ends all streams."""
        self._closing = True
        for watch in self._watched.values():
            watch.tell()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
