"""Discord's limits on requests: for each bucket, and for all together."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from playground import faults
from playground.client import Playground
from playground.server import Server
from tests.playground.rawbot import RawBot


@pytest.fixture(autouse=True)
def _limited(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are on, and no time passes."""
    server.world.settings.rate_limits = True
    monkeypatch.setattr(faults, "time", SimpleNamespace(time=lambda: 1_800_000_000.0))


async def test_all_together(bot: RawBot) -> None:
    """Fifty a second, whatever they are about. Whoever sends more is told for how long nothing may
    be sent; answers to interactions may, since they are exempt.
    """
    found = [await bot.call("GET", f"/channels/{n}/messages/{n}") for n in range(51)]
    assert [status for status, _ in found] == [404] * 50 + [429]
    assert found[-1][1] == {
        "message": "You are being rate limited.",
        "retry_after": 1.0,
        "global": True,
    }
    status, _ = await bot.call("PATCH", f"/webhooks/{bot.app}/token/messages/@original", {})
    assert status != 429


async def test_a_bucket(bot: RawBot, pg: Playground) -> None:
    """Five messages in five seconds in one channel, and as many in another one."""
    for channel in pg.channels[:2]:
        path = f"/channels/{channel.id}/messages"
        sent = [await bot.call("POST", path, {"content": "hello"}) for _ in range(6)]
        assert [status for status, _ in sent] == [200] * 5 + [429]
        assert sent[-1][1]["global"] is False
