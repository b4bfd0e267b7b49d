"""When the last write was done that had to be."""

from __future__ import annotations

import time
from collections.abc import Callable


class Pulse:
    """When the last write was done that had to be: the heartbeat, which is due every few seconds
    as long as the bot runs.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()

    def beat(self) -> None:
        """It has just been done."""
        self._last = self._clock()

    @property
    def age(self) -> float:
        """How many seconds ago that was."""
        return self._clock() - self._last
