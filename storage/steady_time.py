"""The time of day as a process goes by it: steady, whatever is done to the machine's clock.

A machine may start with a wrong clock, which is set right while the bot runs; it may be suspended,
or somebody may set the clock by hand. Nobody's time may run out by that. So the clock is read once,
and from then on time passes as it does by the monotonic clock, which nobody can set. How far the
machine's clock is ahead of this one is a `jump`. It is followed when the database has taken note
of it, and not before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

TOLERANCE = timedelta(seconds=1)
"""Less than that is no jump. Time servers change the speed of both clocks alike."""
_NONE = timedelta()


def machine_time() -> datetime:
    """What the machine's clock says, aware, in UTC."""
    return datetime.now(UTC)


class SteadyTime:
    """A clock to be called for the time, aware, in UTC."""

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
        """By how much the machine's clock is ahead of this one: negative where it was set back."""
        before = self()
        found = self._machine() - before
        if self() - before > TOLERANCE / 2:
            return _NONE  # Something came between the two clocks: they can't be compared.
        return found if abs(found) > TOLERANCE else _NONE

    def follow(self, jump: timedelta) -> None:
        """Is that much later from now on."""
        self._base += jump
