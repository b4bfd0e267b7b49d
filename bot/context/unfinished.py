"""Tasks that a stopping bot finishes first."""

from __future__ import annotations

import asyncio
from typing import Any


class Unfinished:
    """The tasks that a stopping bot waits for: answers to interactions, messages being sent."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def add(self, task: asyncio.Task[Any]) -> None:
        """Adds a task, and keeps a reference to it until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def add_current(self) -> None:
        """Adds the current task."""
        task = asyncio.current_task()
        assert task is not None
        self.add(task)

    async def begun(self) -> bool:
        """Whether there are any, including tasks that are just starting and will add themselves."""
        await asyncio.sleep(0)
        return bool(self._tasks)

    async def wait(self, seconds: float) -> set[asyncio.Task[Any]]:
        """Waits for this many seconds at most. Returns the tasks that are not done by then."""
        if not self._tasks:
            return set()
        _, late = await asyncio.wait([*self._tasks], timeout=seconds)
        return late
