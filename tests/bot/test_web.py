"""Pages on the web, beside the real bot and alone: who turns them on, and what they then show."""

from __future__ import annotations

import asyncio
import re
import signal

import aiohttp
import pytest

from playground.answers import Message
from playground.client import Channel, Playground, User
from tests import PATIENCE
from tests.support import launcher
from tests.support.matches import begin, named
from tests.support.ports import free_port
from tests.support.stack import Stack, environment


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The bot serves pages."""
    port = free_port()
    return {"WEB_URL": f"http://127.0.0.1:{port}/", "WEB_PORT": str(port)}


async def _page(stack: Stack, path: str, url: str | None = None) -> tuple[int, str]:
    base = (url or stack.settings["WEB_URL"]).rstrip("/")
    async with aiohttp.ClientSession() as session, session.get(f"{base}/{path}") as answer:
        return answer.status, (await answer.read()).decode("utf-8", "replace")


async def test_pages_are_off_until_all_have_turned_them_on(
    stack: Stack, pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """The server's managers and every player; matches that began before stay private. Who wants
    their name to be told is named as on Discord, others aren't.
    """
    before = await begin(general, "attangle", anna, ben)
    assert (await _page(stack, f"m/{before.id}"))[0] == 404
    assert "Webseiten" in (await anna.command("server", general, web=True)).text
    assert "on, with my name" in (await ben.command("settings", general, web="named")).text
    assert "an, ohne meinen Namen" in (await anna.command("settings", general, web="unnamed")).text
    await asyncio.sleep(1.1)  # Times are noted in whole seconds.
    match = await begin(general, "attangle", anna, ben)
    assert (await _page(stack, f"m/{before.id}"))[0] == 404
    status, text = await _page(stack, f"m/{match.id}")
    assert status == 200
    assert re.search(r'href="/p/[0-9a-f]{32}">Ben<', text)
    assert "Anna" not in text
    for person in (anna, ben):
        assert person.id not in text
    assert (await _page(stack, f"m/{match.id}.png"))[0] == 200
    await match.move(1, "c3")
    assert "<code>c3</code>" in (await _page(stack, f"m/{match.id}"))[1]
    await anna.command("settings", general, web="off")
    assert (await _page(stack, f"m/{match.id}"))[0] == 404


def _leads_to(message: Message) -> list[str]:
    return [str(one["url"]) for one in message.buttons if one["label"] == "Web page"]


async def test_who_looks_at_a_match_is_led_to_its_page(
    stack: Stack, general: Channel, anna: User, ben: User, emma: User
) -> None:
    """Players and everybody else who may read the match, from `/board` and *More…*: only while it
    has a page, which anybody can open. The board for everybody stays as it is.
    """

    async def shown() -> list[list[str]]:
        asked = [await one.command("board", general, match=match.id) for one in (ben, emma)]
        more = await (await match.board()).click("More…", by=emma)
        return [_leads_to(one) for one in (*asked, more)]

    await anna.command("server", general, web=True)
    await emma.command("settings", general, web="named")
    await ben.command("settings", general, web="off")
    match = await begin(general, "attangle", anna, ben)
    assert await shown() == [[], [], []]
    for one in (anna, ben):
        await one.command("settings", general, web="unnamed")
    await asyncio.sleep(1.1)  # Times are noted in whole seconds.
    match = await begin(general, "attangle", anna, ben)
    url = f"{stack.settings['WEB_URL'].rstrip('/')}/m/{match.id}"
    assert await shown() == [[url], [url], [url]]
    assert (await _page(stack, f"m/{match.id}"))[0] == 200
    assert _leads_to(await match.board()) == []
    await ben.command("settings", general, web="off")
    assert await shown() == [[], [], []]
    assert (await _page(stack, f"m/{match.id}"))[0] == 404
    private = named(
        await anna.command("play attangle", general, opponent=ben, private=True, seat=1)
    )
    asked = await (await (await ben.dm()).last(ben)).click("Accept", by=ben)
    assert private in asked.content
    assert _leads_to(await ben.command("board", general, match=private)) == []
    await anna.command("server", general, reset="web")
    for one in (anna, emma):
        await one.command("settings", general, web="off")


async def test_pages_alone(
    stack: Stack, pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """On the same database, with names from Discord; they end when they are told to."""
    await anna.command("server", general, web=True)
    await ben.command("settings", general, web="named")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    alone = stack.settings | {"WEB_URL": url, "WEB_PORT": str(port)}
    with (stack.folder / "web.log").open("ab") as log:
        out = log.fileno()
        process = launcher.launch(
            "bot", "web", cwd=stack.folder, env=environment(**alone), stdout=out, stderr=out
        )

    async def up() -> bool:
        try:
            return (await _page(stack, "", url))[0] == 200
        except aiohttp.ClientError:
            return False

    try:
        await pg.wait_for(up)
        assert (await _page(stack, "m/ZZZZ", url))[0] == 404
        assert (await _page(stack, "g/attangle", url))[0] == 200
    finally:
        process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=PATIENCE) == 0


@pytest.mark.parametrize("given", [{}, {"WEB_URL": "example.org"}])
def test_pages_need_an_address(stack: Stack, given: dict[str, str]) -> None:
    """Without one there is nothing to serve; the error names the setting."""
    told = launcher.run(
        "bot",
        "web",
        cwd=stack.folder,
        env=environment(DATABASE_URL=stack.settings["DATABASE_URL"], **given),
    )
    assert told.returncode == 2
    assert "WEB_URL: expected" in told.stderr
