"""Work that is repeated until the bot stops."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.observability.trouble import Trouble


class Poller:
    """Runs `work` in rounds until it is stopped: every few seconds, and when it is woken.

    A round that fails is followed by the next one, and its `trouble` is logged once. After a
    wake-up it waits for `settling` seconds, so that one round serves many wake-ups.
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
        """Runs the next round soon."""
        self._awake.set()

    def start(self, ready: Callable[[], Awaitable[None]] | None = None) -> None:
        """Starts the rounds, once `ready` has returned."""
        self._rounds = asyncio.create_task(self._run(ready), name=self._name)

    def stop(self) -> None:
        """Stops the rounds, even in the middle of one."""
        if self._rounds is not None:
            self._rounds.cancel()

    async def look(self) -> None:
        """Runs one round. Nothing is raised."""
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
