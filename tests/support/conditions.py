"""Waiting for what tells nobody that it has become true."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from tests import PATIENCE


async def until(true: Callable[[], bool], within: float = PATIENCE) -> None:
    """Looks until something is true. Raises TimeoutError after this many seconds."""
    end = time.monotonic() + within
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"still not so after {within} s")
        await asyncio.sleep(0.01)
