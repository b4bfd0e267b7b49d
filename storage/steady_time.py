"""The time of day that a process uses: it stays steady even if the machine's clock is changed.

A machine may start with a wrong clock that is corrected while the bot runs; it may be suspended, or
somebody may set the clock by hand. None of this must make a player's time run out. So the clock is
read once, and from then on time is taken from the monotonic clock, which nobody can set. A `jump`
is how far the machine's clock is ahead of this one. The jump is followed only after it has been
recorded in the database.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

TOLERANCE = timedelta(seconds=1)
"""Less than that is no jump. Time servers change the speed of both clocks alike."""
_NONE = timedelta()


def machine_time() -> datetime:
    """The time of the machine's clock, aware, in UTC."""
    return datetime.now(UTC)


class SteadyTime:
    """A clock. Calling it returns the time, aware, in UTC."""

    def __init__(
        self,
        machine: Callable[[], datetime] = machine_time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._machine = machine
        self._monotonic = monotonic
        self._since = monotonic()
        self._base = machine()

    def __call__(self) -> datetime:
        """The time."""
        return self._base + timedelta(seconds=self._monotonic() - self._since)

    @property
    def jump(self) -> timedelta:
        """How far the machine's clock is ahead of this one; negative if it was set back."""
        before = self()
        found = self._machine() - before
        if self() - before > TOLERANCE / 2:
            return _NONE  # Interrupted between both readings.
        return found if abs(found) > TOLERANCE else _NONE

    def follow(self, jump: timedelta) -> None:
        """Moves this clock forward by that much."""
        self._base += jump
