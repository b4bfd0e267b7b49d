"""How the tests' client waits for an answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from playground import page
from playground.answers import Reply
from playground.client import NoResponse, Playground, User
from tests.playground.rawbot import RawBot
from tests.support.conditions import until


async def test_a_slow_answer_outlasts_a_request(
    pg: Playground, ready: RawBot, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends a request that waits for long, also the one that began the interaction; the
    client goes on waiting by another one.
    """
    monkeypatch.setattr(page, "LONGEST", 0.01)
    ask, asked = Reply._ask, list[float]()

    async def noted(reply: Reply, seconds: float) -> Any:
        asked.append(seconds)
        return await ask(reply, seconds)

    monkeypatch.setattr(Reply, "_ask", noted)
    waiting = asyncio.create_task(anna.command("do", pg.channel("general"), text="hi"))
    got = await ready.interaction()
    await until(lambda: len(asked) > 2 or waiting.done())
    assert not waiting.done()
    await ready.answer(got, 4, {"content": "slow"})
    assert (await waiting).content == "slow"


async def test_an_answer_comes_with_the_request(
    pg: Playground, ready: RawBot, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for an answer need not ask for it again, nor whether there will be one."""

    async def asks(reply: Reply, seconds: float) -> Any:
        raise AssertionError

    monkeypatch.setattr(Reply, "_ask", asks)
    waiting = asyncio.create_task(anna.command("do", pg.channel("general"), text="hi"))
    await ready.answer(await ready.interaction(), 4, {"content": "fast"})
    assert (await waiting).content == "fast"
    ready.server.world.settings.deadline = 0.3
    with pytest.raises(NoResponse, match="did not respond"):
        await anna.command("do", pg.channel("general"), text="hi")
