"""A child process: whoever ends it sees its end."""

from __future__ import annotations

import asyncio

import pytest

from bot.processes.child import Child

pytestmark = pytest.mark.untraced


async def test_its_end_is_seen_by_whoever_is_cancelled() -> None:
    """A process that is being ended when its owner is cancelled has ended when the owner has."""
    child = await Child.start(512, 0, 60)
    ending = asyncio.create_task(child.end())
    await asyncio.sleep(0)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    assert child.process.returncode is not None
