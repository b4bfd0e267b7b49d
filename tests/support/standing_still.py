"""Child processes that stand still, and slow ones, told apart by events: a busy machine looks like
neither.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

from bot.processes import child, painter, pool
from bot.processes.child import Child
from tests import PATIENCE
from tests.support.conditions import until

LOOKS = 5
"""After so many looks a process counts as frozen that was stopped here."""
_NEVER = 10**9


def frozen_only_by_us(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has children looked at often. None that is started from now on counts as frozen, or as too
    slow by the clock, unless it is stopped by `stand_still`.
    """
    for module in (child, pool, painter):
        monkeypatch.setattr(module, "LOOK", 0.05)
    monkeypatch.setattr(child, "STARTING", _NEVER)
    monkeypatch.setattr(pool, "SILENCE", _NEVER)
    monkeypatch.setattr(pool, "BUSY", 1000)
    monkeypatch.setattr(painter, "SILENCE", _NEVER)
    monkeypatch.setattr(painter, "SECONDS", int(PATIENCE))


class _Closed(Protocol):
    async def close(self) -> None: ...


C = TypeVar("C", bound=_Closed)


@asynccontextmanager
async def in_the_end_closed(one: C) -> AsyncIterator[C]:
    """Ends its processes whatever happens, and a test that hangs."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield one
    finally:
        await one.close()


def stand_still(one: Child | None) -> None:
    """Stops a process that has already given a sign of life or a result."""
    assert one is not None
    os.kill(one.process.pid, signal.SIGSTOP)
    one._silence = LOOKS


async def signs_of_life(well: Callable[[], bool]) -> None:
    """Returns once a process that is at work, and looked at often, has given two signs of life:
    each time it is well again although it seemed silent.
    """
    for _ in range(2):
        await until(lambda: not well())
        await until(well)


def compute_until(mark: Path) -> int:
    """Computes without a pause until there is this file. Returns the number of its process."""
    while not mark.exists():
        sum(range(1000))
    return os.getpid()
