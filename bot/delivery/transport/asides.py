"""Messages to the user of an interaction, sent while others are shown what it has done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

from bot.context import Interaction

log = logging.getLogger(__name__)


class Telling:
    """Tells a user several things, one after the other, alongside the other work in its block. The
    block ends when all of them have been told or have failed.

    Discord may keep an answer waiting for a minute. So the block must enclose that of the lock
    under which a match is shown: nobody else should wait for an answer that is not theirs. They do
    so for up to two seconds where a board answers a user, since it has to follow the first answer,
    and longer if a board can only be shown as an answer, after the others.
    """

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self._tasks: list[asyncio.Task[Any]] = []
        self._beside: list[asyncio.Future[Any]] = []

    async def __aenter__(self) -> Self:
        return self

    def add(self, tell: Callable[[], Awaitable[object]]) -> asyncio.Task[None]:
        """Starts this as soon as everything added before has finished. Await the returned task to
        wait until it is told.
        """
        before = self._tasks[-1:]

        async def in_turn() -> None:
            if before:
                await asyncio.wait(before)
            await tell()

        task = asyncio.create_task(in_turn(), name="telling")
        self._tasks.append(task)
        return task

    def at_once(self, tell: Callable[[], Awaitable[object]]) -> asyncio.Future[object]:
        """Begins with this now, whatever was added before: the next step has to follow it. Nothing
        that is added waits for it, but the block does.
        """
        task = asyncio.ensure_future(tell())
        self._beside.append(task)
        return task

    async def begun(self) -> None:
        """Waits until what was begun `at_once` is told, or has failed."""
        if self._beside:
            await asyncio.wait(self._beside)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Raises the first failure, unless another exception is being raised already. Other
        failures are logged.
        """
        if isinstance(error, asyncio.CancelledError):
            for task in (*self._beside, *self._tasks):
                task.cancel()
        ended = await asyncio.gather(*self._beside, *self._tasks, return_exceptions=True)
        failed = [one for one in ended if isinstance(one, Exception)]
        for one in failed if error is not None else failed[1:]:
            log.error("not told: %r", one, exc_info=one)
        if error is None and failed:
            raise failed[0]
