"""Whether a process that shares its shards with others can reach Discord."""

from __future__ import annotations

import time
from collections.abc import Callable

LIMIT = 60.0
"""Seconds without any connection after which a process leaves its shards to others: longer than
connections usually take to be made again.
"""
BLINK = 10.0
"""Seconds without any connection that don't count: Discord asks for new ones now and then."""
_STEP = 10.0
"""The most seconds that count between two looks: a process that stood still may have connections.
"""


class Reach:
    """How long a process has had no connection to Discord, by what it sees whenever it looks."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked = clock()
        self._silent = 0.0
        self._known = False
        """Whether there has ever been a connection."""
        self._back = float("-inf")

    def look(self, *, hears: bool) -> None:
        """Notes whether there is any connection now, or none is wanted."""
        now = self._clock()
        passed, self._looked = min(now - self._looked, _STEP), now
        if not hears:
            self._silent += passed
            return
        if self._was_silent:
            self._back = now
        self._silent, self._known = 0.0, True

    @property
    def is_lost(self) -> bool:
        """Whether there has been none for so long that others should have the shards."""
        return self._silent >= LIMIT

    @property
    def is_shaken(self) -> bool:
        """Whether all connections were lost, and there is none yet, or only for a short time. The
        same may have happened to others, who are about to come back, too.
        """
        return self._was_silent or self._clock() - self._back < LIMIT

    @property
    def _was_silent(self) -> bool:
        return self._known and self._silent >= BLINK
