"""A server that follows another one, for reads that may be some seconds old."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy import Connection, func, select

from storage.runners import Runner, Work
from storage.schema import heartbeat

T = TypeVar("T")

log = logging.getLogger(__name__)

BEHIND = timedelta(seconds=30)
"""How far it may be behind: by the last heartbeat of a process that it knows."""
LOOKS = 5.0
"""Seconds between two looks at how far it is behind."""
SHUNNED = 30.0
"""Seconds for which it isn't asked after a failure."""
PATIENCE = 3.0
"""Seconds after which a read waits for it no longer."""

_LAST_BEAT = select(func.max(heartbeat.c.at))


class Behind(Exception):
    """The replica is too far behind."""


class Replica:
    """Reads from a replica while it answers and keeps up. `now` is the clock."""

    def __init__(self, runner: Runner, now: Callable[[], datetime]) -> None:
        self._runner, self._now = runner, now
        self._trusted = self._shunned = 0.0
        """Until when it counts as close enough, and until when it isn't asked."""
        self._well = True

    @property
    def shunned(self) -> bool:
        """Whether it is left alone now, after a failure."""
        return time.monotonic() < self._shunned

    async def read(self, work: Work[T]) -> T:
        """Runs a function that only reads. Raises Behind, and whatever the driver raises."""
        return await self._runner.run(lambda connection: self._read(connection, work), writes=False)

    def _read(self, connection: Connection, work: Work[T]) -> T:
        if time.monotonic() >= self._trusted:
            beat = connection.execute(_LAST_BEAT).scalar()
            if beat is None or self._now() - beat > BEHIND:
                raise Behind("it is too far behind")
            self._trusted = time.monotonic() + LOOKS
        return work(connection)

    def note(self, trouble: Exception | None) -> None:
        """Notes how a read has gone: after trouble it is left alone for a while. Changes are logged
        once.
        """
        if trouble is not None:
            self._shunned, self._trusted = time.monotonic() + SHUNNED, 0.0
            if self._well:
                silent = f"no answer within {PATIENCE:g} s"
                log.warning("the replica isn't read: %s", str(trouble) or silent)
        elif not self._well:
            log.info("the replica is read again")
        self._well = trouble is None

    async def close(self) -> None:
        """Closes all connections."""
        await self._runner.close()
