"""What is done again and again for as long as the bot runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.observability.trouble import Trouble


class Poller:
    """Does `work` in rounds until it is stopped: every so many seconds, and when it is woken.

    A round that fails is followed by the next one; the `trouble` is told to the log once. Whoever
    wakes it waits for `settling` seconds, so that one round does for many who wake it.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[None]],
        every: float,
        *,
        trouble: Trouble,
        settling: float = 0.0,
        awake: asyncio.Event | None = None,
    ) -> None:
        self._name = name
        self._work = work
        self._every = every
        self._trouble = trouble
        self._settling = settling
        self._awake = awake or asyncio.Event()
        self._rounds: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """There may be something to do."""
        self._awake.set()

    def start(self, ready: Callable[[], Awaitable[None]] | None = None) -> None:
        """Begins, as soon as what is to be `ready` is."""
        self._rounds = asyncio.create_task(self._run(ready), name=self._name)

    def stop(self) -> None:
        """Ends it, in the middle of a round, too."""
        if self._rounds is not None:
            self._rounds.cancel()

    async def look(self) -> None:
        """One round. Nothing is raised."""
        self._awake.clear()
        with self._trouble.told():
            await self._work()

    async def _run(self, ready: Callable[[], Awaitable[None]] | None) -> None:
        if ready is not None:
            await ready()
        while True:
            await self.look()
            try:
                async with asyncio.timeout(self._every):
                    await self._awake.wait()
                    await asyncio.sleep(self._settling)
            except TimeoutError:
                pass
