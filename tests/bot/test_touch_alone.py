"""Boards that are touched in a process of its own, beside a bot that only gives links to it."""

from __future__ import annotations

import signal

import aiohttp
import pytest

from playground.client import Channel, Playground, User
from tests import PATIENCE
from tests.support import launcher
from tests.support.matches import begin
from tests.support.ports import free_port
from tests.support.stack import Stack, environment
from tests.support.touch_links import ask, play


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Another process serves the pages."""
    port = free_port()
    return {
        "WEB_URL": f"http://127.0.0.1:{port}",
        "WEB_PORT": str(port),
        "WEB_ALONE": "true",
    }


async def test_the_bot_shows_what_was_touched_elsewhere(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The board is in Discord as after `/move`, though the process that played isn't connected to
    it. Until that process runs nobody listens: the bot itself serves nothing.
    """
    game = await begin(general, "attangle", ben, david)
    shown = await (await game.board()).click("Tap to play", by=game.players[0])
    url = str(shown.buttons[0]["url"])
    with pytest.raises(aiohttp.ClientConnectionError):
        await ask(url, act="look")
    with (stack.folder / "web.log").open("ab") as log:
        out = log.fileno()
        process = launcher.launch(
            *("bot", "web"),
            cwd=stack.folder,
            env=environment(**stack.settings),
            stdout=out,
            stderr=out,
        )

    async def up() -> bool:
        try:
            return "svg" in await ask(url, act="look")
        except aiohttp.ClientConnectionError:
            return False

    try:
        await pg.wait_for(up)
        await play(url, "c3")

        async def told() -> bool:
            return "1. `c3` White places a piece on c3." in (await game.board()).content

        await pg.wait_for(told)
    finally:
        process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=PATIENCE) == 0
