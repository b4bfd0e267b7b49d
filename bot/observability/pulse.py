"""The time of the last required write to the database."""

from __future__ import annotations

import time
from collections.abc import Callable


class Pulse:
    """The time of the last heartbeat in the database, which is due every few seconds while the bot
    runs.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()

    def beat(self) -> None:
        """Notes a heartbeat."""
        self._last = self._clock()

    @property
    def age(self) -> float:
        """Seconds since the last heartbeat."""
        return self._clock() - self._last
