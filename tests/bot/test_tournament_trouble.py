"""A tournament while the bot stops: what was stored is told afterwards, once."""

from __future__ import annotations

import pytest

from playground.client import Channel, Playground, User
from tests.support.stack import Stack
from tests.support.tournaments import open_cup

pytestmark = pytest.mark.untraced


async def test_stopped_in_between(
    stack: Stack, pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """What was stored before a stop is told by the next process, once."""
    await anna.change(locale="en-US")
    cup = await open_cup(anna, general, name="Stopped")
    poster = await cup.poster()
    assert stack.stop() == 0
    stack.start()
    await pg.wait_online()
    await poster.click("Sign up", by=ben)
    await cup.join(anna)
    await cup.start()
    await cup.news("round 1 of 1 begins")
    assert len(await cup.told("round 1 of 1 begins")) == 1
